// Whole state spaces against published counts and a plain breadth-first search.
#include "tokens/explore.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <string>

#include "tests/check.hpp"
#include "tests/shuffle.hpp"
#include "tests/tuning.hpp"
#include "tokens/permutation_rank.hpp"
#include "tokens/tuning.hpp"

using namespace budge;

namespace {

using Counts = std::vector<std::uint64_t>;

std::vector<int> blank_first(std::size_t vertices) {
  std::vector<int> cells(vertices);
  std::iota(cells.begin(), cells.end(), 0);
  return cells;
}

tokens::Adjacency joined(int vertices, const std::vector<std::pair<int, int>>& edges) {
  tokens::Adjacency graph(vertices);
  for (const auto& [one, other] : edges) {
    graph[one].push_back(other);
    graph[other].push_back(one);
  }
  return graph;
}

tokens::Adjacency polygon(int vertices) {
  std::vector<std::pair<int, int>> edges;
  for (int vertex = 0; vertex < vertices; ++vertex) edges.push_back({vertex, (vertex + 1) % vertices});
  return joined(vertices, edges);
}

tokens::Adjacency theta0() { return joined(7, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {0, 6}, {6, 3}}); }

tokens::Adjacency random_graph(int vertices, double density, std::mt19937& random) {
  std::vector<std::pair<int, int>> edges;
  for (int one = 0; one < vertices; ++one) {
    for (int other = one + 1; other < vertices; ++other) {
      if (random() < density * 0x1p32) edges.push_back({one, other});
    }
  }
  return joined(vertices, edges);
}

std::uint64_t sum(const Counts& counts) { return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}); }

std::string text(const Counts& counts) {
  std::string result;
  for (const std::uint64_t count : counts) result += std::to_string(count) + " ";
  return result;
}

tokens::Exploration explored(const tokens::Adjacency& graph, const std::vector<int>& source,
                             tokens::Layers layers = tokens::Layers::automatic, int threads = 1, std::size_t keep = 10,
                             Limits limits = {}) {
  Control control(limits);
  const tokens::Exploration result = tokens::explore(graph, source, threads, keep, control, layers);
  CHECK_EQ(control.bytes(), 0u);
  return result;
}

tokens::Exploration plainly(const tokens::Adjacency& graph, const std::vector<int>& source, std::size_t keep) {
  tokens::Exploration result;
  std::set<std::vector<int>> seen{source}, layer{source};
  while (!layer.empty()) {
    result.by_depth.push_back(layer.size());
    result.hardest.assign(layer.begin(), std::next(layer.begin(), std::min(keep, layer.size())));
    std::set<std::vector<int>> next;
    for (const std::vector<int>& cells : layer) {
      const auto blank = std::find(cells.begin(), cells.end(), 0) - cells.begin();
      for (const int vertex : graph[blank]) {
        std::vector<int> after = cells;
        std::swap(after[blank], after[vertex]);
        if (seen.insert(after).second) next.insert(after);
      }
    }
    layer.swap(next);
  }
  return result;
}

void check_prefix(const Counts& part, const Counts& whole) {
  CHECK(!part.empty());
  CHECK(part.size() < whole.size());
  CHECK(std::equal(part.begin(), part.end(), whole.begin()));
}

const Counts eight_puzzle{1,     2,     4,     8,     16,    20,   39,   62,   116,   152,   286,
                          396,   748,   1024,  1893,  2512,  4485, 5638, 9529, 10878, 16993, 17110,
                          23952, 20224, 24047, 15578, 14560, 6274, 3910, 760,  221,   2};

}  // namespace

TEST(the_eight_puzzle_has_the_published_counts_with_every_kind_of_layer) {
  for (const tokens::Layers layers : {tokens::Layers::automatic, tokens::Layers::sorted, tokens::Layers::bitmaps}) {
    for (const int threads : {1, 2, 5}) {
      const tokens::Exploration found = explored(tokens::grid(3, 3), blank_first(9), layers, threads);
      CHECK_EQ(text(found.by_depth), text(eight_puzzle));
      CHECK(found.stop == Stop::none);
      CHECK(found.hardest == (std::vector<std::vector<int>>{{8, 0, 6, 5, 4, 7, 2, 3, 1}, {8, 7, 6, 0, 4, 1, 2, 5, 3}}));
    }
  }
}

TEST(small_boards_have_the_known_size_and_depth) {
  CHECK_EQ(text(explored(tokens::grid(2, 2), blank_first(4)).by_depth), "1 2 2 2 2 2 1 ");
  for (const tokens::Adjacency& board : {tokens::grid(2, 3), tokens::grid(3, 2)}) {
    const Counts counts = explored(board, blank_first(6)).by_depth;
    CHECK_EQ(sum(counts), 360u);
    CHECK_EQ(counts.size() - 1, 21u);
  }
}

