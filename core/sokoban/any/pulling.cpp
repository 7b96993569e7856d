// The search of fess.cpp turned round, without an order: the more cells where boxes start hold one, the better, then
// the fewer parts boxes cut the floor into, and so on. Pulls have fewer ways to go wrong for good than pushes: what is
// left out is only what leaves some box without a start that it may have come from. A move that nobody names costs one
// since the best position on the way.
#include "sokoban/any/pulling.hpp"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "sokoban/any/advisors.hpp"
#include "sokoban/any/cut.hpp"
#include "sokoban/any/feature_cells.hpp"
#include "sokoban/any/openings.hpp"
#include "sokoban/any/packing_plan.hpp"
#include "sokoban/any/rooms.hpp"
#include "sokoban/any/sinks.hpp"
#include "sokoban/any/steps.hpp"
#include "sokoban/bounds/sideless.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/cell_set.hpp"
#include "sokoban/rules/positions.hpp"
#include "sokoban/rules/tour.hpp"

namespace budge::sokoban {

class PullingSearch::Pulling {
 public:
  using Cell = Level::Cell;
  using Id = Positions::Id;

  Pulling(const Level& level, Control& control)
      : level_(level),
        control_(control),
        rooms_(level),
        plan_(PackingPlan::without_order(level, level.start())),
        cuts_(level, rooms_),
        advisors_(plan_),
        board_(level),
        reach_(level),
        after_(level),
        tour_(level, Motion::pull),
        way_back_(level, Motion::pull),
        openings_(level, Motion::pull, cuts_),
        starts_(level, level.start()),
        unused_(level.boxes(), 0),
        positions_(level.boxes() + 1, control),
        nodes_(Accounted<Node>(control)),
        leaves_(control),
        row_(level.boxes() + 1) {
    find_nearness();
  }

  enum class Verdict { solved, exhausted, going_on };

  Verdict run(std::uint64_t nodes) {
    if (nodes_.empty()) add_ends();
    control_.stage = {"pulling boxes off targets", filled_, plan_.stages()};
    const std::uint64_t before = control_.generated;
    while (goal_ == none) {
      if (control_.generated - before >= nodes) return Verdict::going_on;
      const auto leaf = leaves_.next();
      if (!leaf) return Verdict::exhausted;
      make(*leaf);
    }
    return Verdict::solved;
  }

  std::vector<int> plan() { return way_from(goal_, level_.players().front()); }
  std::vector<int> way_from(Id id, Cell player);

  const Positions& positions() const { return positions_; }

 private:
  static constexpr Id none = 0xffffffff;
  using Leaves = FeatureCells<BoxMove>;

  struct Node {
    std::uint64_t best_score;  // on the way here
    std::uint64_t best_cell;   // of the position that has it
    Id parent;
    std::uint32_t weight;
    BoxMove move;
  };

  // The fewer pushes a cell is from where some box starts, the more.
  void find_nearness() {
    const CostTable table = pushes_from_start(level_);
    int farthest = 0;
    nearness_.assign(level_.floor() + 1, 0);
    for (int cell = 0; cell < level_.box_cells(); ++cell) {
      const int least = *std::min_element(table.line(cell), table.line(cell) + table.columns);
      nearness_[cell] = least == CostTable::far ? level_.floor() : least;
      farthest = std::max(farthest, nearness_[cell]);
    }
    for (int& nearness : nearness_) nearness = farthest - nearness;
  }

  // The player may end in any part of the floor.
  void add_ends() {
    put_on_targets();
    CellSet left = board_.free();
    while (!left.empty() && goal_ == none) {
      put_on_targets();
      reach_.fill(board_, left.first());
      left.subtract(reach_.cells());
      add(none, 0, {});
    }
  }

  void put_on_targets() {
    board_.clear();
    for (const Cell target : level_.targets()) board_.add(target, 0);
  }

  void make(const Leaves::Leaf& leaf) {
    ++control_.generated;
    if (control_.due()) control_.poll(64);
    load(leaf.node);
    board_.move(board_.box_at(leaf.move.from), leaf.move.to);
    reach_.fill(board_, level_.next(leaf.move.to, leaf.move.side));
    add(leaf.node, leaf.weight, leaf.move);
  }

  void load(Id node) {
    const Cell* row = positions_[node];
    board_.clear();
    for (int box = 0; box < level_.boxes(); ++box) board_.add(row[box], 0);
  }

  // The position on board_ joins the tree, unless it is known.
  void add(Id parent, std::uint32_t weight, BoxMove move) {
    for (int box = 0; box < board_.boxes(); ++box) row_[box] = board_.cell(box);
    std::sort(row_.begin(), row_.end() - 1);
    row_.back() = reach_.first();
    const auto [id, fresh] = positions_.insert(row_.data());
    if (!fresh) return;
    nodes_.push_back({0, 0, parent, weight, move});
    if (is_start()) {
      goal_ = id;
      return;
    }
    load(id);
    ++control_.expanded;
    control_.stored = positions_.size();
    offer_moves(id);
  }

  bool is_start() const {
    return reach_.has(level_.players().front()) &&
           std::ranges::all_of(level_.start(), [&](Cell cell) { return board_.has_box(cell); });
  }

  Features features() {
    const Cut cut = cuts_.of(board_);
    int near = 0;
    for (int box = 0; box < board_.boxes(); ++box) near += nearness_[board_.cell(box)];
    return {plan_.stage(board_), cut.regions, cut.links, 0, 0, near};
  }

