// The rules and the heuristics of the token space: perft counts, and updates against fresh evaluation.
#include "tokens/space.hpp"

#include <set>

#include "tests/check.hpp"
#include "tests/random_puzzle.hpp"
#include "tiles/linear_conflict.hpp"
#include "tiles/xy.hpp"
#include "tokens/cells.hpp"
#include "tokens/heuristics.hpp"

namespace budge::test {

namespace {

tokens::Puzzle solved(int width, int height) {
  std::vector<int> goal(width * height);
  std::iota(goal.begin(), goal.end(), 0);
  return tiles::board({width, height, goal, goal});
}

// A random walk: an updated memo equals a newly computed one, and undoing restores the start.
template <class Cells, class Heuristic>
void check_walk(const tokens::Puzzle& puzzle, std::mt19937& random) {
  const tokens::TokenSpace<Cells, Heuristic> space(puzzle);
  auto node = space.start();
  for (int i = 0; i < 300; ++i) {
    const auto before = node;
    const auto moves = space.moves(node);
    const auto op = moves[random() % moves.size()];
    const auto undo = space.apply(node, op);
    const auto fresh = space.unpack(space.pack(node));
    CHECK_EQ(space.h(node), space.h(fresh));
    CHECK_EQ(int(node.blank), int(fresh.blank));
    CHECK(std::abs(space.h(node) - space.h(before)) <= 1);
    auto back = node;
    space.undo(back, undo);
    CHECK(back.cells == before.cells && back.blank == before.blank && space.h(back) == space.h(before));
    auto retreated = node;
    CHECK_EQ(int(space.retreat(retreated, space.reverse(undo))), int(op));
    CHECK(retreated.cells == before.cells);
  }
}

}  // namespace

TEST(perft_of_the_fifteen_puzzle_matches_the_published_counts) {
  const tokens::TokenSpace<tokens::Nibbles, tokens::Zero> space(solved(4, 4));
  std::set<std::uint64_t> seen{space.start().cells.word}, layer = seen;
  const std::vector<std::size_t> published{1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544};
  for (const std::size_t count : published) {
    CHECK_EQ(layer.size(), count);
    std::set<std::uint64_t> next;
    for (const auto word : layer) {
      auto node = space.unpack(tokens::Nibbles{word});
      for (const auto op : space.moves(node)) {
        const auto undo = space.apply(node, op);
        if (seen.insert(node.cells.word).second) next.insert(node.cells.word);
        space.undo(node, undo);
      }
    }
    layer = next;
  }
}

TEST(updated_memos_equal_newly_computed_ones) {
  std::mt19937 random(1);
  for (const auto& [width, height] : {std::pair{3, 3}, {4, 4}, {2, 5}, {5, 3}, {1, 6}, {2, 2}}) {
    const tokens::Puzzle puzzle = scrambled(width, height, 100, random);
    check_walk<tokens::Nibbles, tokens::Misplaced>(puzzle, random);
    check_walk<tokens::Nibbles, tokens::Manhattan>(puzzle, random);
    check_walk<tokens::Nibbles, tiles::LinearConflict>(puzzle, random);
    check_walk<tokens::Nibbles, tiles::XY>(puzzle, random);
  }
  check_walk<tokens::Nibbles, tiles::XY>(scrambled(7, 2, 100, random), random);
  for (const auto& [width, height] : {std::pair{4, 5}, {5, 5}, {6, 3}}) {
    check_walk<tokens::Array<std::uint8_t, 32>, tiles::XY>(scrambled(width, height, 40, random), random);
  }
  const tokens::Puzzle large = scrambled(6, 5, 500, random);
  check_walk<tokens::Array<std::uint8_t, 32>, tiles::LinearConflict>(large, random);
  check_walk<tokens::Array<std::uint8_t, 256>, tokens::Manhattan>(large, random);
  check_walk<tokens::Array<std::uint16_t, 4096>, tiles::LinearConflict>(scrambled(20, 20, 2000, random), random);
}

TEST(walk_tables_have_the_published_sizes) {
  CHECK_EQ(tiles::WalkTable(3, 3, 2).size(), 105u);
  CHECK_EQ(tiles::WalkTable(4, 4, 3).size(), 24964u);
  CHECK_EQ(tiles::WalkTable(4, 4, 0).size(), 24964u);
}

TEST(a_line_in_reverse_lifts_all_tiles_but_one) {
  tiles::Conflicts conflicts;
  for (int place = 8; place > 0; --place) conflicts.add(place);
  CHECK_EQ(conflicts.moves(), 14);
}

}  // namespace budge::test