TEST(sorted_arrays_and_bitmaps_agree_with_plain_search_on_random_graphs) {
  std::mt19937 random(1);
  for (int round = 0; round < test::rounds(150, 10); ++round) {
    const int vertices = 1 + static_cast<int>(random() % (round % 10 == 0 ? 8 : 7));
    const tokens::Adjacency graph = random_graph(vertices, 0.1 + 0.2 * (round % 5), random);
    std::vector<int> source = blank_first(vertices);
    test::shuffle(source, random);
    const tokens::Exploration expected = plainly(graph, source, 5);
    for (const tokens::Layers layers : {tokens::Layers::sorted, tokens::Layers::bitmaps}) {
      const tokens::Exploration found = explored(graph, source, layers, 1, 5);
      CHECK_EQ(text(found.by_depth), text(expected.by_depth));
      CHECK(found.hardest == expected.hardest);
    }
  }
}

TEST(wilsons_exceptional_graph_reaches_a_sixth_of_its_arrangements) {
  CHECK_EQ(sum(explored(theta0(), blank_first(7)).by_depth), 840u);
}

TEST(on_a_polygon_tokens_only_rotate) {
  for (const int vertices : {3, 4, 5, 8, 13, 17, 40, 130}) {
    const Counts counts = explored(polygon(vertices), blank_first(vertices)).by_depth;
    CHECK_EQ(sum(counts), static_cast<std::uint64_t>(vertices) * (vertices - 1));
  }
}

TEST(on_a_path_only_the_blank_travels) {
  for (const int vertices : {1, 2, 3, 30, 300, 4096}) {
    const tokens::Exploration found =
        explored(tokens::grid(vertices, 1), blank_first(vertices), tokens::Layers::automatic, 2);
    CHECK(found.by_depth == Counts(vertices, 1));
    std::vector<int> end = blank_first(vertices);
    std::rotate(end.begin(), end.begin() + 1, end.end());
    CHECK(found.hardest == std::vector<std::vector<int>>{end});
  }
}

TEST(tokens_that_the_blank_cannot_reach_do_not_move) {
  const tokens::Adjacency graph = joined(7, {{1, 3}, {3, 5}, {5, 1}, {0, 2}, {4, 6}});
  const std::vector<int> source{4, 6, 1, 0, 5, 2, 3};
  for (const tokens::Layers layers : {tokens::Layers::sorted, tokens::Layers::bitmaps}) {
    const tokens::Exploration found = explored(graph, source, layers);
    CHECK_EQ(sum(found.by_depth), 6u);
    CHECK(found.hardest == plainly(graph, source, 10).hardest);
  }
}

TEST(every_state_is_expanded_once) {
  Control control;
  tokens::explore(tokens::grid(3, 3), blank_first(9), 2, 0, control);
  CHECK_EQ(control.expanded, 181440u);
  CHECK_EQ(control.generated, 483840u);  // 24 directed edges, 20,160 states at each vertex
  CHECK_EQ(control.lower_bound, 31);
}

TEST(the_hardest_are_the_first_in_order_and_at_most_the_requested_number) {
  for (const tokens::Layers layers : {tokens::Layers::sorted, tokens::Layers::bitmaps}) {
    CHECK(explored(tokens::grid(3, 2), blank_first(6), layers, 1, 0).hardest.empty());
    CHECK_EQ(explored(tokens::grid(3, 3), blank_first(9), layers, 1, 1).hardest.size(), 1u);
    Limits limits;
    limits.nodes = 100'000;
    const tokens::Exploration cut = explored(tokens::grid(3, 3), blank_first(9), layers, 1, 100, limits);
    CHECK_EQ(cut.hardest.size(), 100u);
    CHECK(std::is_sorted(cut.hardest.begin(), cut.hardest.end()));
    CHECK(std::adjacent_find(cut.hardest.begin(), cut.hardest.end()) == cut.hardest.end());
  }
}

TEST(a_node_limit_keeps_the_complete_layers) {
  for (const tokens::Layers layers : {tokens::Layers::sorted, tokens::Layers::bitmaps}) {
    for (const std::uint64_t nodes : {0, 1, 100, 10'000, 300'000}) {
      Control control(Limits{.nodes = nodes});
      const tokens::Exploration cut = tokens::explore(tokens::grid(3, 3), blank_first(9), 2, 1, control, layers);
      CHECK(cut.stop == Stop::nodes);
      CHECK(control.generated <= nodes);
      check_prefix(cut.by_depth, eight_puzzle);
    }
  }
}

