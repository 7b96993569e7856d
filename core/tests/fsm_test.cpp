// The automaton that prunes duplicates: its size, and that it keeps a shortest path to every position.
#include <map>
#include <queue>

#include "tests/check.hpp"
#include "tests/random_puzzle.hpp"
#include "tests/same_search.hpp"
#include "tiles/automaton.hpp"
#include "tiles/fifteen.hpp"
#include "tiles/pruned.hpp"

namespace budge::test {

namespace {

int direction(int from, int to, int width) {
  return to - from == -width ? 0 : to - from == width ? 3 : to < from ? 1 : 2;
}

}  // namespace

TEST(the_shortest_automaton_refuses_inverse_moves_alone) {
  const tiles::Automaton machine(2);
  CHECK_EQ(tiles::count_refused(2), 4u);
  CHECK_EQ(machine.states(), 5u);
  for (int first = 0; first < 4; ++first) {
    for (int second = 0; second < 4; ++second) {
      const auto state = machine.after(machine.after(machine.start(), first), second);
      CHECK_EQ(state == tiles::Automaton::refused, second == 3 - first);
    }
  }
}

TEST(automata_have_the_known_sizes) {
  CHECK_EQ(tiles::count_refused(10), 358u);
  CHECK_EQ(tiles::count_refused(12), 2667u);
  CHECK_EQ(tiles::automaton(12)->states(), 9732u);
}

// Breadth-first search over pairs of a position and a state of the automaton reaches every position as early as without
// the automaton. It starts from every cell, to cover every wall.
TEST(every_position_of_a_small_board_keeps_a_shortest_path) {
  const auto machine = tiles::automaton(12);
  for (const auto& size : {std::pair{3, 2}, {2, 3}, {2, 2}, {7, 1}, {1, 5}}) {
    const int width = size.first, height = size.second;
    const tokens::Adjacency graph = tokens::grid(width, height);
    for (int blank = 0; blank < width * height; ++blank) {
      std::vector<int> start(width * height);
      std::iota(start.begin(), start.end(), 1);
      start[blank] = 0;
      using Pair = std::pair<std::vector<int>, tiles::Automaton::State>;
      std::map<std::vector<int>, int> shortest{{start, 0}}, surviving{{start, 0}};
      std::map<Pair, int> seen{{{start, machine->start()}, 0}};
      std::queue<std::vector<int>> positions({start});
      std::queue<Pair> pairs({{start, machine->start()}});
      const auto moved = [&](std::vector<int> cells, auto&& body) {
        const int from = static_cast<int>(std::find(cells.begin(), cells.end(), 0) - cells.begin());
        for (const int to : graph[from]) {
          std::swap(cells[from], cells[to]);
          body(cells, direction(from, to, width));
          std::swap(cells[from], cells[to]);
        }
      };
      for (; !positions.empty(); positions.pop()) {
        const int next = shortest[positions.front()] + 1;
        moved(positions.front(), [&](const std::vector<int>& cells, int) {
          if (shortest.try_emplace(cells, next).second) positions.push(cells);
        });
      }
      for (; !pairs.empty(); pairs.pop()) {
        const Pair pair = pairs.front();
        const int next = seen[pair] + 1;
        moved(pair.first, [&](const std::vector<int>& cells, int direction) {
          const auto state = machine->after(pair.second, direction);
          // Later visits of a position are irrelevant: its shortest path is known.
          if (state == tiles::Automaton::refused || shortest[cells] < next) return;
          surviving.try_emplace(cells, next);
          if (seen.try_emplace({cells, state}, next).second) pairs.push({cells, state});
        });
      }
      CHECK(surviving == shortest);
    }
  }
}

TEST(pruned_searches_find_plans_of_the_same_length_with_fewer_nodes) {
  std::mt19937 random(11);
  std::uint64_t with = 0, without = 0;
  for (const auto& [width, height, count] : {std::tuple{3, 3, 400}, {4, 2, 100}, {2, 5, 50}, {4, 3, 10}, {6, 1, 5}}) {
    for (int i = 0; i < count; ++i) {
      const tokens::Puzzle puzzle = scrambled(width, height, width * height * 5, random);
      Control plain, pruned;
      const search::Request request{search::Algorithm("ida"), {}, 1, false};
      const auto heuristic = i % 2 ? tiles::Heuristic("linear-conflict") : tiles::Heuristic("manhattan");
      const auto longer = solve(puzzle, heuristic, request, 0, plain);
      const auto shorter = solve(puzzle, heuristic, request, 12, pruned);
      CHECK(shorter.status == search::Status::optimal);
      CHECK_EQ(longer.plan.size(), shorter.plan.size());
      with += pruned.generated;
      without += plain.generated;
    }
  }
  CHECK(with < without);
}

TEST(the_fast_loops_of_the_fifteen_puzzle_count_like_the_general_search_when_pruned) {
  std::mt19937 random(13);
  const auto machine = tiles::automaton(12);
  for (int i = 0; i < 4; ++i) {
    std::vector<int> goal(16);
    const int corner = std::array{0, 3, 12, 15}[i];
    for (int cell = 0, tile = 1; cell < 16; ++cell) goal[cell] = cell == corner ? 0 : tile++;
    const tokens::Puzzle puzzle = scrambled(4, 4, goal, 70, random);
    using General = tiles::Pruned<tokens::TokenSpace<tokens::Nibbles, tokens::Manhattan>>;
    using Fast = tiles::Pruned<tiles::FifteenSpace<tokens::Manhattan>>;
    const General general(tokens::TokenSpace<tokens::Nibbles, tokens::Manhattan>(puzzle), 4, *machine);
    const Fast fast(tiles::FifteenSpace<tokens::Manhattan>(puzzle, *machine), 4, *machine);
    check_same_search(general, fast, 2);
  }
}

}  // namespace budge::test