  // All moves from the position on board_, whose player can walk as in reach_.
  void offer_moves(Id id) {
    const Features now = features();
    control_.stage.done = filled_ = std::max(filled_, now.stage);
    starts_.match(board_, unused_);
    offers_.clear();
    for (int box = 0; box < board_.boxes(); ++box) {
      tour_.find(board_, box, reach_);
      if (tour_.stops().size() > 1) offer_moves_of(box, now);
    }
    heed_limits();
    advisors_.advise(now, offers_, [&](const Offer& offer) { return can_undo(offer.move); });
    hand_on(id, now);
  }

  // Of very many moves every advisor, and handing them on, takes its time.
  void heed_limits() {
    if (control_.due() || offers_.size() > 10'000) control_.poll(1024);
  }

  void offer_moves_of(int box, const Features& now) {
    heed_limits();
    const Cell home = board_.cell(box);
    cuts_.lift(board_, box);
    starts_.lift(box);
    openings_.lift(board_, box, reach_);
    for (std::size_t i = 1; i < tour_.stops().size(); ++i) {
      const Tour::Stop& stop = tour_.stops()[i];
      ++control_.generated;
      if (!starts_.match_with(stop.cell)) continue;
      const BoxMove move{home, stop.cell, stop.side, static_cast<std::uint16_t>(stop.length)};
      board_.move(box, stop.cell);
      const Cut cut = cuts_.drop(stop.cell, tour_.sides());
      const Features then{now.stage - plan_.is_place(home) + plan_.is_place(stop.cell),
                          cut.regions,
                          cut.links,
                          0,
                          0,
                          now.far - nearness_[home] + nearness_[stop.cell]};
      offers_.push_back({move, then, then.score(), openings_.any(board_, stop, tour_.sides())});
      board_.move(box, home);
    }
  }

  // True if the box can be pulled back to where it came from, and the player can walk as before.
  bool can_undo(const BoxMove& move) {
    const int box = board_.box_at(move.from);
    board_.move(box, move.to);
    after_.fill(board_, level_.next(move.to, move.side));
    way_back_.find(board_, box, after_);
    board_.move(box, move.from);
    return std::ranges::any_of(way_back_.stops(), [&](const Tour::Stop& stop) {
      return stop.cell == move.from && reach_.has(level_.next(stop.cell, stop.side));
    });
  }

  // The offers become leaves of the cell that the position lies in.
  void hand_on(Id id, const Features& now) {
    Node& node = nodes_[id];
    node.best_score = now.score();
    node.best_cell = now.cell();
    if (node.parent != none && nodes_[node.parent].best_score >= node.best_score) {
      node.best_score = nodes_[node.parent].best_score;
      node.best_cell = nodes_[node.parent].best_cell;
    } else {
      node.weight = 0;  // whatever led to progress is paid
    }
    const std::uint32_t cell = leaves_.enter(node.best_cell, node.best_score);
    for (const Offer& offer : offers_) {
      leaves_.add(cell, id, node.weight + !offer.is_advised(), offer.score, offer.move);
    }
  }

  const Level& level_;
  Control& control_;
  Rooms rooms_;
  PackingPlan plan_;
  Cuts cuts_;
  Advisors advisors_;
  Board board_;
  Reach reach_, after_;
  Tour tour_, way_back_;
  Openings openings_;
  Sinks starts_;
  const std::vector<Cell> unused_;  // all of them
  Positions positions_;
  Vector<Node> nodes_;
  Leaves leaves_;
  std::vector<int> nearness_;  // by cell
  std::vector<Cell> row_;
  std::vector<Offer> offers_;
  Id goal_ = none;  // the start of the level
  int filled_ = 0;  // starts, at most so far
};

std::vector<int> PullingSearch::Pulling::way_from(Id id, Cell player) {
  Steps steps(level_, player);
  Tour push(level_, Motion::push);
  load(id);
  for (; nodes_[id].parent != none; id = nodes_[id].parent) {
    const BoxMove& move = nodes_[id].move;
    const Cell ends = positions_[nodes_[id].parent][level_.boxes()];  // where the player can walk then
    const int box = board_.box_at(move.to);
    reach_.fill(board_, steps.player());
    push.find(board_, box, reach_);
    const auto& stops = push.stops();
    const auto stop = std::find_if(stops.begin() + 1, stops.end(), [&](const Tour::Stop& at) {
      if (at.cell != move.from) return false;
      board_.move(box, at.cell);
      after_.fill(board_, level_.next(at.cell, at.side));
      board_.move(box, move.to);
      return after_.first() == ends;
    });
    assert(stop != stops.end());
    steps.push(board_, box, push.way(static_cast<int>(stop - stops.begin())));
  }
  return steps.all();
}

PullingSearch::PullingSearch(const Level& level, Control& control)
    : pulling_(std::make_unique<Pulling>(level, control)) {}

PullingSearch::~PullingSearch() = default;

const Positions& PullingSearch::positions() const { return pulling_->positions(); }

std::vector<int> PullingSearch::way_from(Positions::Id id, Level::Cell player) {
  return pulling_->way_from(id, player);
}

std::optional<search::Solution> PullingSearch::go_on(std::uint64_t nodes) {
  search::Solution solution;
  switch (pulling_->run(nodes)) {
    case Pulling::Verdict::solved:
      solution.plan = pulling_->plan();
      solution.status = search::Status::solved;
      return solution;
    case Pulling::Verdict::exhausted:
      solution.status = search::Status::unsolvable;
      return solution;
    case Pulling::Verdict::going_on:
      break;
  }
  return std::nullopt;
}

}  // namespace budge::sokoban
