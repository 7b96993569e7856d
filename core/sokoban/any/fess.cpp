// The search keeps a tree of positions, but decides in a small *feature space* where to go on: how far the packing plan
// is carried out, into how many parts the boxes cut the floor, how many passages they block, and how many boxes the
// plan is about to shut off. Cells of that space are visited in turn, and in each the cheapest move of all its
// positions is made. A move takes one box anywhere it can go; moves that one of the *advisors* names are free, all
// others cost one. All pruning is sound: where every move has been tried in vain, there is no plan.
#include "sokoban/any/fess.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "sokoban/any/packing.hpp"
#include "sokoban/bounds/matching.hpp"
#include "sokoban/deadlocks/corral.hpp"
#include "sokoban/deadlocks/corral_proof.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/deadlocks/tangle_proof.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/positions.hpp"
#include "sokoban/rules/tour.hpp"

namespace budge::sokoban {

namespace {

using Cell = Level::Cell;
using Id = Positions::Id;

// For every cell of a box, the cells from which another box could then not reach any target.
class Obstacles {
 public:
  explicit Obstacles(const Level& level) : cells_(level.box_cells()), blocks_(cells_ * cells_, 1) {
    std::vector<Cell> queue;
    for (int wall = 0; wall < cells_; ++wall) {
      level.heed();
      char* const row = blocks_.data() + static_cast<std::size_t>(wall) * cells_;
      row[wall] = 0;
      queue.clear();
      for (const Cell target : level.targets()) {
        if (target == wall) continue;
        row[target] = 0;
        queue.push_back(target);
      }
      for (std::size_t i = 0; i < queue.size(); ++i) {
        for (int d = 0; d < Level::directions; ++d) {
          const Cell to = level.next(queue[i], d), player = level.next(to, d);
          if (to >= cells_ || to == wall || player == level.outside() || player == wall || !row[to]) continue;
          row[to] = 0;
          queue.push_back(to);
        }
      }
    }
  }

  bool blocks(Cell one, Cell other) const { return blocks_[static_cast<std::size_t>(one) * cells_ + other]; }

 private:
  int cells_;
  std::vector<char> blocks_;
};

struct Features {
  int stage, regions, passages, astray;

  auto operator<=>(const Features&) const = default;
};

class Fess {
 public:
  Fess(const Level& level, unsigned variant, Control& control)
      : level_(level),
        control_(control),
        plan_(level, variant, control),
        obstacles_(level),
        board_(level),
        reach_(level),
        after_(level),
        freeze_(level),
        matching_(level.costs()),
        corrals_(level),
        corral_proof_(level, 100, control),
        tangle_proof_(level, 300, control),
        tour_(level, Motion::push),
        positions_(level.boxes() + 1, control),
        nodes_(Accounted<Node>(control)),
        is_passage_(level.floor()),
        row_(level.boxes() + 1) {
    for (int box = 0; box < level.boxes(); ++box) kinds_.push_back(level.kind(box));
    std::sort(kinds_.begin(), kinds_.end());
    constexpr int up = 0, left = 1, right = 2, down = 3;
    for (int cell = 0; cell < level.floor(); ++cell) {
      const auto wall = [&](int d) { return level.next(cell, d) == level.outside(); };
      is_passage_[cell] = (wall(up) && wall(down)) || (wall(left) && wall(right));
    }
  }

  enum class Verdict { solved, exhausted, gave_up };

  // Gives up after so many positions.
  Verdict run(std::size_t most_positions) {
    for (int box = 0; box < level_.boxes(); ++box) board_.add(level_.start()[box], level_.kind(box));
    reach_.fill(board_, level_.players().front());
    const auto root = add(none, {});
    if (root == none) return Verdict::exhausted;
    if (goal_ != none) return Verdict::solved;
    while (goal_ == none) {
      if (positions_.size() >= most_positions) return Verdict::gave_up;
      const auto cell = next_cell();
      if (!cell) return Verdict::exhausted;
      expand_from(*cell);
    }
    return Verdict::solved;
  }

  // Every step of the player on the way that was found.
  std::vector<int> plan();

 private:
  static constexpr Id none = 0xffffffff;

  // A box goes from one cell to another, and leaves the player beside it.
  struct Move {
    Cell from, to;
    std::uint8_t side;
  };
  struct Node {
    Id parent;
    std::uint32_t weight;
    Move move;
  };
  struct Leaf {
    Id node;
    Move move;
  };
  struct FeatureCell {
    std::vector<Vector<Leaf>> by_weight;
    std::size_t least = 0;
    std::size_t leaves = 0;
  };

  // By turns the next cell in the order in which they were met, and the one with the cheapest move of all, the best
  // packed if there are several.
  std::optional<std::size_t> next_cell() {
    cheapest_ = !cheapest_;
    if (cheapest_) {
      std::optional<std::size_t> best;
      for (const auto& [features, number] : cell_of_) {
        if (cells_[number].leaves > 0 && (!best || cells_[number].least <= cells_[*best].least)) best = number;
      }
      return best;
    }
    for (std::size_t tries = 0; tries < cells_.size(); ++tries) {
      turn_ = (turn_ + 1) % cells_.size();
      if (cells_[turn_].leaves > 0) return turn_;
    }
    return std::nullopt;
  }

