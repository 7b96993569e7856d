// The search keeps a tree of positions, but decides in a small *feature space* where to go on (see features.hpp and
// feature_cells.hpp). A position lies in the cell of the best one on the way to it, itself included: a detour that
// makes things worse for a while stays in the good cell. A move takes one box anywhere it can go; moves that one of the
// advisors names are free, all others cost one (see Price). All pruning is sound: where every move has been tried in
// vain, there is no plan.
#include "sokoban/any/fess.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "sokoban/any/advisors.hpp"
#include "sokoban/any/cut.hpp"
#include "sokoban/any/feature_cells.hpp"
#include "sokoban/any/hot_spots.hpp"
#include "sokoban/any/openings.hpp"
#include "sokoban/any/packing_plan.hpp"
#include "sokoban/any/prospects.hpp"
#include "sokoban/any/rooms.hpp"
#include "sokoban/any/steps.hpp"
#include "sokoban/bounds/bound.hpp"
#include "sokoban/deadlocks/corral.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "sokoban/rules/board.hpp"
#include "sokoban/rules/positions.hpp"
#include "sokoban/rules/tour.hpp"
#include "support/mix.hpp"

namespace budge::sokoban {

class FeatureSpaceSearch::Fess {
 public:
  using Cell = Level::Cell;
  using Id = Positions::Id;

  Fess(const Level& level, Placement from, const FessOptions& options, Deadlocks& deadlocks, Control& control,
       const std::vector<std::uint8_t>& weights)
      : level_(level),
        from_(std::move(from)),
        deadlocks_(deadlocks),
        control_(control),
        options_(options),
        rooms_(level),
        plan_(packing_plan(weights)),
        cuts_(level, rooms_),
        hot_spots_(level),
        advisors_(plan_),
        prospects_(level, plan_, from_),
        board_(level),
        reach_(level),
        after_(level),
        freeze_(level),
        bound_(level, Metric::pushes, Heuristic::matching),
        corrals_(level),
        tour_(level, Motion::push),
        way_back_(level, Motion::push),
        openings_(level, Motion::push, cuts_),
        positions_(level.boxes() + 1, control),
        nodes_(Accounted<Node>(control)),
        leaves_(control),
        distance_(level.floor() + 1, 0),
        row_(level.boxes() + 1) {
    for (int box = 0; box < level.boxes(); ++box) kinds_.push_back(level.kind(box));
    std::sort(kinds_.begin(), kinds_.end());
    find_distances();
  }

  enum class Verdict { solved, exhausted, going_on };

  Verdict run(std::uint64_t nodes) {
    if (nodes_.empty()) begin();
    control_.stage = {plan_.has_order() ? "packing boxes by plan" : "filling targets", packed_, plan_.stages()};
    const std::uint64_t before = control_.generated;
    while (goal_ == none) {
      if (control_.generated - before >= nodes) return Verdict::going_on;
      const auto leaf = leaves_.next();
      if (!leaf) return Verdict::exhausted;
      make(*leaf);
    }
    return Verdict::solved;
  }

  // Every step of the player on the way that was found; who named the moves that it is made of goes into `trace`.
  std::vector<int> plan(Trace& trace) { return way_to(goal_, trace); }
  std::vector<int> way_to(Id end, Trace& trace);

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
    bool spoilt;  // see Prospects
    std::int32_t pushes;
  };
  static constexpr std::uint32_t spoilt_price = 1000;  // that of a move which spoils the plan: others come first

  PackingPlan packing_plan(const std::vector<std::uint8_t>& weights) {
    if (options_.order == Order::any) return PackingPlan::without_order(level_, level_.targets());
    return {level_, unpack(level_, rooms_, from_.boxes, {options_.sink, weights}, options_.plan_until, control_),
            options_.parking};
  }

  void begin() {
    place_boxes();
    reach_.fill(board_, from_.player);
    add(none, 0, {});
  }

  void place_boxes() {
    for (int box = 0; box < level_.boxes(); ++box) board_.add(from_.boxes[box], level_.kind(box));
  }

