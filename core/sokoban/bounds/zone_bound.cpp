#include "sokoban/bounds/zone_bound.hpp"

#include <algorithm>
#include <cassert>

#include "sokoban/bounds/box_removal.hpp"
#include "sokoban/bounds/matching.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/sub_positions.hpp"
#include "sokoban/rules/tour.hpp"
#include "support/bucket_queue.hpp"

namespace budge::sokoban {

namespace {

using Cell = Level::Cell;

// Pushes or pulls boxes in a zone until all have left it: Dijkstra's algorithm on the sum of reduced costs.
class ZoneSearch {
 public:
  ZoneSearch(const Level& level, const ReducedCosts& reduced_costs, Motion motion, const std::vector<char>& zone,
             Control& control)
      : level_(level),
        motion_(motion),
        zone_(zone),
        control_(control),
        cost_(static_cast<std::size_t>(level.box_cells()) * Level::directions, ReducedCosts::infinite),
        board_(level),
        reach_(level),
        around_(level),
        freeze_(level),
        removal_(level, motion),
        may_stay_(level.floor(), 0),
        seen_(level, control),
        excess_(Accounted<int>(control)),
        open_(control),
        max_states_(level.tuning().zone_bytes / (2 * sizeof(Cell) * (level.boxes() + 8))) {
    for (int cell = 0; cell < level.box_cells(); ++cell) {
      for (int side = 0; side < Level::directions; ++side) {
        const Cell behind = level.next(cell, side);
        int& cost = cost_[cell * Level::directions + side];
        if (motion == Motion::pull) {
          if (behind != level.outside()) cost = reduced_costs.of_push(behind, side);
        } else {
          cost = reduced_costs.of_push(static_cast<Cell>(cell), side);
          if (cost != ReducedCosts::infinite && !zone[level.next(cell, Level::opposite(side))]) cost = 0;
        }
      }
    }
  }

  // Allows boxes to stay on these cells, if the player can walk to `player` at the end.
  void allow_to_stay(const std::vector<Cell>& cells, Cell player) {
    for (const Cell cell : cells) may_stay_[cell] = 1;
    final_player_ = player;
  }

  // Adds a start position with an initial excess.
  void add_start(const std::vector<Cell>& cells, Cell player, int excess) {
    place(cells);
    add(player, excess);
  }

  struct Result {
    int excess;
    bool is_done;
  };

  // The least excess until all boxes have left. It is only a lower bound if the search exceeds its budget of expanded
  // positions (then is_done is false) or its memory.
  Result run(std::uint64_t budget) {
    for (std::uint64_t expanded = 0; !open_.empty();) {
      const int excess = static_cast<int>(open_.best().cost);
      if (excess >= best_) break;
      if (expanded == budget || seen_.size() > max_states_) return {excess, expanded < budget};
      const SubPositions::Id id = open_.pop();
      if (excess_[id] < excess) continue;
      ++expanded;
      ++control_.expanded;
      if (control_.due()) control_.poll();
      expand(id, excess);
    }
    return {best_, true};
  }

 private:
  int cost(Cell cell, int side) const { return cost_[cell * Level::directions + side]; }

  void place(const std::vector<Cell>& cells) {
    board_.clear();
    for (const Cell cell : cells) board_.add(cell, 0);
  }

  void expand(SubPositions::Id id, int excess) {
    around_.fill(board_, seen_.load(id, board_));
    for (int box = 0; box < board_.boxes(); ++box) {
      const Cell cell = board_.cell(box);
      for (int side = 0; side < Level::directions; ++side) {
        const int more = cost(cell, side);
        if (more == ReducedCosts::infinite || excess + more >= best_) continue;
        if (!around_.has(level_.next(cell, side)) || board_.blocked(removal_.free_cell(cell, side))) continue;
        const Cell to = removal_.destination(cell, side);
        board_.move(box, to);
        if (!zone_[to]) removal_.remove(board_, box);
        const bool is_dead = motion_ == Motion::push && zone_[to] && freeze_.deadlocked(board_, to);
        if (!is_dead) add(motion_ == Motion::pull ? level_.next(to, side) : cell, excess + more);
        seen_.load(id, board_);
      }
    }
  }

  // Removes all boxes that can leave at no cost and adds the position on the board.
  void add(Cell player, int excess) {
    remove_free_boxes(player);
    if (is_end()) {
      best_ = std::min(best_, excess);
      return;
    }
    const auto [id, fresh] = seen_.insert(board_, reach_.first());
    if (fresh) {
      ++control_.generated;
      excess_.push_back(excess);
    } else if (excess_[id] > excess) {
      excess_[id] = excess;
    } else {
      return;
    }
    open_.push(excess, board_.boxes(), id);
  }

  bool is_end() const {
    for (int box = 0; box < board_.boxes(); ++box) {
      if (!may_stay_[board_.cell(box)]) return false;
    }
    return board_.boxes() == 0 || reach_.has(final_player_);
  }

  // Removes all boxes that can leave the zone at no cost, and stores the player's region in reach_.
  void remove_free_boxes(Cell player) {
    const auto is_free = [&](Cell cell, int side) { return cost(cell, side) == 0; };
    const auto is_done = [&](Cell, Cell to, int moves) {
      if (moves == 0) control_.poll_clock();  // with many boxes on a large floor, each takes a while
      return !zone_[to];
    };
    removal_(board_, player, reach_, is_free, is_done);
  }

