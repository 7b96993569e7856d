#include "sokoban/any/backward_fess.hpp"

#include <algorithm>
#include <cassert>
#include <vector>

#include "sokoban/any/fess_base.hpp"
#include "sokoban/any/macro_expansion.hpp"
#include "sokoban/any/sinks.hpp"
#include "sokoban/bounds/playerless_bound.hpp"
#include "sokoban/rules/cell_set.hpp"

namespace budge::sokoban {

class BackwardFess::Pulling : public FessBase {
 public:
  Pulling(const Level& level, Control& control)
      : FessBase(level, Motion::pull, Reopening::no, control,
                 [&](Rooms&) { return PackingPlan::without_order(level, level.start()); }),
        starts_(level, level.start()),
        unused_(level.boxes(), 0) {
    find_nearness();
  }

  std::vector<int> path_from(Id id, Cell player);

 private:
  const char* stage_name() const override { return "pulling boxes off targets"; }
  bool is_dead(std::optional<Cell>) override { return false; }
  bool is_goal() const override {
    return reach_.has(level_.players().front()) &&
           std::ranges::all_of(level_.start(), [&](Cell cell) { return board_.has_box(cell); });
  }
  std::vector<int> plan(Trace&) override { return path_from(goal_, level_.players().front()); }

  // The fewer pushes a cell is from the start cell of some box, the higher its nearness.
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

  // The player may end in any region.
  void begin() override {
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

  Features features() {
    const Connectivity connectivity = connectivity_.measure(board_);
    int near = 0;
    for (int box = 0; box < board_.boxes(); ++box) near += nearness_[board_.cell(box)];
    return {plan_.stage(board_), connectivity.regions, connectivity.links, 0, 0, near};
  }

  void expand(Id id) override {
    const Features now = features();
    begin_candidates(now);
    starts_.match(board_, unused_);
    for (int box = 0; box < board_.boxes(); ++box) {
      if (lift(box)) add_candidates(box, now);
    }
    advise(now);
    const std::uint32_t cell = enter_cell(id, now, true);
    for (const Candidate& candidate : candidates_) {
      leaves_.add(cell, id, nodes_[id].weight + !candidate.is_advised(), candidate.score, candidate.move);
    }
  }

  // Adds all moves of the lifted box.
  void add_candidates(int box, const Features& now) {
    const Cell home = board_.cell(box);
    starts_.lift(box);
    for (std::size_t i = 1; i < tour_.stops().size(); ++i) {
      const Tour::Stop& stop = tour_.stops()[i];
      ++control_.generated;
      if (!starts_.match_with(stop.cell)) continue;
      const MacroMove move{home, stop.cell, stop.side, static_cast<std::uint16_t>(stop.length)};
      board_.move(box, stop.cell);
      const Connectivity connectivity = connectivity_.drop(stop.cell, tour_.sides());
      const Features then{now.stage - plan_.is_place(home) + plan_.is_place(stop.cell),
                          connectivity.regions,
                          connectivity.links,
                          0,
                          0,
                          now.far - nearness_[home] + nearness_[stop.cell]};
      candidates_.push_back({move, then, then.score(), unlocked_moves_.any(board_, stop, tour_.sides())});
      board_.move(box, home);
    }
  }

  Sinks starts_;
  const std::vector<Cell> unused_;  // none is used up
  std::vector<int> nearness_;       // by cell
};

std::vector<int> BackwardFess::Pulling::path_from(Id id, Cell player) {
  MacroExpansion expansion(level_, player);
  Tour push(level_, Motion::push);
  load(id);
  for (; nodes_[id].parent != none; id = nodes_[id].parent) {
    const MacroMove& move = nodes_[id].move;
    const Cell ends = positions_[nodes_[id].parent][level_.boxes()];  // where the player can walk then
    const int box = board_.box_at(move.to);
    reach_.fill(board_, expansion.player());
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
    expansion.push(board_, box, push.path(static_cast<int>(stop - stops.begin())));
  }
  return expansion.steps();
}

BackwardFess::BackwardFess(const Level& level, Control& control)
    : pulling_(std::make_unique<Pulling>(level, control)) {}

BackwardFess::~BackwardFess() = default;

const Positions& BackwardFess::positions() const { return pulling_->positions(); }

std::vector<int> BackwardFess::path_from(Positions::Id id, Level::Cell player) {
  return pulling_->path_from(id, player);
}

std::optional<search::Solution> BackwardFess::resume(std::uint64_t nodes) { return pulling_->resume(nodes); }

}  // namespace budge::sokoban
