// FESS strategies: feature space searches with different options, run round-robin for as many nodes each.
//
// The first two strategies solve most levels and complement each other. The others start only if both take a long time:
// another packing plan may suit a level that is hard with the first one. On levels whose boxes start near their targets
// no packing plan may help, so the strategy without one goes first and has a head start. After some turns a strategy
// rests, so that the others get their chance; it resumes if none has found a plan. Each may take its share of the
// memory, and is dropped beyond it. All share the deadlocks that one of them learns.
//
// One more strategy searches backwards from the solved position. It starts later, and helps soon or hardly ever, so it
// has fewer turns after a while. When it reaches a position that a forward search knows, there is a plan.
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
#include "sokoban/any/backward_fess.hpp"
#include "sokoban/any/fess.hpp"
#include "sokoban/any/meeting.hpp"
#include "sokoban/deadlocks/deadlocks.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class FessStrategies {
 public:
  // The part that one of several threads takes: each starts with another strategy and gives it more time; the last
  // thread runs the backward search.
  struct Share {
    int thread = 0, threads = 1;
  };

  // `shared` are the dead patterns of all threads, or null. No plan has fewer than `pushes` pushes.
  FessStrategies(const Level& level, int pushes, Share share, SharedPatterns* shared, Control& control)
      : level_(level),
        strategies_(is_near_targets(level, pushes) ? near_targets : far_from_targets),
        deadlocks_(level, control, shared),
        control_(control),
        share_(share),
        max_bytes_(std::min(control.limits().memory, level.tuning().fess_bytes) /
                   (strategies_.size() + 3)),  // the backward search has two shares, and other structures one
        runs_backward_(share.thread == share.threads - 1 && BackwardFess::is_for(level)) {}

  std::uint64_t nodes() const { return nodes_; }  // of all turns

  // Gives every active search one turn. Returns the answer that one of them has found, if any. Throws Stopped.
  std::optional<search::Solution> run_round() {
    if (started_ < strategies_.size() && (nodes_ >= start_of(started_) || all_ended())) start_next();
    const std::uint64_t before = control_.generated;
    bool some_active = false;
    for (std::size_t i = 0; i < runs_.size(); ++i) some_active = some_active || (runs_[i].search && !rests(i));
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      Run& run = runs_[i];
      if (!run.search || (some_active && rests(i))) continue;
      const std::uint64_t bytes = control_.bytes();
      if (auto found = run.search->resume(level_.tuning().fess_turn)) return found;
      ++run.turns;
      run.bytes += control_.bytes() - bytes;
      if (run.bytes > max_bytes_) run.search.reset();
    }
    nodes_ += control_.generated - before;
    return run_backward();
  }

  // True if every search has used up its memory.
  bool exhausted() const { return started_ == strategies_.size() && all_ended() && !runs_backward_; }

 private:
  // Once all strategies together have taken `from` units of nodes (`fess_delay`), this one may have taken `turns`
  // turns.
  struct Phase {
    std::uint64_t from;
    int turns;
  };
  struct Strategy {
    FessOptions options;
    std::array<Phase, 3> phases;
  };
  using Strategies = std::array<Strategy, 7>;  // in the order in which they start
  static constexpr int all = std::numeric_limits<int>::max();
  static constexpr std::uint64_t late = 256, very_late = 512;

  static constexpr FessOptions without_plan{.order = TargetOrder::any, .move_cost = MoveCost::since_progress};
  static constexpr Strategy first{{.move_cost = MoveCost::since_progress}, {{{0, 20}, {16, 96}, {late, all}}}},
      second{{.move_cost = MoveCost::since_start, .dead_moves = DeadMoves::keep}, {{{1, 32}, {late, all}}}},
      third{{.sink = SinkChoice::nearest, .move_cost = MoveCost::since_progress, .plan_test = PlanTest::supply},
            {{{2, 2}, {16, 48}, {late, all}}}},
      fourth{{.move_cost = MoveCost::since_start}, {{{16, all}}}},
      fifth{{.parking = Parking::anywhere, .move_cost = MoveCost::since_progress}, {{{16, 2}, {late, all}}}},
      sixth{{.sink = SinkChoice::nearest, .parking = Parking::anywhere, .move_cost = MoveCost::since_start},
            {{{32, 2}, {very_late, all}}}};
  static constexpr Strategies near_targets{
      {{without_plan, {{{0, 64}, {32, 160}, {late, all}}}}, first, second, third, fourth, fifth, sixth}};
  static constexpr std::uint64_t head_start = 16;  // of the first of these
  static constexpr Strategies far_from_targets{
      {first, second, third, fourth, fifth, sixth, {without_plan, {{{late, all}}}}}};

  struct Run {
    std::unique_ptr<Fess> search;  // null once it has used up its memory
    Meeting meeting;               // with the backward search
    std::uint64_t bytes = 0;
    int turns = 0;
  };

  static bool is_near_targets(const Level& level, int pushes) {
    return static_cast<std::uint64_t>(pushes) <= level.tuning().near_targets * level.boxes();
  }

  bool all_ended() const {
    return std::ranges::none_of(runs_, [](const Run& run) { return run.search != nullptr; });
  }

  // In nodes: where a phase begins.
  std::uint64_t nodes_at(std::uint64_t from, std::size_t number) const {
    const bool waits = &strategies_ == &near_targets && number > 0;
    return (from + (waits ? head_start : 0)) * level_.tuning().fess_delay;
  }

  bool rests(std::size_t number) const {
    return std::ranges::none_of(strategies_[number].phases, [&](const Phase& phase) {
      return nodes_ >= nodes_at(phase.from, number) && runs_[number].turns < phase.turns;
    });
  }

  // Several threads divide the strategies among them, so on each thread all but its first start later.
  std::uint64_t start_of(std::size_t number) const {
    if (number == 0 || share_.threads == 1) return nodes_at(strategies_[number].phases[0].from, number);
    const bool is_last = number + 1 == strategies_.size();
    return (is_last ? very_late : strategies_[number + 1].phases[0].from) * level_.tuning().fess_delay;
  }

  void start_next() {
    FessOptions options = strategies_[(share_.thread + started_++) % strategies_.size()].options;
    options.planning_deadline = control_.seconds() + 0.1 * control_.limits().seconds;
    const std::uint64_t bytes = control_.bytes();
    auto search = std::make_unique<Fess>(level_, options, deadlocks_, control_);
    runs_.push_back({std::move(search), Meeting(level_), control_.bytes() - bytes});
  }

  // Gives the backward search a turn if one is due, then looks for a position that it has in common with the others.
  std::optional<search::Solution> run_backward() {
    const Tuning& tuning = level_.tuning();
    if (!runs_backward_ || (nodes_ < tuning.backward_fess_after && !all_ended())) return std::nullopt;
    const bool is_often = ++backward_rounds_ <= tuning.backward_fess_rounds;
    if (!is_often && backward_rounds_ % tuning.backward_fess_interval != 0) return std::nullopt;
    const std::uint64_t bytes = control_.bytes();
    if (!backward_) backward_ = std::make_unique<BackwardFess>(level_, control_);
    if (auto found = backward_->resume(tuning.fess_turn)) return found;
    for (Run& run : runs_) {
      if (!run.search) continue;
      if (auto plan = run.meeting.plan(*run.search, *backward_)) {
        return search::Solution{search::Status::solved, Stop::none, std::move(*plan), {}};
      }
    }
    backward_bytes_ += control_.bytes() - bytes;
    if (backward_bytes_ > 2 * max_bytes_) {
      backward_.reset();
      runs_backward_ = false;
    }
    return std::nullopt;
  }

  const Level& level_;
  const Strategies& strategies_;
  Deadlocks deadlocks_;
  Control& control_;
  Share share_;
  std::uint64_t max_bytes_;
  std::vector<Run> runs_;  // of the strategies that have started
  std::size_t started_ = 0;
  std::uint64_t nodes_ = 0;
  bool runs_backward_;  // the backward search runs, or will
  std::unique_ptr<BackwardFess> backward_;
  std::uint64_t backward_bytes_ = 0, backward_rounds_ = 0;
};

}  // namespace budge::sokoban
