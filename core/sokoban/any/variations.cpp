#include "sokoban/any/variations.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "support/mix.hpp"

namespace budge::sokoban {

namespace {

// The first tries, before random ones. The leading ones seek plans of few pushes, each of fewer than the one before.
constexpr std::size_t frugal_tries = 3;
constexpr std::array<FessOptions, frugal_tries + 4> starts{
    {{.sink = SinkChoice::nearest, .move_cost = MoveCost::five_detours},
     {.sink = SinkChoice::nearest, .move_cost = MoveCost::three_detours},
     {.sink = SinkChoice::nearest, .move_cost = MoveCost::two_detours},
     {.dead_moves = DeadMoves::keep},
     {.sink = SinkChoice::nearest},
     {.parking = Parking::anywhere, .dead_moves = DeadMoves::keep},
     {.sink = SinkChoice::nearest, .move_cost = MoveCost::since_start, .dead_moves = DeadMoves::keep}}};

// The placement that the first steps of a plan lead to, and their pushes.
struct Beginning {
  Placement at;
  int pushes = 0;
};

Beginning follow(const Level& level, const std::vector<int>& plan, std::size_t steps) {
  Beginning beginning{level.placement()};
  for (std::size_t i = 0; i < steps; ++i) {
    Level::Cell& player = beginning.at.player;
    player = level.next(player, plan[i]);
    const auto box = std::ranges::find(beginning.at.boxes, player);
    if (box == beginning.at.boxes.end()) continue;
    *box = level.next(player, plan[i]);
    ++beginning.pushes;
  }
  return beginning;
}

}  // namespace

Variations::Variations(const Level& level, Control& control)
    : level_(level), control_(control), deadlocks_(level, control) {
  settings_.weights.assign(level.floor() + 1, 100);
  auto method = methods_.begin();
  for (const MoveCost move_cost : {MoveCost::two_detours, MoveCost::three_detours, MoveCost::five_detours,
                                   MoveCost::since_start, MoveCost::since_progress}) {
    for (const From from : {From::start, From::position}) *method++ = {from, move_cost};
  }
}

std::vector<int> Variations::next(const std::vector<int>& plan, int max_pushes) {
  assert(!plan.empty());
  ++tries_;
  const bool first_tries = next_start_ < starts.size();
  last_ = choose();
  tried_ = first_tries ? first() : randomized(methods_[last_].move_cost);
  if (first_tries) {
    const auto is_like = [&](const Method& method) {
      return method.from == From::start && method.move_cost == tried_.options.move_cost;
    };
    last_ = static_cast<std::size_t>(std::ranges::find_if(methods_, is_like) - methods_.begin());
  }
  Method& method = methods_[last_];
  const std::size_t kept = method.from == From::start ? 0 : draw(plan.size());
  Beginning beginning = follow(level_, plan, kept);
  FessOptions options = tried_.options;
  const Tuning& tuning = level_.tuning();
  options.planning_deadline = control_.seconds() + static_cast<double>(tuning.variation_planning_ms) / 1000;
  const bool is_long = first_tries || is_exhausted();
  const std::uint64_t before = control_.expanded;
  Fess search(level_, std::move(beginning.at), options, deadlocks_, control_, tried_.weights);
  const auto found = search.resume(is_long ? tuning.variation_long_nodes : tuning.variation_nodes);
  method.expanded += control_.expanded - before;
  if (!found || found->plan.empty()) {
    ++failed_;
    if (next_start_ < frugal_tries) next_start_ = frugal_tries;  // plans of even fewer pushes are harder to find
    return {};
  }
  failed_ = 0;
  std::vector<int> varied(plan.begin(), plan.begin() + static_cast<std::ptrdiff_t>(kept));
  varied.insert(varied.end(), found->plan.begin(), found->plan.end());
  if (follow(level_, varied, varied.size()).pushes > max_pushes) return {};
  ++method.worth;
  return varied;
}

std::uint64_t Variations::draw(std::uint64_t below) { return mix(chance_ += 0x9e3779b97f4a7c15) % below; }

Variations::Settings Variations::first() {
  Settings settings = settings_;
  settings.options = starts[next_start_++];
  return settings;
}

// Random settings: all of them drawn again, or some.
Variations::Settings Variations::randomized(MoveCost move_cost) {
  const bool all = draw(3) == 0;
  Settings settings = settings_;
  FessOptions& options = settings.options;
  options.move_cost = move_cost;
  for (std::uint8_t& weight : settings.weights) {
    if (all || draw(4) == 0) weight = static_cast<std::uint8_t>(50 + draw(100));
  }
  if (all) {
    options.sink = draw(8) == 0 ? SinkChoice::farthest : SinkChoice::nearest;
    options.parking = draw(4) == 0 ? Parking::anywhere : Parking::as_planned;
  }
  if (all || draw(2) == 0) {
    options.dead_moves = draw(2) == 0 ? DeadMoves::prune : DeadMoves::keep;
    options.seed = draw(3) == 0 ? 0 : tries_;
  }
  return settings;
}

std::size_t Variations::choose() const {
  const auto least = std::ranges::min_element(
      methods_, [](const Method& a, const Method& b) { return a.expanded * b.worth < b.expanded * a.worth; });
  return static_cast<std::size_t>(least - methods_.begin());
}

}  // namespace budge::sokoban