TEST(a_memory_limit_keeps_the_complete_layers_and_is_not_exceeded) {
  for (const int threads : {1, 2}) {
    for (const std::uint64_t memory : {0, 1000, 20'000, 100'000}) {
      Control control(Limits{.memory = memory});
      const tokens::Exploration cut =
          tokens::explore(tokens::grid(3, 3), blank_first(9), threads, 1, control, tokens::Layers::sorted);
      CHECK(cut.stop == Stop::memory);
      CHECK(control.peak_bytes() <= memory);
      check_prefix(cut.by_depth, eight_puzzle);
    }
  }
}

TEST(without_memory_for_bitmaps_the_search_continues_with_arrays) {
  const std::vector<int> source = blank_first(12);
  const tokens::Exploration cut =
      explored(tokens::grid(4, 3), source, tokens::Layers::automatic, 1, 1, {.memory = 4'000'000});
  CHECK(cut.stop == Stop::memory);
  CHECK(cut.by_depth.back() > 58'000);  // a layer large enough for bitmaps
}

TEST(a_cancelled_exploration_stops_with_the_complete_layers) {
  Control control;
  control.tick = [](const Control& now) { return now.lower_bound < 10; };
  const tokens::Exploration cut = tokens::explore(tokens::grid(4, 4), blank_first(16), 2, 3, control);
  CHECK(cut.stop == Stop::cancel);
  CHECK(cut.by_depth.size() > 10);
  CHECK_EQ(cut.hardest.size(), 3u);
}

TEST(an_exploration_out_of_time_stops) {
  Control control(Limits{.seconds = 0.1});
  const tokens::Exploration cut = tokens::explore(tokens::grid(5, 5), blank_first(25), 2, 3, control);
  CHECK(cut.stop == Stop::seconds);
  CHECK(control.seconds() < 2);
  CHECK_EQ(text(Counts(cut.by_depth.begin(), cut.by_depth.begin() + 7)), "1 2 4 10 26 64 159 ");
}

TEST(ranks_follow_lexicographic_order_and_unrank_inverts_them) {
  std::vector<int> sequence{0, 1, 2, 3, 4, 5};
  std::uint32_t expected = 0;
  do {
    CHECK_EQ(tokens::rank(sequence), expected);
    CHECK(tokens::unrank(expected, 6) == sequence);
    ++expected;
  } while (std::next_permutation(sequence.begin(), sequence.end()));
  CHECK_EQ(expected, tokens::factorial(6));
}

TEST(a_rotation_of_the_rank_is_a_rotation_of_the_sequence) {
  std::mt19937 random(2);
  Control control;
  for (const int m : {1, 2, 5, 8, 12}) {
    for (int from = 0; from <= m; ++from) {
      for (int to = 0; to <= m; ++to) {
        if (from == to) continue;
        const tokens::Rotation rotation(m, from, to, control);
        for (int round = 0; round < 20; ++round) {
          std::vector<int> cells(m);
          std::iota(cells.begin(), cells.end(), 0);
          test::shuffle(cells, random);
          const std::uint32_t before = tokens::rank(cells);
          cells.insert(cells.begin() + from, -1);
          std::swap(cells[from], cells[to]);
          cells.erase(cells.begin() + to);
          CHECK_EQ(rotation(before), tokens::rank(cells));
        }
      }
    }
  }
}

TEST(a_grid_lists_up_left_right_down) {
  CHECK(tokens::grid(3, 3)[4] == (std::vector<int>{1, 3, 5, 7}));
  CHECK(tokens::grid(3, 2)[0] == (std::vector<int>{1, 3}));
  CHECK(tokens::grid(1, 2) == (tokens::Adjacency{{1}, {0}}));
}

TEST(distances_are_shortest_and_minus_one_across_a_gap) {
  const tokens::Adjacency graph = joined(5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}});
  CHECK(tokens::distances(graph) ==
        (std::vector<std::vector<int>>{
            {0, 1, 1, 2, -1}, {1, 0, 1, 2, -1}, {1, 1, 0, 1, -1}, {2, 2, 1, 0, -1}, {-1, -1, -1, -1, 0}}));
}

TEST(explorations_find_the_same_states_under_any_tuning_of_tokens) {
  std::mt19937 random(3);
  const tokens::Adjacency board = tokens::grid(3, 2), graph = random_graph(7, 0.4, random);
  const tokens::Exploration of_board = plainly(board, blank_first(6), 5), of_graph = plainly(graph, blank_first(7), 5);
  test::at_extremes(tokens::tuning, tokens::tuning_options, 20, [&] {
    for (const tokens::Layers layers : {tokens::Layers::automatic, tokens::Layers::bitmaps}) {
      for (const int threads : {1, 3}) {
        const auto found = explored(board, blank_first(6), layers, threads, 5);
        CHECK(found.by_depth == of_board.by_depth && found.hardest == of_board.hardest);
        const auto other = explored(graph, blank_first(7), layers, threads, 5);
        CHECK(other.by_depth == of_graph.by_depth && other.hardest == of_graph.hardest);
      }
    }
  });
}