  // Pushes of every cell to the target nearest to it, the player being anywhere. Boxes that are far leave room around
  // targets that are filled in order; where they are filled as it comes, it is well if none has far to go.
  void find_distances() {
    std::vector<Cell> queue(level_.targets());
    std::vector<char> met(level_.floor() + 1, 0);
    for (const Cell target : queue) met[target] = 1;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (int d = 0; d < Level::directions; ++d) {
        const Cell to = level_.next(queue[i], d);
        if (to >= level_.box_cells() || met[to] || level_.next(to, d) == level_.outside()) continue;
        met[to] = 1;
        distance_[to] = distance_[queue[i]] + 1;
        queue.push_back(to);
      }
    }
    if (plan_.has_order()) return;
    const int farthest = *std::ranges::max_element(distance_);
    for (int& distance : distance_) distance = farthest - distance;
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
    for (std::size_t box = 0; box < kinds_.size(); ++box) board_.add(row[box], kinds_[box]);
    player_ = row[kinds_.size()];
  }

  // The position on board_ joins the tree, unless it is known or dead.
  void add(Id parent, std::uint32_t weight, BoxMove move) {
    order_.clear();
    for (int box = 0; box < board_.boxes(); ++box) order_.emplace_back(board_.kind(box), board_.cell(box));
    std::sort(order_.begin(), order_.end());
    for (std::size_t i = 0; i < order_.size(); ++i) row_[i] = order_[i].second;
    row_.back() = reach_.first();
    const auto [id, fresh] = positions_.insert(row_.data());
    const int pushes = parent == none ? 0 : nodes_[parent].pushes + move.pushes;
    if (!fresh && (!is_limited() || nodes_[id].pushes <= pushes)) return;
    if (fresh) nodes_.emplace_back();
    const bool spoilt = move.spoils || (parent != none && nodes_[parent].spoilt);
    nodes_[id] = {0, 0, parent, weight, move, spoilt, pushes};
    if (board_.solves(level_)) {
      goal_ = id;
      return;
    }
    load(id);
    if (is_dead(parent == none ? std::nullopt : std::optional(move.to))) return;
    ++control_.expanded;
    control_.stored = positions_.size();
    offer_moves(id);
  }

  // A box was moved to a cell, but for the first position.
  bool is_dead(std::optional<Cell> moved) {
    return deadlocks_.known(board_, moved, player_) || bound_(board_, player_).pushes >= PushBound::infinite ||
           deadlocks_.proven(board_, reach_, moved, player_);
  }

  Features features() {
    const int stage = plan_.stage(board_);
    const Cut cut = cuts_.of(board_);
    int far = 0;
    for (int box = 0; box < board_.boxes(); ++box) far += distance_[board_.cell(box)];
    return {stage, cut.regions, cut.links, plan_.astray(board_, stage), hot_spots_.count(board_), far};
  }

  // The features after `box`, lifted, is put down on a cell, where the board has it already.
  Features features_with(const Features& now, int box, Cell home, Cell to) {
    const int stage = plan_.stage(board_);
    const Cut cut = cuts_.drop(to, tour_.sides());
    const int astray = stage == now.stage ? now.astray - plan_.is_out(stage, home) + plan_.is_out(stage, to)
                                          : plan_.astray(board_, stage);
    return {stage,
            cut.regions,
            cut.links,
            astray,
            hot_spots_.with(board_, box, home, to),
            now.far - distance_[home] + distance_[to]};
  }

  // All moves from the position on board_, whose player can walk as in reach_.
  void offer_moves(Id id) {
    std::vector<unsigned> first_sides(board_.boxes(), 0xf);
    if (corrals_.restrict(board_, reach_)) {
      std::fill(first_sides.begin(), first_sides.end(), 0);
      for (const Push push : corrals_.pushes()) first_sides[push.box] |= 1u << Level::opposite(push.direction);
    }
    const Features now = features();
    control_.stage.done = packed_ = std::max(packed_, now.stage);
    hot_spots_.note(board_);
    bound_.begin();
    offers_.clear();
    for (int box = 0; box < board_.boxes(); ++box) {
      if (first_sides[box] == 0) continue;
      tour_.find(board_, box, reach_, first_sides[box]);
      if (tour_.stops().size() > 1) offer_moves_of(id, box, now);
    }
    advise(now);
    while (hopeful() && std::erase_if(offers_, [&](const Offer& offer) { return cannot_end(offer); }) > 0) advise(now);
    hand_on(id, now);
  }

  bool hopeful() const { return options_.offered == Offered::hopeful; }

  // Of very many moves every advisor, and handing them on, takes its time.
  void heed_limits() {
    if (control_.due() || offers_.size() > 10'000) control_.poll(1024);
  }

  void advise(const Features& now) {
    heed_limits();
    advisors_.advise(now, offers_, [&](const Offer& offer) { return can_undo(offer.move); });
  }

  // True if a move that is named leaves some box without a target; of all moves it would take too long to ask.
  bool cannot_end(const Offer& offer) {
    if (!offer.is_advised()) return false;
    const BoxMove& move = offer.move;
    const int box = board_.box_at(move.from);
    board_.move(box, move.to);
    const bool lost = bound_(board_, level_.next(move.to, move.side)).pushes >= PushBound::infinite;
    board_.move(box, move.from);
    return lost;
  }

  void offer_moves_of(Id id, int box, const Features& now) {
    heed_limits();
    const Cell home = board_.cell(box);
    cuts_.lift(board_, box);
    openings_.lift(board_, box, reach_);
    for (std::size_t i = 1; i < tour_.stops().size(); ++i) {
      const Tour::Stop& stop = tour_.stops()[i];
      ++control_.generated;
      BoxMove move{home, stop.cell, stop.side, static_cast<std::uint16_t>(stop.length)};
      if (is_limited() && pushes_through(id, move) > options_.most_pushes) continue;
      board_.move(box, stop.cell);
      const Cell player = level_.next(stop.cell, stop.side);
      const bool lost = freeze_.deadlocked(board_, stop.cell), freezes = freeze_.found();
      if (!lost && !(hopeful() && deadlocks_.foreseen(board_, stop.cell, player))) {
        const Features then = features_with(now, box, home, stop.cell);
        move.spoils = freezes && plan_.has_order() && prospects_.spoilt(board_, then.stage);
        offers_.push_back({move, then, then.score(), openings_.any(board_, stop, tour_.sides())});
      }
      board_.move(box, home);
    }
  }

  bool is_limited() const { return options_.most_pushes != FessOptions{}.most_pushes; }

  // Of any plan that goes on with this move: at least so many.
  int pushes_through(Id id, const BoxMove& move) {
    const PushBound::Step step{board_.box_at(move.from), Level::opposite(move.side), move.pushes, move.to, false};
    const int to_come = bound_.after(board_, player_, step).pushes;
    return to_come >= PushBound::infinite ? to_come : nodes_[id].pushes + move.pushes + to_come;
  }

  // True if the box can be pushed back to where it came from, and the player can walk as before.
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

  // By chance, but for one seed always the same moves.
  bool is_dear(const BoxMove& move) const {
    const auto bits = std::uint64_t{move.from} << 32 | std::uint64_t{move.to} << 8 | move.side;
    return mix(options_.seed ^ mix(bits)) % 4 == 0;
  }

  // The offers become leaves of the cell that the position lies in.
  void hand_on(Id id, const Features& now) {
    Node& node = nodes_[id];
    node.best_score = now.score();
    node.best_cell = now.cell();
    if (node.parent != none && (node.spoilt || nodes_[node.parent].best_score >= node.best_score)) {
      node.best_score = nodes_[node.parent].best_score;
      node.best_cell = nodes_[node.parent].best_cell;
    } else if (options_.price == Price::since_best) {
      node.weight = 0;
    }
    const std::uint32_t cell = leaves_.enter(node.best_cell, node.best_score);
    heed_limits();
    const bool counts_pushes = options_.price >= Price::two_detours;
    const int least = counts_pushes ? node.pushes + bound_(board_, player_).pushes : 0;
    if (counts_pushes) bound_.begin();
    for (const Offer& offer : offers_) {
      std::uint32_t weight = node.weight + !offer.is_advised();
      if (counts_pushes) {
        const int through = pushes_through(id, offer.move);
        if (through >= PushBound::infinite) continue;
        weight = node.weight + (offer.is_advised() ? 0 : static_cast<std::uint32_t>(options_.price)) +
                 static_cast<std::uint32_t>(std::max(0, through - least)) / 2;
      }
      if (options_.seed != 0) weight += is_dear(offer.move);
      if (offer.move.spoils) weight += spoilt_price;
      leaves_.add(cell, id, weight, offer.score, offer.move);
    }
  }

  const Level& level_;
  const Placement from_;
  Deadlocks& deadlocks_;
  Control& control_;
  FessOptions options_;
  Rooms rooms_;
  PackingPlan plan_;
  Cuts cuts_;
  HotSpots hot_spots_;
  Advisors advisors_;
  Prospects prospects_;
  Board board_;
  Reach reach_, after_;
  Freeze freeze_;
  PushBound bound_;
  Corrals corrals_;
  Tour tour_, way_back_;
  Openings openings_;
  Positions positions_;
  Vector<Node> nodes_;
  Leaves leaves_;
  std::vector<int> distance_;  // by cell
  std::vector<int> kinds_;     // of the boxes in a row
  std::vector<Cell> row_;
  std::vector<std::pair<int, Cell>> order_;
  std::vector<Offer> offers_;
  Cell player_ = 0;
  Id goal_ = none;
  int packed_ = 0;  // the furthest stage of the plan so far
};

