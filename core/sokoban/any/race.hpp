// Feature space searches that differ in what they look for, each given as many nodes as the others in turn.
//
// The first two solve most levels, and mostly not the same ones at once. Others join where those take long: another
// packing plan may suit a level that is hard with the first, or none at all: where boxes begin near their targets, the
// search without a plan comes first, and has a head start. After some turns, few for most, a search rests and leaves
// the nodes to those that have not had their chance; it comes back where nothing helped. What a search holds it gives
// back only when it ends, so each may take its share of the memory and no more; then it is out. What one of them learns
// to be lost the others know.
//
// And one search begins at the end. It joins after a while, and mostly helps soon or not at all, so later it has fewer
// turns. Whenever it has come to a position that one of the others knows, there is a plan.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "search/run.hpp"
#include "sokoban/any/fess.hpp"
#include "sokoban/any/meeting.hpp"
#include "sokoban/any/pulling.hpp"
#include "sokoban/deadlocks/deadlocks.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class Race {
 public:
  // Of several races side by side, each begins with another of the searches and stays with it for longer; the last has
  // the one from the end.
  struct Place {
    int number = 0, of = 1;
  };

  // `shared` is what they tell each other, then. No plan has fewer than so many pushes.
  Race(const Level& level, int pushes, Place place, SharedPatterns* shared, Control& control)
      : level_(level),
        runners_(pushes <= near * level.boxes() ? near_targets : far_from_targets),
        deadlocks_(level, control, shared),
        control_(control),
        place_(place),
        share_(std::min<std::uint64_t>(control.limits().memory, most_bytes) /
               (runners_.size() + 3)),  // two for the search from the end, one for others
        pulls_(place.number == place.of - 1 && PullingSearch::is_for(level)) {}

  std::uint64_t nodes() const { return nodes_; }  // of all turns from the start

  // One turn of every search that has joined; what one of them found, or nothing yet.
  std::optional<search::Solution> round() {
    if (joined_ < runners_.size() && (nodes_ >= joins_at(joined_) || nobody_runs())) join();
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
    return pull();
  }

  // True if no search is left.
  bool over() const { return joined_ == runners_.size() && nobody_runs() && !pulls_; }

 private:
  // From so many nodes of all on, the search that joins at this place may have so many turns of its own.
  struct Phase {
    std::uint64_t from;
    int turns;
  };
  struct Runner {
    FessOptions options;
    std::array<Phase, 3> phases;
  };
  using Runners = std::array<Runner, 7>;  // in the order in which they join
  static constexpr int all = std::numeric_limits<int>::max();
  static constexpr std::uint64_t late = 1 << 25, very_late = 1 << 26;

  static constexpr FessOptions without_plan{.order = Order::any, .price = Price::since_best};
  static constexpr Runner first{{.price = Price::since_best}, {{{0, 20}, {1 << 21, 96}, {late, all}}}},
      second{{.price = Price::from_start, .offered = Offered::all}, {{{1 << 17, 32}, {late, all}}}},
      third{{.sink = Sink::nearest, .price = Price::since_best}, {{{1 << 18, 2}, {1 << 21, 48}, {late, all}}}},
      fourth{{.price = Price::from_start}, {{{1 << 21, all}}}},
      fifth{{.parking = Parking::anywhere, .price = Price::since_best}, {{{1 << 21, 2}, {late, all}}}},
      sixth{{.sink = Sink::nearest, .parking = Parking::anywhere, .price = Price::from_start},
            {{{1 << 22, 2}, {very_late, all}}}};
  static constexpr Runners near_targets{
      {{without_plan, {{{0, 64}, {1 << 22, 160}, {late, all}}}}, first, second, third, fourth, fifth, sixth}};
  static constexpr std::uint64_t head_start = 1 << 21;  // of the first of these
  static constexpr Runners far_from_targets{
      {first, second, third, fourth, fifth, sixth, {without_plan, {{{late, all}}}}}};
  static constexpr int near = 5;  // pushes a box

  static constexpr std::uint64_t turn = 1 << 15;
  // The search from the end begins after so many nodes of the others. It has a turn in each of so many rounds, and then
  // in one of so many.
  static constexpr std::uint64_t pulls_from = 1 << 19;
  static constexpr int often = 32, seldom = 4;
  static constexpr std::uint64_t most_bytes = 2'000'000'000;

  struct Entry {
    std::unique_ptr<FeatureSpaceSearch> search;
    Meeting meeting;  // with the search from the end
    std::uint64_t bytes = 0;
    int turns = 0;
  };

  bool nobody_runs() const {
    return std::ranges::none_of(entries_, [](const Entry& entry) { return entry.search != nullptr; });
  }

  std::uint64_t waits(std::size_t number) const { return &runners_ == &near_targets && number > 0 ? head_start : 0; }

  bool rests(std::size_t number) const {
    return std::ranges::none_of(runners_[number].phases, [&](const Phase& phase) {
      return nodes_ >= phase.from + waits(number) && entries_[number].turns < phase.turns;
    });
  }

  // Where several races share the searches among them, others join later.
  std::uint64_t joins_at(std::size_t number) const {
    if (number == 0 || place_.of == 1) return runners_[number].phases[0].from + waits(number);
    return number + 1 < runners_.size() ? runners_[number + 1].phases[0].from : very_late;
  }

  void join() {
    FessOptions options = runners_[(place_.number + joined_++) % runners_.size()].options;
    options.plan_until = control_.seconds() + 0.1 * control_.limits().seconds;
    const std::uint64_t bytes = control_.bytes();
    auto search = std::make_unique<FeatureSpaceSearch>(level_, options, deadlocks_, control_);
    entries_.push_back({std::move(search), Meeting(level_), control_.bytes() - bytes});
  }

  // A turn of the search from the end, if it is time for it; then whether it has met one of the others.
  std::optional<search::Solution> pull() {
    if (!pulls_ || (nodes_ < pulls_from && !nobody_runs())) return std::nullopt;
    if (++pull_rounds_ > often && pull_rounds_ % seldom != 0) return std::nullopt;
    const std::uint64_t bytes = control_.bytes();
    if (!pulling_) pulling_ = std::make_unique<PullingSearch>(level_, control_);
    if (auto found = pulling_->go_on(turn)) return found;
    for (Entry& entry : entries_) {
      if (!entry.search) continue;
      if (auto plan = entry.meeting.plan(*entry.search, *pulling_)) {
        return search::Solution{search::Status::solved, Stop::none, std::move(*plan), {}};
      }
    }
    pulling_bytes_ += control_.bytes() - bytes;
    if (pulling_bytes_ > 2 * share_) {
      pulling_.reset();
      pulls_ = false;
    }
    return std::nullopt;
  }

  const Level& level_;
  const Runners& runners_;
  Deadlocks deadlocks_;
  Control& control_;
  Place place_;
  std::vector<Entry> entries_;
  std::size_t joined_ = 0;
  std::uint64_t nodes_ = 0, share_;
  bool pulls_;  // a search from the end takes part, or will
  std::unique_ptr<PullingSearch> pulling_;
  std::uint64_t pulling_bytes_ = 0;
  int pull_rounds_ = 0;
};

}  // namespace budge::sokoban
