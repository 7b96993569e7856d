// Traces of IDA* equal the counts of a plain recursion, for all search loops and numbers of threads.
#include "search/ida.hpp"
#include "tests/check.hpp"
#include "tests/databases.hpp"
#include "tests/random_puzzle.hpp"
#include "tiles/fifteen.hpp"
#include "tiles/pattern_space.hpp"
#include "tiles/pruned.hpp"

namespace budge::test {

namespace {

using ByDepth = std::vector<std::uint64_t>;

// Textbook IDA*: recursive depth-first search with increasing bounds.
template <class S>
struct ByTheBook {
  const S& space;
  ByDepth by_depth{};

  bool below(typename S::Node& node, const typename S::Op* back, int depth, int bound) {
    if (by_depth.size() <= static_cast<std::size_t>(depth)) by_depth.resize(depth + 1);
    ++by_depth[depth];
    for (const auto op : space.moves(node)) {
      if (back && op == *back) continue;
      const auto undo = space.apply(node, op);
      const auto inverse = space.reverse(undo);
      const bool within = depth + 1 + space.h(node) <= bound;
      if (within && (space.is_goal(node) || below(node, &inverse, depth + 1, bound))) return true;
      space.undo(node, undo);
    }
    return false;
  }

  ByDepth counts() {
    auto node = space.start();
    for (int bound = space.h(node); !below(node, nullptr, 0, bound); bound += 2) node = space.start();
    return by_depth;
  }
};

// True if some iteration was long enough to be cut into subtrees.
template <class Searched, class Plain>
bool check_trace(const Searched& space, const Plain& plain) {
  const ByDepth expected = ByTheBook<Plain>{plain}.counts();
  bool cut = false;
  for (const int threads : {1, 3}) {
    Control watched, alone;
    const auto found = search::Ida<Searched>(space, search::Weight{}, threads, watched).run(true);
    const auto same = search::Ida<Searched>(space, search::Weight{}, threads, alone).run(false);
    CHECK(found.plan == same.plan);
    CHECK_EQ(watched.generated, alone.generated);
    CHECK_EQ(watched.expanded, alone.expanded);
    CHECK(found.trace.by_depth == expected);
    CHECK_EQ(found.trace.depths.size(), (watched.expanded + found.trace.stride - 1) / found.trace.stride);
    for (const std::uint32_t depth : found.trace.depths) CHECK(depth < expected.size() && expected[depth] > 0);
    const auto& iterations = found.trace.iterations;
    cut = iterations.size() > 1 && iterations[iterations.size() - 2].generated >= 100'000;
  }
  return cut;
}

template <class H>
using Plain = tokens::TokenSpace<tokens::Nibbles, H>;

}  // namespace

TEST(a_trace_counts_all_expansions_by_depth_in_every_search_loop) {
  std::mt19937 random(3);
  const auto machine = tiles::automaton(8);
  std::array<int, 4> cut{};
  for (int i = 0; i < (sampled ? 3 : 8); ++i) {
    std::vector<int> goal(16);
    const int corner = std::array{0, 3, 12, 15}[i % 4];
    for (int cell = 0, tile = 1; cell < 16; ++cell) goal[cell] = cell == corner ? 0 : tile++;
    const tokens::Puzzle puzzle = scrambled(4, 4, goal, 150, random);
    const Plain<tokens::Manhattan> manhattan(puzzle);
    cut[0] += check_trace(tiles::FifteenSpace<tokens::Manhattan>(puzzle), manhattan);
    cut[1] += check_trace(tiles::FifteenSpace<tiles::LinearConflict>(puzzle), Plain<tiles::LinearConflict>(puzzle));
    cut[2] += check_trace(manhattan, manhattan);
    using Fast = tiles::Pruned<tiles::FifteenSpace<tokens::Manhattan>>;
    using Slow = tiles::Pruned<Plain<tokens::Manhattan>>;
    cut[3] += check_trace(Fast(tiles::FifteenSpace<tokens::Manhattan>(puzzle, *machine), 4, *machine),
                          Slow(manhattan, 4, *machine));
  }
  for (const int times : cut) CHECK(sampled || times > 0);
}

TEST(a_trace_counts_all_expansions_with_databases_and_in_waves) {
  tiles::Guide guide;
  guide.sums.emplace_back();
  for (const auto& homes : {std::vector{1, 2, 3}, {4, 8, 12}, {5, 6, 7}, {9, 10, 11}, {13, 14, 15}}) {
    guide.sums.back().push_back({built(patterns::Pattern(4, 4, 0, homes, true)), same(16)});
  }
  std::vector<int> goal(16);
  std::iota(goal.begin(), goal.end(), 0);
  std::mt19937 random(20);
  const auto machine = tiles::automaton(8);
  int cut = 0, in_waves = 0;
  for (int i = 0; i < rounds(8); ++i) {
    const tokens::Puzzle puzzle = scrambled(4, 4, goal, 130, random);
    using Space = tiles::PatternSpace<tokens::Nibbles>;
    using Slow = tiles::Pruned<Plain<tiles::Guided>>;
    const tiles::Pruned<Space> fast(Space(puzzle, guide), 4, *machine);
    cut += check_trace(fast, Slow(Plain<tiles::Guided>(puzzle, tiles::Guided(puzzle, guide)), 4, *machine));

    const tiles::Pruned<Space> waves(Space(puzzle, guide), 4, *machine, 200);
    Control once, traced, alone;
    search::Ida<tiles::Pruned<Space>>(fast, search::Weight{}, 1, once).run(false);
    const auto found = search::Ida<tiles::Pruned<Space>>(waves, search::Weight{}, 2, traced).run(true);
    search::Ida<tiles::Pruned<Space>>(waves, search::Weight{}, 1, alone).run(false);
    CHECK_EQ(traced.generated, alone.generated);
    CHECK_EQ(traced.expanded, alone.expanded);
    CHECK_EQ(std::accumulate(found.trace.by_depth.begin(), found.trace.by_depth.end(), std::uint64_t{0}),
             traced.expanded);
    in_waves += traced.generated != once.generated;
  }
  CHECK(sampled || (cut > 0 && in_waves > 0));
}

}  // namespace budge::test
