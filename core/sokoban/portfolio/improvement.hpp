// Improves a plan by local search, and proves lower bounds until the two meet. Three searches share the expansions:
//
//   vicinity    Searches the positions near a plan for a cheaper way through them (see any/vicinity.cpp): a few
//               positions at first, twice as many whenever that gains nothing more.
//   variations  The result of a local search depends on where it starts. So variations of the best plan (see
//               any/variations.cpp) are improved by the narrowest vicinity search, too. They expand twice as many
//               positions as the other searches near plans while they gain, and fewer after many failures.
//   zones       Prove lower bounds (see zone_proof.hpp), and so does A* on the whole level, which the caller runs. The
//               one that has proven more gets the larger part of the turn. Both get more when the gap between the best
//               plan and the lower bound is small, and less while plans still improve.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "sokoban/any/variations.hpp"
#include "sokoban/any/vicinity.hpp"
#include "sokoban/portfolio/zone_proof.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class Improvement {
 public:
  // Starts from a legal plan, and shortens the walks between its pushes. From then on `plan` is the best plan,
  // control.best_cost is its cost, and control.lower_bound what is proven.
  Improvement(const Level& level, Metric metric, std::vector<int>& plan, Control& control);

  // Gives zones their first turn, before all others. Throws Stopped.
  void begin();

  bool is_proven() const { return control_.best_cost <= control_.lower_bound; }

  // True if nothing more was gained and wider searches do not fit in memory.
  bool is_exhausted() const { return is_widest_; }

  // One step of the local search, and the share of zones. A* has expanded `expanded` positions so far and proven
  // `lower_bound`; returns how many more it should expand before the next turn.
  std::uint64_t take_turn(std::uint64_t expanded, std::int64_t lower_bound);

  // The same without A*.
  void take_turn();

  // Considers another plan, which may be cheaper.
  void offer(const std::vector<int>& plan) { offer(local_plan(plan)); }

 private:
  // A plan, and how far the positions near it have been searched at the present width.
  struct LocalPlan {
    std::vector<int> steps;
    std::int64_t cost = 0;
    int pushes = 0;
    int boxes_off = 1;    // the next search lets this many boxes leave the plan
    int searched = 0;     // no cheaper plan has at most this many boxes off this one
    bool gained = false;  // at this width
  };

  void prove_by_zones(std::uint64_t expansions);
  std::uint64_t proof_share(std::uint64_t taken, std::uint64_t by_astar);

  bool improve();
  bool search_nearby(LocalPlan& plan);
  void widen();

  bool may_vary() const { return has_variations_ && variation_budget_ >= 0; }
  std::uint64_t variation_share() const;
  bool vary();
  bool consider(LocalPlan variation);
  LocalPlan climb(LocalPlan plan);

  LocalPlan local_plan(const std::vector<int>& steps) const;
  void offer(const LocalPlan& other);

  int max_boxes_at_once() const { return static_cast<int>(level_.tuning().vicinity_boxes); }

  const Level& level_;
  Metric metric_;
  std::vector<int>& best_;
  Control& control_;
  std::optional<ZoneProof> zones_;
  std::optional<Vicinity> vicinity_;
  std::optional<Variations> variations_;
  std::vector<LocalPlan> plans_;  // to search near
  std::size_t current_ = 0;
  LocalPlan base_;                               // the plan to vary
  bool has_variations_ = true;                   // false once they do not fit in memory
  std::int64_t variation_budget_ = 0;            // of expansions
  std::uint64_t failures_ = 0;                   // variations since the last one that gained
  std::set<std::uint64_t> tried_;                // variations, by hash
  std::uint64_t local_ = 0, local_at_gain_ = 0;  // expansions of local search in turns with A*, and at its last gain
  std::int64_t proven_ = 0;                      // the lower bound,
  std::uint64_t expanded_when_proven_ = 0;       // and the expansions of A* and zones when it was last raised
  int width_;                                    // expansions near each position of a plan
  int max_width_ = 1 << 24;                      // memory may limit it further
  bool is_widest_ = false;
};

}  // namespace budge::sokoban
