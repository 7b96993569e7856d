// Feature space searches that differ in what they look for, each given as many nodes as the others in turn.
//
// The first two solve most levels, and mostly not the same ones at once. Others join where those take long: another
// packing plan may suit a level that is hard with the first. After some turns, few for most, a search rests and leaves
// the nodes to those that have not had their chance; it comes back where nothing helped. What a search holds it gives
// back only when it ends, so each may take its share of the memory and no more; then it is out. What one of them learns
// to be lost the others know.
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
    if (joined_ < runners.size() && (nodes_ >= joins_at(joined_) || nobody_runs())) join();
    const std::uint64_t before = control_.generated;
    bool awake = false;  // some search
    for (std::size_t i = 0; i < entries_.size(); ++i) awake = awake || (entries_[i].search && !rests(i));
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      Entry& entry = entries_[i];
      if (!entry.search || (awake && rests(i))) continue;
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

  // By the order in which they join: from so many nodes of all on, a search may have so many turns of its own.
  struct Phase {
    std::uint64_t from;
    int turns;
  };
  static constexpr int all = std::numeric_limits<int>::max();
  static constexpr std::uint64_t late = 1 << 25, very_late = 1 << 26;
  static constexpr std::array<std::array<Phase, 3>, runners.size()> phases{
      {{{{0, 20}, {1 << 21, 96}, {late, all}}},
       {{{1 << 17, 32}, {late, all}}},
       {{{1 << 18, 2}, {1 << 21, 48}, {late, all}}},
       {{{1 << 21, all}}},
       {{{1 << 21, 2}, {late, all}}},
       {{{1 << 22, 2}, {very_late, all}}}}};
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

  bool rests(std::size_t number) const {
    return std::ranges::none_of(phases[number], [&](const Phase& phase) {
      return nodes_ >= phase.from && entries_[number].turns < phase.turns;
    });
  }

  // Where several races share the searches among them, others join later.
  std::uint64_t joins_at(std::size_t number) const {
    if (number == 0 || place_.of == 1) return phases[number][0].from;
    return number + 1 < phases.size() ? phases[number + 1][0].from : very_late;
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
