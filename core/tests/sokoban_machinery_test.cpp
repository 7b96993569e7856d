// What searches enable only after thousands of expansions, enabled from the start: every lower bound and every pruning
// is compared with the true distance, at every position that the search generates.
#include <map>
#include <string>

#include "sokoban/bounds/zone_bound.hpp"
#include "sokoban/search/space.hpp"
#include "tests/fuzz.hpp"
#include "tests/shuffle.hpp"
#include "tests/sokoban_positions.hpp"
#include "tests/tuning.hpp"

namespace budge::test {

namespace {

using State = sokoban::PackedState<2>;

constexpr std::size_t kMaxPositions = 30'000;

// A goal room behind a door, corridors, boxes that are frozen on targets: boxes and the player on random cells.
sokoban::Puzzle random_rooms(int number, std::mt19937& random) {
  const std::vector<std::vector<std::string>> floors{{"########", "#  #   #", "#.     #", "#. #   #", "########"},
                                                     {"#######", "#.#   #", "#.    #", "#.#   #", "#######"},
                                                     {"#########", "#...    #", "#####   #", "    #####"},
                                                     {"######", "#.   #", "#.## #", "#    #", "######"},
                                                     {"#######", "#.. ###", "#     #", "###   #", "  #####"}};
  sokoban::Puzzle puzzle = drawn_level(floors[number % floors.size()]);
  std::vector<int> free;
  for (int cell = 0; cell < puzzle.width * puzzle.height; ++cell) {
    const int x = cell % puzzle.width, y = cell / puzzle.width;
    const bool inside = x > 0 && y > 0 && x + 1 < puzzle.width && y + 1 < puzzle.height;
    if (inside && std::ranges::find(puzzle.walls, cell) == puzzle.walls.end()) free.push_back(cell);
  }
  do {
    shuffle(free, random);
    puzzle.players.assign(1, free.back());
    puzzle.boxes.assign(free.begin(), free.begin() + static_cast<std::ptrdiff_t>(puzzle.targets.size()));
  } while (!sokoban::evaluate(puzzle, sokoban::Metric::pushes, sokoban::Heuristic::matching));
  return puzzle;
}

sokoban::Puzzle random_puzzle(int number, std::mt19937& random) {
  static const std::vector<RandomLevel> shapes{{4, 4, 2, 2}, {5, 3, 3, 3}, {5, 4, 3, 2}, {4, 4, 2, 2, 1, true},
                                               {5, 4, 3, 3}, {6, 3, 3, 3}, {5, 4, 2, 1}, {5, 5, 2, 2}};
  if (number % 4 == 0) return random_rooms(number / 4, random);
  if (number % 4 == 1) return random_paths(number / 4, random);
  return random_level(shapes[number % shapes.size()], random);
}

// All stages from the first position on. Half of the rounds draw budgets at random, so that searches are cut short.
sokoban::Tuning eager(std::mt19937_64& random) {
  sokoban::Tuning tuning{.conflicts_after = 0, .dead_proofs_after = 0};
  tuning.penalty_calls = 1;
  if (random() % 2) return tuning;
  tuning.dead_proof_positions = 1 + random() % 100;
  tuning.max_conflict = 2 * (random() % 9);
  tuning.cover_branches = random() % 10;
  tuning.penalty_head_start = random() % 1000;
  tuning.penalty_positions = random() % 200;
  tuning.penalty_patterns = random() % 50;
  return tuning;
}

struct Counts {
  int levels = 0, higher = 0, pruned = 0;
};

class Walk {
 public:
  Walk(const sokoban::Puzzle& puzzle, const Exhaustive& exhaustive, sokoban::Metric metric, sokoban::Tuning tuning)
      : metric_(metric),
        level_(puzzle, &control_, tuning),
        space_(level_, metric, sokoban::Heuristic::matching),
        exhaustive_(exhaustive),
        costs_(exhaustive.costs(metric)) {}

  // Expands every state that the search can reach. A state with a plan keeps a child on an optimal one.
  void check(Counts& counts) {
    ++counts.levels;
    std::map<std::pair<std::array<std::uint64_t, 2>, int>, bool> seen;
    std::vector<State> open{space_.start()};
    for (std::size_t i = 0; i < open.size(); ++i) {
      const State state = open[i];
      if (space_.is_goal(state)) continue;
      const std::int64_t distance = true_cost(state);
      const auto lazy = space_.lazy_h(state);
      if (distance != never) CHECK(space_.coded(lazy) <= distance);
      counts.higher += lazy > space_.h(state);
      std::int64_t best = never;
      space_.expand(state, [&](const State& child, std::uint64_t, sokoban::Cost edge, auto&&, auto&& h) {
        const std::int64_t rest = true_cost(child);
        const auto bound = h();
        if (rest != never) {
          CHECK(space_.coded(bound) <= rest);
          best = std::min(best, space_.coded(edge) + rest);
        }
        counts.pruned += bound >= space_.infinite;
        if (bound < space_.infinite && !std::exchange(seen[{child.boxes, child.player}], true)) open.push_back(child);
      });
      CHECK_EQ(best, distance);
    }
  }

 private:
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  // If only pushes count, the player's cell in a state is any of its region.
  std::int64_t true_cost(const State& state) {
    Position position{{level_.grid(state.player)}, {}};
    state.each([&](int bit) {
      const int kind = bit / level_.box_cells();
      int first = 0;
      while (level_.kind(first) != kind) ++first;
      position.boxes.emplace_back(exhaustive_.kind(first), level_.grid(bit % level_.box_cells()));
    });
    std::ranges::sort(position.boxes);
    const auto& [one, other] = costs_[exhaustive_.id(position)];
    if (one == std::numeric_limits<std::int64_t>::max()) return never;
    return coded(metric_, {static_cast<std::uint32_t>(one), static_cast<std::uint32_t>(other)});
  }

