#include "sokoban/portfolio/bounded_fess.hpp"

#include <algorithm>
#include <utility>

#include "search/report.hpp"

namespace budge::sokoban {

namespace {

// The packing order takes boxes from nearby, since a plan of few pushes takes most boxes straight to their targets. To
// drop dead moves as soon as they are generated costs more than it saves here: 13 s instead of 1 s on XSokoban 54.
constexpr std::array<FessOptions, 4> bounded_strategies{
    {{.sink = SinkChoice::nearest, .move_cost = MoveCost::since_start, .dead_moves = DeadMoves::keep},
     {.sink = SinkChoice::nearest, .move_cost = MoveCost::since_progress, .dead_moves = DeadMoves::keep},
     {.sink = SinkChoice::nearest,
      .parking = Parking::anywhere,
      .move_cost = MoveCost::since_start,
      .dead_moves = DeadMoves::keep},
     {.sink = SinkChoice::farthest, .move_cost = MoveCost::since_progress, .dead_moves = DeadMoves::keep}}};

// Whether the pushes of all plans have the same parity. A push changes the chessboard colour of a box's cell; without
// spare boxes, all targets are filled at the end.
bool has_parity(const Level& level) { return level.spare() == 0; }

}  // namespace

std::optional<search::Solution> BoundedFess::take_turn(Cost lower_bound) {
  if (control_.generated < next_turn_) return std::nullopt;
  const auto pushes = static_cast<int>(std::max<std::int64_t>(lower_bound.first, control_.lower_bound));
  if (pushes != pushes_) restart(pushes);
  const std::uint64_t nodes = control_.generated;
  const Stage stage = control_.stage;
  const Tuning& tuning = level_.tuning();
  std::optional<search::Solution> found;
  if (bytes_ <= std::min(tuning.bounded_fess_bytes, control_.limits().memory / 8)) found = run_next_strategy();
  control_.stage = stage;  // observers follow A*
  // A turn may take more nodes than planned, to make a packing plan.
  next_turn_ =
      control_.generated + std::max(tuning.bounded_fess_share * tuning.bounded_fess_turn, control_.generated - nodes);
  return found;
}

void BoundedFess::restart(int pushes) {
  for (auto& search : searches_) search.reset();
  pushes_ = pushes;
  turns_ = 0;
  bytes_ = 0;
}

std::optional<search::Solution> BoundedFess::run_next_strategy() {
  static_assert(bounded_strategies.size() == strategies);
  const std::size_t strategy = turns_++ % strategies;
  const std::uint64_t bytes = control_.bytes();
  if (!searches_[strategy]) {
    FessOptions options = bounded_strategies[strategy];
    options.max_pushes = pushes_;
    options.planning_deadline = control_.seconds() + std::max(1.0, control_.seconds() / 10);
    if (!deadlocks_) deadlocks_.emplace(level_, control_);
    searches_[strategy] = std::make_unique<Fess>(level_, options, *deadlocks_, control_);
  }
  auto found = searches_[strategy]->resume(level_.tuning().bounded_fess_turn);
  bytes_ += control_.bytes() - bytes;
  if (!found) return std::nullopt;
  if (found->status != search::Status::solved) {
    search::raise_lower_bound(pushes_ + (has_parity(level_) ? 2 : 1), control_);
    return std::nullopt;
  }
  return search::Solution{search::note_plan(pushes_, pushes_, control_), Stop::none, std::move(found->plan), {}};
}

}  // namespace budge::sokoban
