#include "sokoban/any/fess.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "sokoban/any/fess_base.hpp"
#include "sokoban/any/hot_spots.hpp"
#include "sokoban/any/macro_expansion.hpp"
#include "sokoban/any/plan_feasibility.hpp"
#include "sokoban/bounds/bound.hpp"
#include "sokoban/deadlocks/corral.hpp"
#include "sokoban/deadlocks/freeze.hpp"
#include "support/mix.hpp"

namespace budge::sokoban {

class Fess::Search : public FessBase {
 public:
  Search(const Level& level, Placement from, const FessOptions& options, Deadlocks& deadlocks, Control& control,
         const std::vector<std::uint8_t>& weights)
      : FessBase(level, Motion::push, is_limited(options) ? Reopening::yes : Reopening::no, control,
                 [&](Rooms& rooms) { return packing_plan(level, rooms, from, options, weights, control); }),
        from_(std::move(from)),
        deadlocks_(deadlocks),
        options_(options),
        hot_spots_(level),
        feasibility_(level, plan_, from_),
        freeze_(level),
        bound_(level, Metric::pushes, Heuristic::matching),
        corrals_(level),
        distance_(level.floor() + 1, 0) {
    find_distances();
  }

  // Every step of the player to a position. `trace` gets the packing plan, and the macro moves with their advisors.
  std::vector<int> path_to(Id end, Trace& trace);

 private:
  static bool is_limited(const FessOptions& options) { return options.max_pushes != FessOptions{}.max_pushes; }

  static PackingPlan packing_plan(const Level& level, Rooms& rooms, const Placement& from, const FessOptions& options,
                                  const std::vector<std::uint8_t>& weights, Control& control) {
    if (options.order == TargetOrder::any) return PackingPlan::without_order(level, level.targets());
    return {level,
            find_packing_order(level, rooms, from.boxes, {options.sink, weights}, options.planning_deadline, control),
            options.parking};
  }

  const char* stage_name() const override { return plan_.has_order() ? "packing boxes by plan" : "filling targets"; }
  bool is_goal() const override { return board_.solves(level_); }
  std::vector<int> plan(Trace& trace) override { return path_to(goal_, trace); }

  void begin() override {
    place_boxes();
    reach_.fill(board_, from_.player);
    add(none, 0, {});
  }

  void place_boxes() {
    for (int box = 0; box < level_.boxes(); ++box) board_.add(from_.boxes[box], level_.kind(box));
  }

  // The pushes from every cell to the nearest target, whatever the position of the player. With a packing order, boxes
  // that are far leave room around the targets; without one, boxes that are near are better, so the distances are
  // inverted.
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
    return deadlocks_.dead_by_rules(board_, moved, player_) || bound_(board_, player_).pushes >= PushBound::infinite ||
           deadlocks_.dead_by_search(board_, reach_, moved, player_);
  }

  Features features() {
    const int stage = plan_.stage(board_);
    const Connectivity connectivity = connectivity_.measure(board_);
    int far = 0;
    for (int box = 0; box < board_.boxes(); ++box) far += distance_[board_.cell(box)];
    return {stage, connectivity.regions, connectivity.links, plan_.out_of_plan(board_, stage), hot_spots_.count(board_),
            far};
  }