std::vector<int> FeatureSpaceSearch::Fess::way_to(Id end, Trace& trace) {
  for (const PackingStep& step : plan_.steps()) {
    trace.packing.push_back({level_.grid(step.to), step.from == level_.outside() ? -1 : level_.grid(step.from)});
  }
  std::vector<BoxMove> moves;
  for (Id id = end; nodes_[id].parent != none; id = nodes_[id].parent) moves.push_back(nodes_[id].move);
  std::reverse(moves.begin(), moves.end());
  board_.clear();
  place_boxes();
  Steps steps(level_, from_.player);
  for (const BoxMove& move : moves) {
    const int box = board_.box_at(move.from);
    trace.macro_moves.push_back({level_.grid(move.from), level_.grid(move.to),
                                 level_.grid(level_.next(move.to, move.side)), name(move.advisor),
                                 plan_.stage(board_)});
    reach_.fill(board_, steps.player());
    tour_.find(board_, box, reach_);
    const auto& stops = tour_.stops();
    const auto stop = std::find_if(stops.begin() + 1, stops.end(),
                                   [&](const Tour::Stop& at) { return at.cell == move.to && at.side == move.side; });
    steps.push(board_, box, tour_.way(static_cast<int>(stop - stops.begin())));
  }
  return steps.all();
}