  // Makes the cheapest moves of a feature cell until one leads to a new position that is not dead.
  void expand_from(std::size_t number) {
    while (cells_[number].leaves > 0 && goal_ == none) {
      FeatureCell& cell = cells_[number];
      const Leaf leaf = cell.by_weight[cell.least].back();
      weight_ = static_cast<std::uint32_t>(cell.least);
      cell.by_weight[cell.least].pop_back();
      --cell.leaves;
      while (cell.leaves > 0 && cell.by_weight[cell.least].empty()) ++cell.least;
      ++control_.generated;
      if (control_.due()) control_.poll(64);
      load(leaf.node);
      board_.move(board_.box_at(leaf.move.from), leaf.move.to);
      reach_.fill(board_, level_.next(leaf.move.to, leaf.move.side));
      if (add(leaf.node, leaf.move) != none) return;
    }
  }

  void load(Id node) {
    const Cell* row = positions_[node];
    board_.clear();
    for (std::size_t box = 0; box < kinds_.size(); ++box) board_.add(row[box], kinds_[box]);
    player_ = row[kinds_.size()];
  }

  // The position on board_ joins the tree, unless it is known or dead.
  Id add(Id parent, Move move) {
    order_.clear();
    for (int box = 0; box < board_.boxes(); ++box) order_.emplace_back(board_.kind(box), board_.cell(box));
    std::sort(order_.begin(), order_.end());
    for (std::size_t i = 0; i < order_.size(); ++i) row_[i] = order_[i].second;
    row_.back() = reach_.first();
    const auto [id, fresh] = positions_.insert(row_.data());
    if (!fresh) return none;
    nodes_.push_back({parent, weight_, move});
    if (is_solved()) {
      goal_ = id;
      return id;
    }
    load(id);
    for (int box = 0; box < board_.boxes(); ++box) {
      matching_.set(box, level_.line(board_.kind(box), level_.stance(board_.cell(box), player_)));
    }
    if (matching_.total() >= Matching::infinite || corral_proof_.dead(board_, reach_)) return none;
    if (parent != none && tangle_proof_.dead(board_, move.to, player_)) return none;
    ++control_.expanded;
    control_.stored = positions_.size();
    offer_moves(id);
    return id;
  }

  bool is_solved() const {
    return std::all_of(level_.targets().begin(), level_.targets().end(), [&](Cell target) {
      return board_.has_box(target) && level_.accepts(target, board_.kind(board_.box_at(target)));
    });
  }

  Features features(int regions) const {
    const int stage = plan_.stage(board_);
    int passages = 0;
    for (int box = 0; box < board_.boxes(); ++box) {
      const Cell cell = board_.cell(box);
      passages += is_passage_[cell] && !level_.is_target(cell);
    }
    return {stage, regions, passages, plan_.astray(board_, stage)};
  }

  // How often a box keeps another from all targets, this one or that being on `cell`.
  int hot_spots(Cell cell) const {
    int hot = 0;
    for (int other = 0; other < board_.boxes(); ++other) {
      hot += obstacles_.blocks(cell, board_.cell(other)) + obstacles_.blocks(board_.cell(other), cell);
    }
    return hot;
  }

  // What an advisor goes by: less is better.
  enum Advisor { packing, connectivity, rooms, plan_keeper, cooler, explorer, advisors };

