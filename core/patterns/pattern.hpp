// Pattern databases (Culberson and Schaeffer, 1998): for every placement of a few tiles, the fewest moves that bring
// them home.
//
// A plain database counts all moves. The blank is one more object to place; several databases are combined by their
// maximum. It has one byte per entry. An additive database (Korf and Felner, 2002) counts only the moves of its own
// tiles, so the values of databases with disjoint sets of tiles add up. Its states include the region of free cells
// that contains the blank. It has one bit per entry: the distance of a state and the bits of its neighbours give the
// distances of the neighbours (see bits/bit_table.hpp).
//
// Tiles are named by their home cells, so that a database does not depend on a puzzle's labels.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "patterns/bits/mirror.hpp"
#include "patterns/placement.hpp"

namespace budge::patterns {

struct Pattern {
  // The value of states that cannot reach home, and of those that take at least this many moves.
  static constexpr std::uint8_t unreached = 255;

  int width, height;
  int blank;               // its home
  std::vector<int> homes;  // of the tiles, in the order of their ranking
  bool additive;

  // Throws std::invalid_argument if an argument is invalid.
  Pattern(int width, int height, int blank, std::vector<int> homes, bool additive);

  int cells() const { return width * height; }
  int tiles() const { return static_cast<int>(homes.size()); }

  // The ranked objects: the blank in a plain database, then the tiles.
  int objects() const { return tiles() + !additive; }
  Ranking ranking() const { return {cells(), objects()}; }

  // Whether a plain database contains every tile: it is then the distance table of the puzzle. Only half of all
  // arrangements are reachable: of two that differ by a swap of the last two tiles, exactly one is, so both share an
  // entry. With a single tile, every arrangement is reachable.
  bool is_whole() const { return !additive && tiles() == cells() - 1 && tiles() > 1; }

  // The mirror that maps an additive pattern onto itself, if any: only about half of the states are then stored.
  Mirror::Axis mirror() const;

  std::uint64_t entries() const;  // including mirror images that are not stored
  std::uint64_t bytes() const;    // of the database
  std::uint64_t index(std::uint64_t rank) const { return rank >> is_whole(); }

  // The home cells of all objects.
  Ranking::Cells home() const;

  // Whether moves from home can bring all objects to these cells. Always true unless is_whole().
  bool reachable(const Ranking::Cells& cells) const;
};

// How often each value occurs in a database of bytes, from 0 to the largest.
std::vector<std::uint64_t> histogram(const std::uint8_t* entries, std::uint64_t size);

}  // namespace budge::patterns