FeatureSpaceSearch::FeatureSpaceSearch(const Level& level, const FessOptions& options, Deadlocks& deadlocks,
                                       Control& control)
    : FeatureSpaceSearch(level, level.placement(), options, deadlocks, control) {}

FeatureSpaceSearch::FeatureSpaceSearch(const Level& level, Placement from, const FessOptions& options,
                                       Deadlocks& deadlocks, Control& control, const std::vector<std::uint8_t>& weights)
    : fess_(std::make_unique<Fess>(level, std::move(from), options, deadlocks, control, weights)) {}

FeatureSpaceSearch::~FeatureSpaceSearch() = default;

const Positions& FeatureSpaceSearch::positions() const { return fess_->positions(); }

std::vector<int> FeatureSpaceSearch::way_to(Positions::Id id) {
  Trace trace;
  return fess_->way_to(id, trace);
}

std::optional<search::Solution> FeatureSpaceSearch::go_on(std::uint64_t nodes) {
  search::Solution solution;
  switch (fess_->run(nodes)) {
    case Fess::Verdict::solved:
      solution.plan = fess_->plan(solution.trace);
      solution.status = search::Status::solved;
      return solution;
    case Fess::Verdict::exhausted:
      solution.status = search::Status::unsolvable;
      return solution;
    case Fess::Verdict::going_on:
      break;
  }
  return std::nullopt;
}

}  // namespace budge::sokoban
