// What forward and backward FESS share (after Shoham and Schaeffer, "The FESS Algorithm", 2020).
//
// The search keeps a tree of positions, but selects the next leaf in a small *feature space* (see features.hpp and
// feature_cells.hpp). A position belongs to the feature cell of the best position on its path, itself included: a
// detour that makes things worse for a while stays in the good cell. A macro move takes one box anywhere it can go;
// moves that an advisor marks are free, all others have a cost.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "search/run.hpp"
#include "sokoban/any/advisors.hpp"
#include "sokoban/any/connectivity.hpp"
#include "sokoban/any/feature_cells.hpp"
#include "sokoban/any/features.hpp"
#include "sokoban/any/packing_plan.hpp"
#include "sokoban/any/rooms.hpp"
#include "sokoban/any/unlocked_moves.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/positions.hpp"
#include "sokoban/rules/tour.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class FessBase {
 public:
  using Cell = Level::Cell;
  using Id = Positions::Id;

  virtual ~FessBase() = default;
  FessBase(const FessBase&) = delete;  // its members refer to each other
  FessBase& operator=(const FessBase&) = delete;

  // A plan, or `unsolvable` once all moves have been tried; nothing if the search needs more than `nodes` nodes. Throws
  // Stopped.
  std::optional<search::Solution> resume(std::uint64_t nodes);

  const Positions& positions() const { return positions_; }

 protected:
  static constexpr Id none = 0xffffffff;

  struct Node {
    std::uint64_t best_score;  // on the path
    std::uint64_t best_cell;   // of the position with that score
    Id parent;
    std::uint32_t weight;
    MacroMove move;
    bool is_broken;       // a move on the path breaks the packing plan, see PlanFeasibility
    std::int32_t pushes;  // or pulls
  };

  // Whether a position is expanded again when a path with fewer pushes reaches it.
  enum class Reopening { no, yes };

  // `make_plan(rooms)` returns the packing plan.
  template <class MakePlan>
  FessBase(const Level& level, Motion motion, Reopening reopening, Control& control, MakePlan&& make_plan)
      : level_(level),
        control_(control),
        rooms_(level),
        plan_(make_plan(rooms_)),
        connectivity_(level, rooms_),
        board_(level),
        reach_(level),
        after_(level),
        tour_(level, motion),
        unlocked_moves_(level, motion, connectivity_),
        positions_(level.boxes() + 1, control),
        nodes_(Accounted<Node>(control)),
        leaves_(control),
        advisors_(plan_, level.tuning().undo_tries),
        way_back_(level, motion),
        reopening_(reopening),
        kinds_(sorted_kinds(level)),
        row_(level.boxes() + 1) {}

  // Each search implements these. All but begin() are called with the position on board_ and the player's region in
  // reach_.
  virtual void begin() = 0;  // adds the roots
  virtual bool is_goal() const = 0;
  virtual bool is_dead(std::optional<Cell> moved) = 0;  // a box was just moved to that cell, except for roots
  virtual void expand(Id id) = 0;                       // adds the moves of the position to leaves_
  virtual std::vector<int> plan(Trace& trace) = 0;      // through goal_
  virtual const char* stage_name() const = 0;           // for observers

  // Adds the position on board_ to the tree, unless it is a duplicate or dead.
  void add(Id parent, std::uint32_t weight, const MacroMove& move);

  // Sets board_ and player_ to a position.
  void load(Id id);

  // Clears the candidates, before those of a position with these features.
  void begin_candidates(const Features& now);

  // Lifts a box of board_ for a tour that starts on one of these sides. False if the box cannot be moved.
  bool lift(int box, unsigned first_sides = 0xf);

  // Lets the advisors mark some of the candidates.
  void advise(const Features& now);

  // The feature cell of a position. With `resets_cost`, a position that is the best on its path starts at cost zero.
  std::uint32_t enter_cell(Id id, const Features& now, bool resets_cost);

  // Polls the limits more often while there are many candidates, which take long to compare.
  void poll_if_many();

  const Level& level_;
  Control& control_;
  Rooms rooms_;
  PackingPlan plan_;
  ConnectivityTracker connectivity_;
  Board board_;
  Reach reach_, after_;
  Tour tour_;
  UnlockedMoves unlocked_moves_;
  Positions positions_;
  Vector<Node> nodes_;
  FeatureCells<MacroMove> leaves_;
  std::vector<Candidate> candidates_;
  Cell player_ = 0;
  Id goal_ = none;

 private:
  static std::vector<int> sorted_kinds(const Level& level);
  void make(const FeatureCells<MacroMove>::Leaf& leaf);
  bool can_undo(const MacroMove& move);

  Advisors advisors_;
  Tour way_back_;
  const Reopening reopening_;
  const std::vector<int> kinds_;  // of the boxes in a row of positions_
  std::vector<Cell> row_;
  std::vector<std::pair<int, Cell>> sorted_boxes_;
  int stage_ = 0;  // of the plan, the furthest so far
};

}  // namespace budge::sokoban
