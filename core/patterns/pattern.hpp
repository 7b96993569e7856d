// Pattern databases (Culberson and Schaeffer, 1998): for every placement of a few tiles, moves that bring them home.
//
// A plain database counts all moves and knows the blank's cell, which is one more object to place; several are combined
// by their maximum. One byte an entry. An additive one (Korf and Felner, 2002) counts only the moves of its own tiles,
// so databases of disjoint sets of tiles add up. It knows the region of free cells that the blank is in, and has one
// bit an entry, from which whoever knows the distance of a state tells that of its neighbours: see bits/levels.hpp.
//
// Tiles are named by their home cells, so that a database does not depend on how a puzzle labels them.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "patterns/bits/mirror.hpp"
#include "patterns/placement.hpp"

namespace budge::patterns {

struct Pattern {
  // The value of what no moves bring home, and of what takes so many moves or more.
  static constexpr std::uint8_t unreached = 255;

  int width, height;
  int blank;               // its home
  std::vector<int> homes;  // of the tiles, in the order of their ranking
  bool additive;

  // Checks what it is given; throws std::invalid_argument.
  Pattern(int width, int height, int blank, std::vector<int> homes, bool additive);

  int cells() const { return width * height; }
  int tiles() const { return static_cast<int>(homes.size()); }

  // The blank if it counts, then the tiles.
  int objects() const { return tiles() + !additive; }
  Ranking ranking() const { return {cells(), objects()}; }

  // With every tile in it, a plain database is the distance table of the puzzle. Half of all arrangements cannot be
  // reached; of two that differ by exchanging the last two tiles it is one, so both share an entry. Where there is but
  // one tile, every arrangement can be reached.
  bool is_whole() const { return !additive && tiles() == cells() - 1 && tiles() > 1; }

  // The mirror that maps an additive pattern onto itself, if there is one: half of its states then have no entry.
  Mirror::Axis mirror() const;

  std::uint64_t entries() const;  // those of images counted, too
  std::uint64_t bytes() const;    // of the database
  std::uint64_t index(std::uint64_t rank) const { return rank >> is_whole(); }

  // Where the objects stand when all are home.
  Ranking::Cells home() const;

  // Whether moves can lead from home to these cells of all objects; only for a whole database is it ever in doubt.
  bool reachable(const Ranking::Cells& cells) const;
};

// How often each value occurs in a database of bytes, from 0 to the largest.
std::vector<std::uint64_t> histogram(const std::uint8_t* entries, std::uint64_t size);

}  // namespace budge::patterns
