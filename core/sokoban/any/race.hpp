// Feature space searches that differ in what they look for, each given as many nodes as the others in turn.
//
// The first two solve most levels, and mostly not the same ones at once. Others join where those take long: another
// packing plan may suit a level that is hard with the first. Some have only a try at first, then rest, and come back
// where nothing helped. What a search holds it gives back only when it ends, so each may take its share of the memory
// and no more; then it is out. What one of them learns to be lost the others know.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "search/run.hpp"
#include "sokoban/any/fess.hpp"
#include "sokoban/deadlocks/deadlocks.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class Race {
 public:
  // Of several races side by side, each begins with another of the searches and stays with it for longer.
  struct Place {
    int number = 0, of = 1;
  };

  // `shared` is what they tell each other, then.
  Race(const Level& level, Place place, SharedPatterns* shared, Control& control)
      : level_(level),
        deadlocks_(level, control, shared),
        control_(control),
        place_(place),
        share_(std::min<std::uint64_t>(control.limits().memory, most_bytes) / (runners.size() + 1)) {}

  std::uint64_t nodes() const { return nodes_; }  // of all turns

  // One turn of every search that has joined; what one of them found, or nothing yet.
  std::optional<search::Solution> round() {
    if (joined_ < runners.size() && (nodes_ >= times[joined_ + (joined_ > 0 && place_.of > 1)].joins || nobody_runs()))
      join();
    const std::uint64_t before = control_.generated;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      Entry& entry = entries_[i];
      if (!entry.search || rests(i)) continue;
      const std::uint64_t bytes = control_.bytes();
      if (auto found = entry.search->go_on(turn)) return found;
      ++entry.turns;
      entry.bytes += control_.bytes() - bytes;
      if (entry.bytes > share_) entry.search.reset();
    }
    nodes_ += control_.generated - before;
    return std::nullopt;
  }

  // True if no search is left.
  bool over() const { return joined_ == runners.size() && nobody_runs(); }

 private:
  static constexpr std::array<FessOptions, 6> runners{
      {{.price = Price::since_best},
       {.price = Price::from_start, .offered = Offered::all},
       {.sink = Sink::nearest, .price = Price::since_best},
       {.price = Price::from_start},
       {.parking = Parking::anywhere, .price = Price::since_best},
       {.sink = Sink::nearest, .parking = Parking::anywhere, .price = Price::from_start}}};

  // By the order in which they join: after so many nodes of all they join, after so many turns of their own they rest,
  // and from so many nodes of all on they are back.
  struct Times {
    std::uint64_t joins;
    int rests;
    std::uint64_t is_back;
  };
  static constexpr int never = std::numeric_limits<int>::max();
  static constexpr std::array<Times, runners.size() + 1> times{{{0, never, 0},
                                                                {1 << 17, 32, 1 << 23},
                                                                {1 << 18, 2, 1 << 21},
                                                                {1 << 21, never, 0},
                                                                {1 << 21, 2, 1 << 24},
                                                                {1 << 22, 2, 1 << 25},
                                                                {1 << 26, never, 0}}};
  static constexpr std::uint64_t turn = 1 << 15;
  static constexpr std::uint64_t most_bytes = 2'000'000'000;

  struct Entry {
    std::unique_ptr<FeatureSpaceSearch> search;
    std::uint64_t bytes = 0;
    int turns = 0;
  };

  bool nobody_runs() const {
    return std::ranges::none_of(entries_, [](const Entry& entry) { return entry.search != nullptr; });
  }

  // Not if all that joined before are out.
  bool rests(std::size_t number) const {
    if (entries_[number].turns < times[number].rests || nodes_ >= times[number].is_back) return false;
    return std::any_of(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(number),
                       [](const Entry& entry) { return entry.search != nullptr; });
  }

  void join() {
    FessOptions options = runners[(place_.number + joined_++) % runners.size()];
    options.plan_until = control_.seconds() + 0.1 * control_.limits().seconds;
    const std::uint64_t bytes = control_.bytes();
    auto search = std::make_unique<FeatureSpaceSearch>(level_, options, deadlocks_, control_);
    entries_.push_back({std::move(search), control_.bytes() - bytes});
  }

  const Level& level_;
  Deadlocks deadlocks_;
  Control& control_;
  Place place_;
  std::vector<Entry> entries_;
  std::size_t joined_ = 0;
  std::uint64_t nodes_ = 0, share_;
};

}  // namespace budge::sokoban
