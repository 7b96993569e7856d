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

constexpr int max_cuts = 16;
constexpr std::size_t max_bytes = 300'000'000;

// Boxes are pushed or pulled about in a zone until all have left it: Dijkstra's algorithm, by what that loses.
class ZoneSearch {
 public:
  ZoneSearch(const Level& level, const ReducedCosts& losses, Motion motion, const std::vector<char>& zone,
             Control& control)
      : level_(level),
        motion_(motion),
        zone_(zone),
        control_(control),
        lost_by_(static_cast<std::size_t>(level.box_cells()) * Level::directions, ReducedCosts::never),
        board_(level),
        reach_(level),
        around_(level),
        freeze_(level),
        vanishing_(level, motion),
        may_stay_(level.floor(), 0),
        seen_(level, control),
        lost_(Accounted<int>(control)),
        open_(control),
        max_states_(max_bytes / (2 * sizeof(Cell) * (level.boxes() + 8))) {
    for (int cell = 0; cell < level.box_cells(); ++cell) {
      for (int side = 0; side < Level::directions; ++side) {
        const Cell beside = level.next(cell, side);
        int& lost = lost_by_[cell * Level::directions + side];
        if (motion == Motion::pull) {
          if (beside != level.outside()) lost = losses.of_push(beside, side);
        } else {
          lost = losses.of_push(static_cast<Cell>(cell), side);
          if (lost != ReducedCosts::never && !zone[level.next(cell, Level::opposite(side))]) lost = 0;
        }
      }
    }
  }

  // Boxes on these cells need not leave if the player can walk to `player` at last.
  void let_stay(const std::vector<Cell>& cells, Cell player) {
    for (const Cell cell : cells) may_stay_[cell] = 1;
    last_ = player;
  }

  // A position to begin with, at which so much is lost.
  void begin(const std::vector<Cell>& cells, Cell player, int lost) {
    put(cells);
    add(player, lost);
  }

  struct Answer {
    int lost;
    bool is_done;
  };

  // What is lost until all have left; or at least so much, if that takes more than so many positions or too much
  // memory.
  Answer run(std::uint64_t most) {
    for (std::uint64_t expanded = 0; !open_.empty();) {
      const int lost = static_cast<int>(open_.best().cost);
      if (lost >= least_) break;
      if (expanded == most || seen_.size() > max_states_) return {lost, expanded < most};
      const SubPositions::Id id = open_.pop();
      if (lost_[id] < lost) continue;
      ++expanded;
      ++control_.expanded;
      if (control_.due()) control_.poll();
      expand(id, lost);
    }
    return {least_, true};
  }

 private:
  int lost_by(Cell cell, int side) const { return lost_by_[cell * Level::directions + side]; }

  void put(const std::vector<Cell>& cells) {
    board_.clear();
    for (const Cell cell : cells) board_.add(cell, 0);
  }

  void expand(SubPositions::Id id, int lost) {
    around_.fill(board_, seen_.load(id, board_));
    for (int box = 0; box < board_.boxes(); ++box) {
      const Cell cell = board_.cell(box);
      for (int side = 0; side < Level::directions; ++side) {
        const int more = lost_by(cell, side);
        if (more == ReducedCosts::never || lost + more >= least_) continue;
        if (!around_.has(level_.next(cell, side)) || board_.blocked(vanishing_.taken(cell, side))) continue;
        const Cell to = vanishing_.moved(cell, side);
        board_.move(box, to);
        if (!zone_[to]) vanishing_.take_away(board_, box);
        const bool is_dead = motion_ == Motion::push && zone_[to] && freeze_.deadlocked(board_, to);
        if (!is_dead) add(motion_ == Motion::pull ? level_.next(to, side) : cell, lost + more);
        seen_.load(id, board_);
      }
    }
  }

  // The position on the board, less all boxes that leave without loss.
  void add(Cell player, int lost) {
    let_go(player);
    if (is_end()) {
      least_ = std::min(least_, lost);
      return;
    }
    const auto [id, fresh] = seen_.insert(board_, reach_.first());
    if (fresh) {
      ++control_.generated;
      lost_.push_back(lost);
    } else if (lost_[id] > lost) {
      lost_[id] = lost;
    } else {
      return;
    }
    open_.push(lost, board_.boxes(), id);
  }

  bool is_end() const {
    for (int box = 0; box < board_.boxes(); ++box) {
      if (!may_stay_[board_.cell(box)]) return false;
    }
    return board_.boxes() == 0 || reach_.has(last_);
  }

  // Takes away all boxes that leave the zone without loss, and leaves the player's region in reach_.
  void let_go(Cell player) {
    const auto is_free = [&](Cell cell, int side) { return lost_by(cell, side) == 0; };
    const auto is_out = [&](Cell, Cell to, int moves) {
      if (moves == 0) control_.poll_clock();  // of many boxes on a large floor each takes its time
      return !zone_[to];
    };
    vanishing_(board_, player, reach_, is_free, is_out);
  }

