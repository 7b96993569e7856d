// Advisors: each marks at most one move of a position as promising. Marked moves are free in FESS, all others have a
// cost (after Shoham and Schaeffer, "The FESS Algorithm", 2020).
//
// No advisor marks a move that lowers the packing stage. If several moves suit an advisor, it marks the best by its own
// criterion, then by the score of the resulting position.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "sokoban/any/features.hpp"
#include "sokoban/any/packing_plan.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

enum class Advisor : std::uint8_t { none, packing, connectivity, rooms, hot_spots, explorer, opener, out_of_plan };

// The name that traces show; null for none.
inline const char* name(Advisor advisor) {
  switch (advisor) {
    case Advisor::none:
      return nullptr;
    case Advisor::packing:
      return "packing";
    case Advisor::connectivity:
      return "connectivity";
    case Advisor::rooms:
      return "rooms";
    case Advisor::hot_spots:
      return "hot spots";
    case Advisor::explorer:
      return "explorer";
    case Advisor::opener:
      return "opener";
    case Advisor::out_of_plan:
      return "out of plan";
  }
  __builtin_unreachable();
}

// A macro move: takes one box from one cell to another by `pushes` pushes, and leaves the player on a side of it.
struct MacroMove {
  Level::Cell from, to;
  std::uint8_t side;
  std::uint16_t pushes = 0;
  Advisor advisor = Advisor::none;  // the first that marks it
  bool breaks_plan = false;         // the packing plan is no longer feasible after it
};

// A move that a position allows, and the position after it.
struct Candidate {
  MacroMove move;
  Features then;
  std::uint64_t score;
  bool unlocks;  // makes a push of another box possible

  bool is_advised() const { return move.advisor != Advisor::none; }
};

class Advisors {
 public:
  using Cell = Level::Cell;

  // Tests at most `undo_tries` moves for each advisor that needs moves that can be undone.
  Advisors(const PackingPlan& plan, std::uint64_t undo_tries) : plan_(plan), undo_tries_(undo_tries) {}

  // Sets the advisor of every candidate. `can_undo(candidate)` tests whether the box and the player can return.
  template <class CanUndo>
  void advise(const Features& now, std::vector<Candidate>& candidates, CanUndo&& can_undo) {
    now_ = now;
    for (Candidate& candidate : candidates) candidate.move.advisor = Advisor::none;
    const bool packs = choose(
        candidates, Advisor::packing,
        [&](const Candidate& candidate) { return candidate.then.stage > now.stage && !candidate.move.breaks_plan; },
        [](const Candidate&) { return 0; });
    reduce(candidates, Advisor::connectivity, &Features::regions);
    reduce(candidates, Advisor::rooms, &Features::links);
    reduce(candidates, Advisor::hot_spots, &Features::hot);
    explore(candidates, can_undo);
    if (!packs) open(candidates);
    if (now.out_of_plan > 0) clear_zone(candidates, can_undo);
  }

 private:
  bool keeps_stage(const Candidate& candidate) const {
    return candidate.then.stage >= now_.stage && !candidate.move.breaks_plan;
  }

  static void mark(Candidate& candidate, Advisor advisor) {
    if (!candidate.is_advised()) candidate.move.advisor = advisor;
  }

  // Marks the first by `order` of the allowed candidates, then the best by score; false if there is none.
  template <class Allowed, class Order>
  static bool choose(std::vector<Candidate>& candidates, Advisor advisor, Allowed&& allowed, Order&& order) {
    Candidate* best = nullptr;
    for (Candidate& candidate : candidates) {
      if (!allowed(candidate)) continue;
      if (!best || order(candidate) < order(*best) ||
          (order(candidate) == order(*best) && candidate.score > best->score)) {
        best = &candidate;
      }
    }
    if (best) mark(*best, advisor);
    return best != nullptr;
  }

  // Connectivity, rooms, hot spots: marks the move that lowers the feature most.
  void reduce(std::vector<Candidate>& candidates, Advisor advisor, int Features::* feature) const {
    choose(
        candidates, advisor,
        [&](const Candidate& candidate) { return keeps_stage(candidate) && candidate.then.*feature < now_.*feature; },
        [&](const Candidate& candidate) { return candidate.then.*feature; });
  }

  // Marks a move that unlocks others and can be undone.
  template <class CanUndo>
  void explore(std::vector<Candidate>& candidates, CanUndo&& can_undo) {
    order_.clear();
    for (Candidate& candidate : candidates) {
      if (candidate.unlocks && keeps_stage(candidate)) order_.push_back(&candidate);
    }
    std::ranges::sort(order_, scores_higher);
    choose_first(Advisor::explorer, can_undo);
  }

  // If no move packs a box: takes the box nearest to the next place of the plan farthest away from it.
  void open(std::vector<Candidate>& candidates) {
    rank(candidates, plan_.from_next(now_.stage), [&](const Candidate& candidate) {
      return candidate.then.regions <= now_.regions && candidate.then.links <= now_.links;
    });
    if (!order_.empty()) mark(*order_.front(), Advisor::opener);
  }

  // While boxes are out of plan: takes the one nearest to the zone farthest away from it, if the move can be undone.
  template <class CanUndo>
  void clear_zone(std::vector<Candidate>& candidates, CanUndo&& can_undo) {
    rank(candidates, plan_.from_zone(now_.stage), [](const Candidate&) { return true; });
    choose_first(Advisor::out_of_plan, can_undo);
  }

  // Lists the moves that lead away from a place, by `steps` from it: the nearest boxes first, then the farthest moves.
  template <class Allowed>
  void rank(std::vector<Candidate>& candidates, const std::vector<std::uint16_t>& steps, Allowed&& allowed) {
    order_.clear();
    for (Candidate& candidate : candidates) {
      if (keeps_stage(candidate) && steps[candidate.move.to] > steps[candidate.move.from] && allowed(candidate))
        order_.push_back(&candidate);
    }
    std::ranges::sort(order_, [&](const Candidate* a, const Candidate* b) {
      const auto nearest = steps[a->move.from], than = steps[b->move.from];
      if (nearest != than) return nearest < than;
      if (steps[a->move.to] != steps[b->move.to]) return steps[a->move.to] > steps[b->move.to];
      return scores_higher(a, b);
    });
  }

  // Of equal scores the earlier candidate, so that no result depends on the standard library.
  static bool scores_higher(const Candidate* a, const Candidate* b) {
    return a->score != b->score ? a->score > b->score : a < b;
  }

  template <class CanUndo>
  void choose_first(Advisor advisor, CanUndo&& can_undo) {
    for (std::size_t i = 0; i < order_.size() && i < undo_tries_; ++i) {
      if (!order_[i]->is_advised() && !can_undo(*order_[i])) continue;
      mark(*order_[i], advisor);
      return;
    }
  }

  const PackingPlan& plan_;
  const std::uint64_t undo_tries_;
  Features now_{};
  std::vector<Candidate*> order_;
};

}  // namespace budge::sokoban