  sokoban::Metric metric_;
  Control control_;
  sokoban::Level level_;
  sokoban::PushSpace<2> space_;
  const Exhaustive& exhaustive_;
  std::vector<Exhaustive::Pair> costs_;
};

// States are positions up to symmetry, without boxes that no player can reach. These are exactly positions.
bool states_are_positions(const sokoban::Puzzle& puzzle) {
  const sokoban::Level level(puzzle);
  return !level.unsolvable_reason() && level.boxes() == static_cast<int>(puzzle.boxes.size()) &&
         level.symmetries().empty() && level.kinds() * level.box_cells() <= 128;
}

}  // namespace

TEST(sokoban_machinery_of_long_searches_never_exceeds_the_distance_and_keeps_an_optimal_plan) {
  std::mt19937 random(fuzz_seed(71));
  std::mt19937_64 budgets(fuzz_seed(72));
  Counts counts;
  for (int i = 0; i < rounds(400); ++i) {
    const sokoban::Puzzle puzzle = random_puzzle(i, random);
    Exhaustive exhaustive(puzzle);
    if (!states_are_positions(puzzle) || !exhaustive.explore(kMaxPositions)) continue;
    for (const sokoban::Metric metric :
         {sokoban::Metric::pushes, i % 2 ? sokoban::Metric::moves : sokoban::Metric::pushes_then_moves}) {
      Walk walk(puzzle, exhaustive, metric, eager(budgets));
      walk.check(counts);
    }
  }
  CHECK(sampled || (counts.levels > 100 && counts.higher > 10 && counts.pruned > 1000));
}

// A plan pays the reduced costs of its pushes. Neither side of a cut may count more than what an optimal plan pays
// there: a push that both sides count, or one side counts twice, is noticed even if the sum of both is not too high.
void check_cuts(const Known& known, std::uint64_t budget, int& exact, int& positive) {
  const sokoban::Level& level = known.level;
  sokoban::Placement at{{}, known.player};
  for (int box = 0; box < known.board.boxes(); ++box) at.boxes.push_back(known.board.cell(box));
  sokoban::ZoneBound zones(level, at, *level.control(), budget);
  while (zones.tighten()) continue;
  bool counts = false;
  zones.each_cut([&](const std::vector<char>&, int near, int far) { counts |= near > 0 || far > 0; });
  if (!counts) return;
  ++positive;
  Control control;
  const sokoban::Puzzle puzzle = known.exhaustive.from(known.exhaustive.positions[known.id]);
  const search::Solution found =
      sokoban::solve(puzzle, sokoban::Metric::pushes, sokoban::Heuristic::matching, {}, control);
  const sokoban::ReducedCosts reduced(level, at);
  std::vector<std::pair<Cell, int>> paid;  // where each push ends, and its reduced cost
  for (const int direction : found.plan) {
    at.player = level.next(at.player, direction);
    const auto box = std::ranges::find(at.boxes, at.player);
    if (box == at.boxes.end()) continue;
    const int cost = reduced.of_push(*box, sokoban::Level::opposite(direction));
    *box = level.next(*box, direction);
    paid.emplace_back(*box, cost);
  }
  zones.each_cut([&](const std::vector<char>& zone, int near, int far) {
    int sides[2] = {0, reduced.at_end(at.player)};
    for (const auto& [cell, cost] : paid) sides[zone[cell] != 0] += cost;
    CHECK(near <= sides[1]);
    CHECK(far <= sides[0]);
    exact += near + far > 0 && near == sides[1] && far == sides[0];
  });
}

TEST(sokoban_machinery_of_zones_counts_no_push_twice) {
  std::mt19937 random(fuzz_seed(73));
  int exact = 0, positive = 0;
  const auto make_body = [&](const sokoban::Level&) {
    return [&](const Known& known) {
      if (!known.is_dead() && random() % 4 == 0) check_cuts(known, 1 + random() % 100, exact, positive);
    };
  };
  on_every_position_of(40, kMaxPositions, [&](int i) { return random_rooms(i, random); }, make_body);
  on_every_position_of_paths(24, fuzz_seed(74), make_body);
  on_every_position(200, {{4, 4, 3, 3}, {6, 3, 3, 3}, {5, 4, 4, 4, 1, false, 9}, {6, 3, 4, 4, 1, false, 9}},
                    fuzz_seed(75), make_body);
  CHECK(sampled || (exact > 20 && positive > 20));
}

// Here a push into the zone has a reduced cost above zero that no plan avoids.
TEST(sokoban_machinery_of_zones_counts_a_push_into_the_zone_once) {
  struct Drawn {
    std::vector<std::string> rows;
    int on_target;  // the cell of a box that stands on a target
  };
  const std::vector<Drawn> levels{{{"#########", "# $ #   #", "#   $@. #", "#   $ .##", "#########"}, 11},
                                  {{"#######", "## .# #", "## $#$#", "#  $@ #", "#   . #", "# #   #", "#######"}, 19}};
  int exact = 0, positive = 0;
  for (const Drawn& drawn : levels) {
    sokoban::Puzzle puzzle = drawn_level(drawn.rows);
    puzzle.targets.push_back(drawn.on_target);
    on_every_position_of(
        1, kMaxPositions, [&](int) { return puzzle; },
        [&](const sokoban::Level&) {
          return [&](const Known& known) {
            if (!known.is_dead() && known.id < 2000) check_cuts(known, 100, exact, positive);
          };
        });
  }
  CHECK(exact > 0);
}

}  // namespace budge::test