  const Level& level_;
  const Motion motion_;
  const std::vector<char>& zone_;
  Control& control_;
  std::vector<int>
      lost_by_;  // a move, by cell of the box and side of the player; to leave by a push loses nothing here
  Board board_;
  Reach reach_, around_;  // of the player after a move, and before
  Freeze freeze_;
  BoxRemoval vanishing_;
  std::vector<char> may_stay_;
  Cell last_ = 0;
  SubPositions seen_;
  Vector<int> lost_;  // by position
  BucketQueue<SubPositions::Id> open_;
  const std::size_t max_states_;
  int least_ = ReducedCosts::never;  // until all have left, as far as it is known
};

}  // namespace

ZoneBound::ZoneBound(const Level& level, const Placement& from, Control& control, std::uint64_t few)
    : level_(level), from_(from), control_(control), few_(few), losses_(level, from), pushes_(losses_.total()) {
  if (pushes_ >= Matching::infinite) return;
  const std::vector<Cell> cells = by_distance();
  const std::size_t targets = level.targets().size(),
                    step = std::max<std::size_t>(1, (cells.size() - targets) / max_cuts);
  for (std::size_t size = targets; size < cells.size(); size += step) {
    Cut& cut = cuts_.emplace_back(Cut{std::vector<char>(level.floor() + 1, 0)});
    for (std::size_t i = 0; i < size; ++i) cut.zone[cells[i]] = 1;
  }
}

// Those that may hold a box, by their steps from the targets.
std::vector<Cell> ZoneBound::by_distance() const {
  std::vector<Cell> cells(level_.targets()), found;
  std::vector<char> met(level_.floor() + 1, 0);
  met[level_.outside()] = 1;
  for (const Cell target : cells) met[target] = 1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i] < level_.box_cells()) found.push_back(cells[i]);
    for (const Cell to : level_.next(cells[i])) {
      if (!met[to]) cells.push_back(to);
      met[to] = 1;
    }
  }
  return found;
}

// Every search before counts as a push less: so none goes on for ever while others might tell more.
bool ZoneBound::go_on() {
  Cut* best = nullptr;
  const auto promise = [&](const Cut& cut) { return cut.lost() - cut.searches * losses_.parts(); };
  for (Cut& cut : cuts_) {
    if (cut.is_done()) continue;
    if (cut.searches == 0) {
      best = &cut;
      break;
    }
    if (!best || promise(cut) > promise(*best)) best = &cut;
  }
  if (!best) return false;
  const std::uint64_t most = few_ << 2 * best->searches++;
  if (!best->near.is_done) search_near(*best, most);
  if (!best->far.is_done) search_far(*best, most);
  if (best->lost() >= ReducedCosts::never) {
    pushes_ = Matching::infinite;
    return false;
  }
  // All plans have as many pushes as the matching, up to an even number: a push changes the colour of a box's cell, as
  // on a chessboard.
  const int lost = (best->lost() + 2 * losses_.parts() - 1) / (2 * losses_.parts()) * 2;
  pushes_ = std::max(pushes_, losses_.total() + lost);
  return true;
}

void ZoneBound::search_near(Cut& cut, std::uint64_t most) {
  ZoneSearch search(level_, losses_, Motion::pull, cut.zone, control_);
  search.let_stay(from_.boxes, from_.player);
  Board board(level_);
  for (const Cell target : level_.targets()) board.add(target, 0);
  Reach reach(level_);
  std::vector<char> met(level_.floor(), 0);
  for (int cell = 0; cell < level_.floor(); ++cell) {  // the player may be in any part of the floor at last
    if (met[cell] || board.blocked(cell)) continue;
    reach.fill(board, static_cast<Cell>(cell));
    reach.cells().each([&](Cell reached) { met[reached] = 1; });
    search.begin(level_.targets(), static_cast<Cell>(cell), losses_.at_end(static_cast<Cell>(cell)));
  }
  const auto [lost, is_done] = search.run(most);
  cut.near = {std::max(cut.near.lost, lost), is_done};
}

void ZoneBound::search_far(Cut& cut, std::uint64_t most) {
  std::vector<char> rest(level_.floor() + 1, 0);
  for (int cell = 0; cell < level_.box_cells(); ++cell) rest[cell] = !cut.zone[cell];
  std::vector<Cell> boxes;
  for (const Cell box : from_.boxes) {
    if (rest[box]) boxes.push_back(box);
  }
  ZoneSearch search(level_, losses_, Motion::push, rest, control_);
  search.begin(boxes, from_.player, 0);
  const auto [lost, is_done] = search.run(most);
  cut.far = {std::max(cut.far.lost, lost), is_done};
}

}  // namespace budge::sokoban