  // All moves from the position on board_, whose player can walk as in reach_.
  void offer_moves(Id id) {
    struct Offer {
      Move move;
      bool advised;
    };
    std::vector<Offer> offers;
    std::vector<unsigned> first_sides(board_.boxes(), 0xf);
    if (corrals_.restrict(board_, reach_)) {
      std::fill(first_sides.begin(), first_sides.end(), 0);
      for (const Push push : corrals_.pushes()) first_sides[push.box] |= 1u << Level::opposite(push.direction);
    }
    corrals_.find_regions(reach_);
    const Features now = features(corrals_.regions() + 1);
    const int room = reach_.size();
    using Score = std::array<int, 4>;
    std::array<Score, advisors> best;
    std::array<int, advisors> named;
    named.fill(-1);
    best[packing] = {-now.stage};
    best[connectivity] = {now.regions};
    best[rooms] = {now.passages};
    best[plan_keeper] = {now.astray};
    best[cooler] = {0};
    best[explorer] = {-room};
    for (Score& score : best) score[1] = score[2] = score[3] = -(1 << 20);
    for (int box = 0; box < board_.boxes(); ++box) {
      const Cell home = board_.cell(box);
      if (first_sides[box] == 0) continue;
      control_.heed();  // on a large floor the moves of all boxes take seconds
      const int hot = hot_spots(home);
      const bool opens = std::ranges::any_of(level_.next(home), [&](Cell at) { return reach_.shut_out().has(at); });
      tour_.find(board_, box, reach_, first_sides[box]);
      for (std::size_t i = 1; i < tour_.stops().size(); ++i) {
        const auto& stop = tour_.stops()[i];
        ++control_.generated;
        board_.move(box, stop.cell);
        if (!freeze_.deadlocked(board_, stop.cell)) {
          // Mostly the player can walk as before, but where the box was and not where it is.
          int regions = now.regions, then_room = room;
          const auto is_free = [&](Cell at) { return !board_.blocked(at); };
          if (opens || !reach_.has(stop.cell) || !level_.joined_around(stop.cell, is_free)) {
            after_.fill(board_, level_.next(stop.cell, stop.side));
            corrals_.find_regions(after_);
            regions = corrals_.regions() + 1;
            then_room = after_.size();
          }
          const Features then = features(regions);
          const auto consider = [&](Advisor advisor, Score score) {
            if (!(score < best[advisor])) return;
            best[advisor] = score;
            named[advisor] = static_cast<int>(offers.size());
          };
          consider(packing, {-then.stage, then.regions, then.astray, stop.length});
          consider(connectivity, {then.regions, -then.stage, then.astray, stop.length});
          consider(rooms, {then.passages, -then.stage, then.regions, stop.length});
          consider(plan_keeper, {then.astray, -then.stage, then.regions, stop.length});
          consider(cooler, {hot_spots(stop.cell) - hot, -then.stage, then.regions, stop.length});
          consider(explorer, {-then_room, -then.stage, then.regions, stop.length});
          offers.push_back({{home, stop.cell, stop.side}, false});
        }
        board_.move(box, home);
      }
    }
    if (control_.due()) control_.poll(1024);
    for (const int number : named) {
      if (number >= 0) offers[number].advised = true;
    }
    const auto [entry, fresh] = cell_of_.emplace(now, cells_.size());
    if (fresh) cells_.emplace_back();
    FeatureCell& cell = cells_[entry->second];
    const std::uint32_t weight = nodes_[id].weight;
    if (cell.by_weight.size() < weight + 2) cell.by_weight.resize(weight + 2, Vector<Leaf>(Accounted<Leaf>(control_)));
    for (const Offer& offer : offers) {
      const std::size_t cost = weight + !offer.advised;
      cell.by_weight[cost].push_back({id, offer.move});
      cell.least = cell.leaves == 0 ? cost : std::min(cell.least, cost);
      ++cell.leaves;
    }
  }

  const Level& level_;
  Control& control_;
  PackingPlan plan_;
  Obstacles obstacles_;
  Board board_;
  Reach reach_, after_;
  Freeze freeze_;
  Matching matching_;
  Corrals corrals_;
  CorralProof corral_proof_;
  TangleProof tangle_proof_;
  Tour tour_;
  Positions positions_;
  Vector<Node> nodes_;
  std::vector<FeatureCell> cells_;
  std::map<Features, std::size_t> cell_of_;
  std::size_t turn_ = 0;
  bool cheapest_ = false;
  std::vector<char> is_passage_;
  std::vector<int> kinds_;  // of the boxes in a row
  std::vector<Cell> row_;
  std::vector<std::pair<int, Cell>> order_;
  Cell player_ = 0;
  std::uint32_t weight_ = 0;
  Id goal_ = none;
};

std::vector<int> Fess::plan() {
  std::vector<Move> moves;
  for (Id id = goal_; nodes_[id].parent != none; id = nodes_[id].parent) moves.push_back(nodes_[id].move);
  std::reverse(moves.begin(), moves.end());
  board_.clear();
  for (int box = 0; box < level_.boxes(); ++box) board_.add(level_.start()[box], level_.kind(box));
  Cell player = level_.players().front();
  Walk walk(level_);
  std::vector<int> plan;
  for (const Move& move : moves) {
    const int box = board_.box_at(move.from);
    reach_.fill(board_, player);
    tour_.find(board_, box, reach_);
    const auto& stops = tour_.stops();
    const auto stop = std::find_if(stops.begin() + 1, stops.end(),
                                   [&](const Tour::Stop& at) { return at.cell == move.to && at.side == move.side; });
    for (const int direction : tour_.way(static_cast<int>(stop - stops.begin()))) {
      const Cell cell = board_.cell(box);
      walk.fill(board_, player);
      const auto steps = walk.way(level_.next(cell, Level::opposite(direction)));
      plan.insert(plan.end(), steps.begin(), steps.end());
      plan.push_back(direction);
      board_.move(box, level_.next(cell, direction));
      player = cell;
    }
  }
  return plan;
}

}  // namespace

search::Solution feature_space_search(const Level& level, unsigned variant, std::size_t most_positions,
                                      Control& control) {
  search::Solution solution;
  Fess fess(level, variant, control);
  switch (fess.run(most_positions)) {
    case Fess::Verdict::solved:
      solution.plan = fess.plan();
      solution.status = search::Status::solved;
      break;
    case Fess::Verdict::exhausted:
      solution.status = search::Status::unsolvable;
      break;
    case Fess::Verdict::gave_up:
      break;
  }
  return solution;
}

}  // namespace budge::sokoban
