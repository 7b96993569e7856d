// A move takes a box towards the targets, in the order of a packing plan unless told otherwise. All pruning is sound:
// where every move has been tried in vain, there is no plan.
#include "sokoban/any/fess.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "sokoban/any/feature_tree.hpp"
#include "sokoban/any/hot_spots.hpp"
#include "sokoban/any/prospects.hpp"
#include "sokoban/any/steps.hpp"
#include "sokoban/bounds/bound.hpp"
#include "sokoban/deadlocks/corral.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "support/mix.hpp"

namespace budge::sokoban {

class FeatureSpaceSearch::Fess : public FeatureTree {
 public:
  Fess(const Level& level, Placement from, const FessOptions& options, Deadlocks& deadlocks, Control& control,
       const std::vector<std::uint8_t>& weights)
      : FeatureTree(level, Motion::push, is_limited(options) ? Reopening::yes : Reopening::no, control,
                    [&](Rooms& rooms) { return packing_plan(level, rooms, from, options, weights, control); }),
        from_(std::move(from)),
        deadlocks_(deadlocks),
        options_(options),
        hot_spots_(level),
        prospects_(level, plan_, from_),
        freeze_(level),
        bound_(level, Metric::pushes, Heuristic::matching),
        corrals_(level),
        distance_(level.floor() + 1, 0) {
    find_distances();
  }

  // Every step of the player on the way to a position; who named the moves that it is made of goes into `trace`.
  std::vector<int> way_to(Id end, Trace& trace);

 private:
  static bool is_limited(const FessOptions& options) { return options.most_pushes != FessOptions{}.most_pushes; }

  static PackingPlan packing_plan(const Level& level, Rooms& rooms, const Placement& from, const FessOptions& options,
                                  const std::vector<std::uint8_t>& weights, Control& control) {
    if (options.order == Order::any) return PackingPlan::without_order(level, level.targets());
    return {level, unpack(level, rooms, from.boxes, {options.sink, weights}, options.plan_until, control),
            options.parking};
  }

  const char* stage_name() const override { return plan_.has_order() ? "packing boxes by plan" : "filling targets"; }
  bool is_goal() const override { return board_.solves(level_); }
  std::vector<int> plan(Trace& trace) override { return way_to(goal_, trace); }

  void begin() override {
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

  bool is_dead(std::optional<Cell> moved) override {
    return deadlocks_.known(board_, moved, player_) || bound_(board_, player_).pushes >= PushBound::infinite ||
           deadlocks_.proven(board_, reach_, moved, player_);
  }

  Features features() {
    const int stage = plan_.stage(board_);
    const Cut cut = cuts_.of(board_);
    int far = 0;
    for (int box = 0; box < board_.boxes(); ++box) far += distance_[board_.cell(box)];
    return {stage, cut.regions, cut.links, plan_.out_of_plan(board_, stage), hot_spots_.count(board_), far};
  }

  // The features after `box`, lifted, is put down on a cell, where the board has it already.
  Features features_with(const Features& now, int box, Cell home, Cell to) {
    const int stage = plan_.stage(board_);
    const Cut cut = cuts_.drop(to, tour_.sides());
    const int out_of_plan = stage == now.stage ? now.out_of_plan - plan_.is_out(stage, home) + plan_.is_out(stage, to)
                                               : plan_.out_of_plan(board_, stage);
    return {stage,
            cut.regions,
            cut.links,
            out_of_plan,
            hot_spots_.with(board_, box, home, to),
            now.far - distance_[home] + distance_[to]};
  }

  void expand(Id id) override {
    std::vector<unsigned> first_sides(board_.boxes(), 0xf);
    if (corrals_.find_pi_corral(board_, reach_)) {
      std::fill(first_sides.begin(), first_sides.end(), 0);
      for (const Push push : corrals_.pushes()) first_sides[push.box] |= 1u << Level::opposite(push.direction);
    }
    const Features now = features();
    begin_offers(now);
    hot_spots_.note(board_);
    bound_.begin();
    for (int box = 0; box < board_.boxes(); ++box) {
      if (first_sides[box] != 0 && lift(box, first_sides[box])) offer_moves(id, box, now);
    }
    advise(now);
    while (hopeful() && std::erase_if(offers_, [&](const Offer& offer) { return cannot_end(offer); }) > 0) advise(now);
    add_leaves(id, now);
  }

  bool hopeful() const { return options_.offered == Offered::hopeful; }

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

  // All moves of the lifted box.
  void offer_moves(Id id, int box, const Features& now) {
    const Cell home = board_.cell(box);
    for (std::size_t i = 1; i < tour_.stops().size(); ++i) {
      const Tour::Stop& stop = tour_.stops()[i];
      ++control_.generated;
      BoxMove move{home, stop.cell, stop.side, static_cast<std::uint16_t>(stop.length)};
      if (is_limited(options_) && pushes_through(id, move) > options_.most_pushes) continue;
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

  // Of any plan that goes on with this move: at least so many.
  int pushes_through(Id id, const BoxMove& move) {
    const PushBound::Step step{board_.box_at(move.from), Level::opposite(move.side), move.pushes, move.to, false};
    const int to_come = bound_.after(board_, player_, step).pushes;
    return to_come >= PushBound::infinite ? to_come : nodes_[id].pushes + move.pushes + to_come;
  }

  // By chance, but for one seed always the same moves.
  bool is_marked_up(const BoxMove& move) const {
    const auto bits = std::uint64_t{move.from} << 32 | std::uint64_t{move.to} << 8 | move.side;
    return mix(options_.seed ^ mix(bits)) % 4 == 0;
  }

  // The offers become leaves of the cell that the position lies in.
  void add_leaves(Id id, const Features& now) {
    const std::uint32_t cell = enter_cell(id, now, options_.price == Price::since_best);
    poll_if_many();
    const Node& node = nodes_[id];
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
      if (options_.seed != 0) weight += is_marked_up(offer.move);
      if (offer.move.spoils) weight += static_cast<std::uint32_t>(level_.tuning().plan_breaking_cost);
      leaves_.add(cell, id, weight, offer.score, offer.move);
    }
  }

  const Placement from_;
  Deadlocks& deadlocks_;
  const FessOptions options_;
  HotSpots hot_spots_;
  Prospects prospects_;
  Freeze freeze_;
  PushBound bound_;
  Corrals corrals_;
  std::vector<int> distance_;  // by cell
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

std::optional<search::Solution> FeatureSpaceSearch::go_on(std::uint64_t nodes) { return fess_->go_on(nodes); }

}  // namespace budge::sokoban