  // The features after the lifted `box` is dropped on cell `to`, where the board has it already.
  Features features_with(const Features& now, int box, Cell home, Cell to) {
    const int stage = plan_.stage(board_);
    const Connectivity connectivity = connectivity_.drop(to, tour_.sides());
    const int out_of_plan = stage == now.stage ? now.out_of_plan - plan_.is_out(stage, home) + plan_.is_out(stage, to)
                                               : plan_.out_of_plan(board_, stage);
    return {stage,
            connectivity.regions,
            connectivity.links,
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
    begin_candidates(now);
    hot_spots_.note(board_);
    bound_.begin();
    for (int box = 0; box < board_.boxes(); ++box) {
      if (first_sides[box] != 0 && lift(box, first_sides[box])) add_candidates(id, box, now);
    }
    advise(now);
    while (prunes() &&
           std::erase_if(candidates_, [&](const Candidate& candidate) { return loses_target(candidate); }) > 0)
      advise(now);
    add_leaves(id, now);
  }

  bool prunes() const { return options_.dead_moves == DeadMoves::prune; }

  // True if a marked move leaves some box without a target. To test all moves would take too long.
  bool loses_target(const Candidate& candidate) {
    if (!candidate.is_advised()) return false;
    const MacroMove& move = candidate.move;
    const int box = board_.box_at(move.from);
    board_.move(box, move.to);
    const bool lost = bound_(board_, level_.next(move.to, move.side)).pushes >= PushBound::infinite;
    board_.move(box, move.from);
    return lost;
  }

  // Adds all moves of the lifted box.
  void add_candidates(Id id, int box, const Features& now) {
    const Cell home = board_.cell(box);
    for (std::size_t i = 1; i < tour_.stops().size(); ++i) {
      const Tour::Stop& stop = tour_.stops()[i];
      ++control_.generated;
      MacroMove move{home, stop.cell, stop.side, static_cast<std::uint16_t>(stop.length)};
      if (is_limited(options_) && pushes_through(id, move) > options_.max_pushes) continue;
      board_.move(box, stop.cell);
      const Cell player = level_.next(stop.cell, stop.side);
      const bool lost = freeze_.deadlocked(board_, stop.cell), freezes = freeze_.found();
      if (!lost && !(prunes() && deadlocks_.dead_after_move(board_, stop.cell, player))) {
        const Features then = features_with(now, box, home, stop.cell);
        move.breaks_plan = breaks_plan(home, stop.cell, now.stage, then.stage, freezes);
        candidates_.push_back({move, then, then.score(), unlocked_moves_.any(board_, stop, tour_.sides())});
      }
      board_.move(box, home);
    }
  }

  // True if the move that the board has made breaks the packing plan; `freezes` if a box is frozen now.
  bool breaks_plan(Cell from, Cell to, int stage, int stage_after, bool freezes) {
    if (!plan_.has_order()) return false;
    if (freezes && feasibility_.is_broken(board_, stage_after)) return true;
    return options_.plan_test == PlanTest::supply &&
           !feasibility_.keeps_supply(from, to, std::min(stage, stage_after)) &&
           feasibility_.is_short(board_, stage_after);
  }

  // A lower bound on the pushes of any plan that continues with this move.
  int pushes_through(Id id, const MacroMove& move) {
    const PushBound::Step step{board_.box_at(move.from), Level::opposite(move.side), move.pushes, move.to, false};
    const int to_come = bound_.after(board_, player_, step).pushes;
    return to_come >= PushBound::infinite ? to_come : nodes_[id].pushes + move.pushes + to_come;
  }

  // A pseudo-random quarter of the moves, the same ones for the same seed.
  bool is_marked_up(const MacroMove& move) const {
    const auto bits = std::uint64_t{move.from} << 32 | std::uint64_t{move.to} << 8 | move.side;
    return mix(options_.seed ^ mix(bits)) % 4 == 0;
  }

  // Adds the candidates as leaves to the feature cell of the position.
  void add_leaves(Id id, const Features& now) {
    const std::uint32_t cell = enter_cell(id, now, options_.move_cost == MoveCost::since_progress);
    poll_if_many();
    const Node& node = nodes_[id];
    const bool counts_pushes = options_.move_cost >= MoveCost::two_detours;
    const int least = counts_pushes ? node.pushes + bound_(board_, player_).pushes : 0;
    if (counts_pushes) bound_.begin();
    for (const Candidate& candidate : candidates_) {
      std::uint32_t weight = node.weight + !candidate.is_advised();
      if (counts_pushes) {
        const int through = pushes_through(id, candidate.move);
        if (through >= PushBound::infinite) continue;
        weight = node.weight + (candidate.is_advised() ? 0 : static_cast<std::uint32_t>(options_.move_cost)) +
                 static_cast<std::uint32_t>(std::max(0, through - least)) / 2;
      }
      if (options_.seed != 0) weight += is_marked_up(candidate.move);
      if (candidate.move.breaks_plan) weight += static_cast<std::uint32_t>(level_.tuning().plan_breaking_cost);
      leaves_.add(cell, id, weight, candidate.score, candidate.move);
    }
  }

  const Placement from_;
  Deadlocks& deadlocks_;
  const FessOptions options_;
  HotSpots hot_spots_;
  PlanFeasibility feasibility_;
  Freeze freeze_;
  PushBound bound_;
  Corrals corrals_;
  std::vector<int> distance_;  // by cell
};

std::vector<int> Fess::Search::path_to(Id end, Trace& trace) {
  for (const PackingStep& step : plan_.steps()) {
    trace.packing.push_back({level_.grid(step.to), step.from == level_.outside() ? -1 : level_.grid(step.from)});
  }
  std::vector<MacroMove> moves;
  for (Id id = end; nodes_[id].parent != none; id = nodes_[id].parent) moves.push_back(nodes_[id].move);
  std::reverse(moves.begin(), moves.end());
  board_.clear();
  place_boxes();
  MacroExpansion expansion(level_, from_.player);
  for (const MacroMove& move : moves) {
    const int box = board_.box_at(move.from);
    trace.macro_moves.push_back({level_.grid(move.from), level_.grid(move.to),
                                 level_.grid(level_.next(move.to, move.side)), name(move.advisor),
                                 plan_.stage(board_)});
    reach_.fill(board_, expansion.player());
    tour_.find(board_, box, reach_);
    const auto& stops = tour_.stops();
    const auto stop = std::find_if(stops.begin() + 1, stops.end(),
                                   [&](const Tour::Stop& at) { return at.cell == move.to && at.side == move.side; });
    expansion.push(board_, box, tour_.path(static_cast<int>(stop - stops.begin())));
  }
  return expansion.steps();
}

Fess::Fess(const Level& level, const FessOptions& options, Deadlocks& deadlocks, Control& control)
    : Fess(level, level.placement(), options, deadlocks, control) {}

Fess::Fess(const Level& level, Placement from, const FessOptions& options, Deadlocks& deadlocks, Control& control,
           const std::vector<std::uint8_t>& weights)
    : search_(std::make_unique<Search>(level, std::move(from), options, deadlocks, control, weights)) {}

Fess::~Fess() = default;

const Positions& Fess::positions() const { return search_->positions(); }

std::vector<int> Fess::path_to(Positions::Id id) {
  Trace trace;
  return search_->path_to(id, trace);
}

std::optional<search::Solution> Fess::resume(std::uint64_t nodes) { return search_->resume(nodes); }

}  // namespace budge::sokoban
