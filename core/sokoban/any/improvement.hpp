// Local search on a plan, and proofs of how much any plan costs at least. Three things take turns:
//
//   nearby      The positions near a plan are searched for a cheaper way through them (see vicinity.cpp): few at first,
//               twice as many whenever nothing more is gained.
//   variations  What that finds depends on the plan that it begins with. So the best plan is varied (see
//               variations.cpp), and each variation made cheaper by way of the positions nearest to it. Variations
//               expand twice as many positions as searches nearby while they gain, and fewer when they have long gained
//               nothing.
//   proofs      By what boxes must lose near the targets and elsewhere (see bounds/zone_bound.hpp), and by A* on the
//   whole
//               level, which the caller runs beside this. The one that has proven more gets more of the turn. Proofs
//               expand more positions where little is left between the best plan and what is proven, and fewer while
//               plans have more to gain.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "sokoban/any/variations.hpp"
#include "sokoban/any/vicinity.hpp"
#include "sokoban/bounds/zone_bound.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class Improvement {
 public:
  // Begins with a legal plan, whose walks become the shortest. `plan` is the best one from now on, control.best_cost
  // its cost, and control.lower_bound what is proven.
  Improvement(const Level& level, Metric metric, std::vector<int>& plan, Control& control);

  // The first turn of zones, before all others.
  void begin();

  bool is_proven() const { return control_.best_cost <= control_.lower_bound; }

  // True if memory suffices for no wider searches, and nothing more was gained.
  bool is_over() const { return is_widest_; }

  // One step from above, and what zones have of the turn. A* has expanded so many positions and proven so much by now;
  // returns how many more it should expand until the next turn.
  std::uint64_t take_turn(std::uint64_t expanded, std::int64_t proven);

  // The same without A*.
  void take_turn();

  // Another plan, which may be cheaper.
  void offer(const std::vector<int>& plan) { offer(improvable(plan)); }

 private:
  struct Improvable {
    std::vector<int> plan;
    std::int64_t cost = 0;
    int pushes = 0;
    int elsewhere = 1;    // boxes, in the next search
    int searched = 0;     // with so many of them elsewhere there is no cheaper plan
    bool gained = false;  // by searches as wide as now
  };

  std::uint64_t for_proof(std::uint64_t taken, std::uint64_t by_astar);
  bool can_search_zones() const;
  void search_zones(std::uint64_t positions);

  bool improve();
  bool look_nearby(Improvable& now);
  void begin_wider_searches();

  bool may_vary() const { return has_variations_ && credit_ >= 0; }
  std::uint64_t worth_of_variations() const;
  bool vary();
  bool take(Improvable other);
  Improvable climb(Improvable now);

  Improvable improvable(const std::vector<int>& plan) const;
  void offer(const Improvable& other);

  static constexpr int least_width = 4;

  const Level& level_;
  Metric metric_;
  std::vector<int>& plan_;  // the best
  Control& control_;
  std::optional<Vicinity> vicinity_;
  std::optional<Variations> variations_;
  std::optional<ZoneBound> zones_;  // while they may prove more
  std::vector<Improvable> plans_;
  Improvable base_;             // what is varied
  bool has_variations_ = true;  // until they find no memory
  std::size_t now_ = 0;
  std::int64_t credit_ = 0;                  // positions that may be expanded for variations
  std::uint64_t vain_ = 0;                   // variations since one gained
  std::set<std::uint64_t> met_;              // variations, by hash
  std::uint64_t above_ = 0, gained_at_ = 0;  // positions expanded in turns with A*, and until the last gain
  std::int64_t proven_ = 0;
  std::uint64_t proven_at_ = 0;    // after so many positions of A* and in zones
  std::int64_t due_to_zones_ = 0;  // positions
  std::uint64_t by_zones_ = 0;     // likewise, done
  int width_ = least_width, most_width_ = 1 << 24;
  bool is_widest_ = false;
};

}  // namespace budge::sokoban
