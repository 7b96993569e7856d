// A plan depends most of all on the order in which targets are filled, and by which boxes. Vicinity search changes
// little of that; feature space search decides it at the outset, by its packing plan. So that is made by chance, ever
// anew, and so are the prices of moves. It begins at the start of the level or, to keep what is good of a plan, at a
// position on its way, chosen by chance. It is quick where it finds a plan at all, so many can be tried.
//
// Which prices lead to plans, and to good ones, differs from level to level: every way of looking has its share
// according to the plans that it has found. All chance comes from counting tries: equal searches make equal plans.
#include "sokoban/any/variations.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "support/mix.hpp"

namespace budge::sokoban {

namespace {

// What is tried before chance decides: first for plans of few pushes, each time fewer.
constexpr std::size_t thrifty = 3;
constexpr std::array<FessOptions, thrifty + 4> starts{
    {{.sink = Sink::nearest, .price = Price::five_detours},
     {.sink = Sink::nearest, .price = Price::three_detours},
     {.sink = Sink::nearest, .price = Price::two_detours},
     {.offered = Offered::all},
     {.sink = Sink::nearest},
     {.parking = Parking::anywhere, .offered = Offered::all},
     {.sink = Sink::nearest, .price = Price::from_start, .offered = Offered::all}}};

// Where the first steps of a plan lead to, and by how many pushes.
struct Beginning {
  Placement at;
  int pushes = 0;
};

Beginning follow(const Level& level, const std::vector<int>& plan, std::size_t steps) {
  Beginning begun{level.placement()};
  for (std::size_t i = 0; i < steps; ++i) {
    Level::Cell& player = begun.at.player;
    player = level.next(player, plan[i]);
    const auto box = std::ranges::find(begun.at.boxes, player);
    if (box == begun.at.boxes.end()) continue;
    *box = level.next(player, plan[i]);
    ++begun.pushes;
  }
  return begun;
}

}  // namespace

Variations::Variations(const Level& level, Control& control)
    : level_(level), control_(control), deadlocks_(level, control) {
  genes_.weights.assign(level.floor() + 1, 100);
  auto way = ways_.begin();
  for (const Price price :
       {Price::two_detours, Price::three_detours, Price::five_detours, Price::from_start, Price::since_best}) {
    for (const From from : {From::start, From::way}) *way++ = {from, price};
  }
}

std::vector<int> Variations::next(const std::vector<int>& plan, int most_pushes) {
  assert(!plan.empty());
  ++tries_;
  const bool first_tries = next_start_ < starts.size();
  last_ = choose();
  tried_ = first_tries ? first() : mutated(ways_[last_].price);
  if (first_tries) {
    const auto is_like = [&](const Way& way) { return way.from == From::start && way.price == tried_.options.price; };
    last_ = static_cast<std::size_t>(std::ranges::find_if(ways_, is_like) - ways_.begin());
  }
  Way& way = ways_[last_];
  const std::size_t kept = way.from == From::start ? 0 : draw(plan.size());
  Beginning begun = follow(level_, plan, kept);
  FessOptions options = tried_.options;
  const Tuning& tuning = level_.tuning();
  options.plan_until = control_.seconds() + static_cast<double>(tuning.variation_planning_ms) / 1000;
  const bool is_long = first_tries || is_exhausted();
  const std::uint64_t before = control_.expanded;
  FeatureSpaceSearch search(level_, std::move(begun.at), options, deadlocks_, control_, tried_.weights);
  const auto found = search.go_on(is_long ? tuning.variation_long_nodes : tuning.variation_nodes);
  way.expanded += control_.expanded - before;
  if (!found || found->plan.empty()) {
    ++failed_;
    if (next_start_ < thrifty) next_start_ = thrifty;  // the next are harder to find
    return {};
  }
  failed_ = 0;
  std::vector<int> varied(plan.begin(), plan.begin() + static_cast<std::ptrdiff_t>(kept));
  varied.insert(varied.end(), found->plan.begin(), found->plan.end());
  if (follow(level_, varied, varied.size()).pushes > most_pushes) return {};
  ++way.worth;
  return varied;
}

std::uint64_t Variations::draw(std::uint64_t below) { return mix(chance_ += 0x9e3779b97f4a7c15) % below; }

Variations::Genes Variations::first() {
  Genes genes = genes_;
  genes.options = starts[next_start_++];
  return genes;
}

// All drawn anew, or a part.
Variations::Genes Variations::mutated(Price price) {
  const bool anew = draw(3) == 0;
  Genes genes = genes_;
  FessOptions& options = genes.options;
  options.price = price;
  for (std::uint8_t& weight : genes.weights) {
    if (anew || draw(4) == 0) weight = static_cast<std::uint8_t>(50 + draw(100));
  }
  if (anew) {
    options.sink = draw(8) == 0 ? Sink::farthest : Sink::nearest;
    options.parking = draw(4) == 0 ? Parking::anywhere : Parking::as_planned;
  }
  if (anew || draw(2) == 0) {
    options.offered = draw(2) == 0 ? Offered::hopeful : Offered::all;
    options.seed = draw(3) == 0 ? 0 : tries_;
  }
  return genes;
}

std::size_t Variations::choose() const {
  const auto least = std::ranges::min_element(
      ways_, [](const Way& a, const Way& b) { return a.expanded * b.worth < b.expanded * a.worth; });
  return static_cast<std::size_t>(least - ways_.begin());
}

}  // namespace budge::sokoban
