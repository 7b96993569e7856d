// What feature space searches have in common, whether they push boxes onto targets or pull them off.
//
// The search keeps a tree of positions, but decides in a small *feature space* where to go on (see features.hpp and
// feature_cells.hpp). A position lies in the cell of the best one on the way to it, itself included: a detour that
// makes things worse for a while stays in the good cell. A move takes one box anywhere it can go; moves that one of the
// advisors names are free, all others cost something. (After Shoham and Schaeffer, "The FESS Algorithm", 2020.)
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "search/run.hpp"
#include "sokoban/any/advisors.hpp"
#include "sokoban/any/cut.hpp"
#include "sokoban/any/feature_cells.hpp"
#include "sokoban/any/features.hpp"
#include "sokoban/any/openings.hpp"
#include "sokoban/any/packing_plan.hpp"
#include "sokoban/any/rooms.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/level.hpp"
#include "sokoban/rules/positions.hpp"
#include "sokoban/rules/tour.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class FeatureTree {
 public:
  using Cell = Level::Cell;
  using Id = Positions::Id;

  virtual ~FeatureTree() = default;
  FeatureTree(const FeatureTree&) = delete;  // its parts know each other
  FeatureTree& operator=(const FeatureTree&) = delete;

  // A plan, or `unsolvable` where every move has been tried in vain; nothing yet if that takes more than so many nodes.
  // Throws Stopped.
  std::optional<search::Solution> go_on(std::uint64_t nodes);

  const Positions& positions() const { return positions_; }

 protected:
  static constexpr Id none = 0xffffffff;

  struct Node {
    std::uint64_t best_score;  // on the way here
    std::uint64_t best_cell;   // of the position that has it
    Id parent;
    std::uint32_t weight;
    BoxMove move;
    bool spoilt;          // by a move on the way, see Prospects
    std::int32_t pushes;  // or pulls
  };

  // Whether a position that is met again with fewer pushes is expanded again.
  enum class Reopening { no, yes };

  // `make_plan(rooms)` gives the packing plan.
  template <class MakePlan>
  FeatureTree(const Level& level, Motion motion, Reopening reopening, Control& control, MakePlan&& make_plan)
      : level_(level),
        control_(control),
        rooms_(level),
        plan_(make_plan(rooms_)),
        cuts_(level, rooms_),
        board_(level),
        reach_(level),
        after_(level),
        tour_(level, motion),
        openings_(level, motion, cuts_),
        positions_(level.boxes() + 1, control),
        nodes_(Accounted<Node>(control)),
        leaves_(control),
        advisors_(plan_, level.tuning().undo_tries),
        way_back_(level, motion),
        reopening_(reopening),
        kinds_(sorted_kinds(level)),
        row_(level.boxes() + 1) {}

  // Each search has its own way of these. But for begin(), they are asked with the position on board_, whose player can
  // walk as in reach_.
  virtual void begin() = 0;  // adds the positions to begin with
  virtual bool is_goal() const = 0;
  virtual bool is_dead(std::optional<Cell> moved) = 0;  // after a box was moved to a cell, but for the first positions
  virtual void expand(Id id) = 0;                       // hands its moves to leaves_
  virtual std::vector<int> plan(Trace& trace) = 0;      // by way of goal_
  virtual const char* stage_name() const = 0;           // for those who look on

  // The position on board_ joins the tree, unless it is known or dead.
  void add(Id parent, std::uint32_t weight, const BoxMove& move);

  // Puts a position on board_, and its player on player_.
  void load(Id id);

  // Forgets all offers, for those of a position with these features.
  void begin_offers(const Features& now);

  // Takes up a box of board_ for a tour that begins on one of these sides. False if it cannot be moved.
  bool lift(int box, unsigned first_sides = 0xf);

  // Lets advisors name some of the offers.
  void advise(const Features& now);

  // The cell that a position lies in. Where it is the best on the way to it, that way is forgiven if `forgives` says
  // so.
  std::uint32_t enter_cell(Id id, const Features& now, bool forgives);

  // Asks for the limits more often where every look at the offers takes long.
  void poll_if_many();

  const Level& level_;
  Control& control_;
  Rooms rooms_;
  PackingPlan plan_;
  Cuts cuts_;
  Board board_;
  Reach reach_, after_;
  Tour tour_;
  Openings openings_;
  Positions positions_;
  Vector<Node> nodes_;
  FeatureCells<BoxMove> leaves_;
  std::vector<Offer> offers_;
  Cell player_ = 0;
  Id goal_ = none;

 private:
  static std::vector<int> sorted_kinds(const Level& level);
  void make(const FeatureCells<BoxMove>::Leaf& leaf);
  bool can_undo(const BoxMove& move);

  Advisors advisors_;
  Tour way_back_;
  const Reopening reopening_;
  const std::vector<int> kinds_;  // of the boxes in a row of positions_
  std::vector<Cell> row_;
  std::vector<std::pair<int, Cell>> order_;
  int stage_ = 0;  // of the plan, the furthest so far
};

}  // namespace budge::sokoban