  const Level& level_;
  const Motion motion_;
  const std::vector<char>& zone_;
  Control& control_;
  std::vector<int>
      cost_;  // of a move, by cell of the box and side of the player; a push out of the zone costs nothing here
  Board board_;
  Reach reach_, around_;  // of the player after a move, and before
  Freeze freeze_;
  BoxRemoval removal_;
  std::vector<char> may_stay_;
  Cell final_player_ = 0;
  SubPositions seen_;
  Vector<int> excess_;  // by position
  BucketQueue<SubPositions::Id> open_;
  const std::size_t max_states_;
  int best_ = ReducedCosts::infinite;  // least excess found at which all boxes have left
};

}  // namespace

ZoneBound::ZoneBound(const Level& level, const Placement& from, Control& control, std::uint64_t first_budget)
    : level_(level),
      from_(from),
      control_(control),
      first_budget_(first_budget),
      reduced_costs_(level, from),
      pushes_(reduced_costs_.total()) {
  if (pushes_ >= Matching::infinite) return;
  const std::vector<Cell> cells = by_distance();
  const std::size_t targets = level.targets().size(),
                    step = std::max<std::size_t>(1, (cells.size() - targets) / level.tuning().zone_cuts);
  for (std::size_t size = targets; size < cells.size(); size += step) {
    Cut& cut = cuts_.emplace_back(Cut{std::vector<char>(level.floor() + 1, 0)});
    for (std::size_t i = 0; i < size; ++i) cut.zone[cells[i]] = 1;
  }
}

// The cells that may hold a box, in order of their walking distance from the targets.
std::vector<Cell> ZoneBound::by_distance() const {
  std::vector<Cell> cells(level_.targets()), found;
  std::vector<char> seen(level_.floor() + 1, 0);
  seen[level_.outside()] = 1;
  for (const Cell target : cells) seen[target] = 1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] < level_.box_cells()) found.push_back(cells[i]);
    for (const Cell to : level_.next(cells[i])) {
      if (!seen[to]) cells.push_back(to);
      seen[to] = 1;
    }
  }
  return found;
}

// Chooses the cut with the greatest excess, where every earlier search of a cut counts as one push less. So no cut
// takes all the time while others might yield more.
bool ZoneBound::tighten() {
  Cut* best = nullptr;
  const auto priority = [&](const Cut& cut) { return cut.excess() - cut.searches * reduced_costs_.parts(); };
  for (Cut& cut : cuts_) {
    if (cut.is_done()) continue;
    if (cut.searches == 0) {
      best = &cut;
      break;
    }
    if (!best || priority(cut) > priority(*best)) best = &cut;
  }
  if (!best) return false;
  const std::uint64_t budget = first_budget_ << 2 * best->searches++;
  if (!best->near.is_done) search_near(*best, budget);
  if (!best->far.is_done) search_far(*best, budget);
  if (best->excess() >= ReducedCosts::infinite) {
    pushes_ = Matching::infinite;
    return false;
  }
  // A push changes the chessboard colour of a box's cell. So the pushes of every plan have the parity of the matching.
  const int excess = (best->excess() + 2 * reduced_costs_.parts() - 1) / (2 * reduced_costs_.parts()) * 2;
  pushes_ = std::max(pushes_, reduced_costs_.total() + excess);
  return true;
}

void ZoneBound::search_near(Cut& cut, std::uint64_t budget) {
  ZoneSearch search(level_, reduced_costs_, Motion::pull, cut.zone, control_);
  search.allow_to_stay(from_.boxes, from_.player);
  Board board(level_);
  for (const Cell target : level_.targets()) board.add(target, 0);
  Reach reach(level_);
  std::vector<char> seen(level_.floor(), 0);
  for (int cell = 0; cell < level_.floor(); ++cell) {  // the player may end in any region of the floor
    if (seen[cell] || board.blocked(cell)) continue;
    reach.fill(board, static_cast<Cell>(cell));
    reach.cells().each([&](Cell reached) { seen[reached] = 1; });
    search.add_start(level_.targets(), static_cast<Cell>(cell), reduced_costs_.at_end(static_cast<Cell>(cell)));
  }
  const auto [excess, is_done] = search.run(budget);
  cut.near = {std::max(cut.near.excess, excess), is_done};
}

void ZoneBound::search_far(Cut& cut, std::uint64_t budget) {
  std::vector<char> rest(level_.floor() + 1, 0);
  for (int cell = 0; cell < level_.box_cells(); ++cell) rest[cell] = !cut.zone[cell];
  std::vector<Cell> boxes;
  for (const Cell box : from_.boxes) {
    if (rest[box]) boxes.push_back(box);
  }
  ZoneSearch search(level_, reduced_costs_, Motion::push, rest, control_);
  search.add_start(boxes, from_.player, 0);
  const auto [excess, is_done] = search.run(budget);
  cut.far = {std::max(cut.far.excess, excess), is_done};
}

}  // namespace budge::sokoban
