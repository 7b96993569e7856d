// Reads the puzzles of each kind, as static/core/kinds/*.js writes them.
#pragma once

#include <cstdint>

#include "blocks/puzzle.hpp"
#include "patterns/lookup.hpp"
#include "robots/puzzle.hpp"
#include "sokoban/rules/level.hpp"
#include "tiles/guide.hpp"
#include "tiles/instance.hpp"
#include "tokens/space.hpp"
#include "wasm/reader.hpp"

namespace budge::wasm {

inline tiles::Instance read_tiles(Reader& in) {
  const int width = in.integer(), height = in.integer();
  std::vector<int> start = in.list();
  return {width, height, std::move(start), in.list()};
}

inline patterns::Pattern read_pattern(Reader& in) {
  const int width = in.integer(), height = in.integer(), blank = in.integer();
  std::vector<int> homes = in.list();
  return {width, height, blank, std::move(homes), in.flag()};
}

// Pattern databases, each with the address of its bytes, which stay there, and sums of look-ups: the number of a
// database, then its map.
inline tiles::Guide read_guide(Reader& in) {
  const auto databases = in.list_of([&] {
    patterns::Pattern pattern = read_pattern(in);
    const auto* data = reinterpret_cast<const std::uint8_t*>(in.integer<std::uintptr_t>());
    return std::make_shared<const patterns::Database>(std::move(pattern), data, nullptr);
  });
  tiles::Guide guide;
  guide.sums = in.list_of([&] {
    return in.list_of([&] {
      const std::vector<int> lookup = in.list();
      if (lookup.empty()) throw std::invalid_argument("a look-up names no database");
      return patterns::Lookup{databases.at(lookup[0]), {lookup.begin() + 1, lookup.end()}};
    });
  });
  return guide;
}

inline tokens::Puzzle read_tokens(Reader& in) {
  tokens::Adjacency graph = in.lists();
  std::vector<int> start = in.list();
  return {std::move(graph), std::move(start), in.list()};
}

inline blocks::Puzzle read_blocks(Reader& in) {
  blocks::Puzzle puzzle;
  puzzle.width = in.integer();
  puzzle.height = in.integer();
  puzzle.walls = in.list();
  puzzle.pieces = in.lists();
  puzzle.axes = in.list_of([&] { return static_cast<blocks::Axis>(in.integer()); });
  puzzle.forbidden = in.lists();
  puzzle.goals = in.lists();
  return puzzle;
}

inline sokoban::Puzzle read_sokoban(Reader& in) {
  sokoban::Puzzle puzzle;
  puzzle.width = in.integer();
  puzzle.height = in.integer();
  for (std::vector<int>* cells : {&puzzle.walls, &puzzle.players, &puzzle.boxes, &puzzle.targets}) *cells = in.list();
  puzzle.assigned = in.lists();
  return puzzle;
}

inline robots::Puzzle read_robots(Reader& in) {
  robots::Puzzle puzzle;
  puzzle.width = in.integer();
  puzzle.height = in.integer();
  puzzle.open = in.flag();
  puzzle.walls = in.pairs();
  puzzle.robots = in.list();
  for (const auto& [robot, cell] : in.pairs()) puzzle.goals.push_back({robot, cell});
  return puzzle;
}

}  // namespace budge::wasm
