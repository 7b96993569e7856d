// Looking up a position in pattern databases that add up.
//
// One database serves every set of tiles that a symmetry of the board maps onto its own: a look-up comes with the map.
// The reflected partition is such a set of look-ups, and costs no memory of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "patterns/pattern.hpp"

namespace budge::patterns {

// A database that has been built. `keeper` holds on to the memory that the entries are in.
struct Database {
  Pattern pattern;
  const std::uint8_t* entries;
  std::shared_ptr<const void> keeper;

  // The entry for an arrangement: homes[c] is the home of what stands on cell c.
  int value(const std::vector<int>& homes) const;
};

struct Lookup {
  std::shared_ptr<const Database> database;
  std::vector<int> map;  // from the database's cells to those of the puzzle
};
using LookupSum = std::vector<Lookup>;

// Throws std::invalid_argument if the sum is none for a board of this size whose goal has its blank there.
void check(const LookupSum& sum, int width, int height, int blank);

// A look-up made ready: `where[h]` is the cell that the tile with home h stands on, the blank included.
class Reader {
 public:
  explicit Reader(const Lookup& lookup);

  std::uint64_t index(const std::uint8_t* where) const {
    Ranking::Cells cells;
    for (int i = 0; i < ranking_.objects(); ++i) cells[i] = cell_[where[home_[i]]];
    return ranking_.rank(cells) >> whole_;
  }
  int value(const std::uint8_t* where) const { return entries_[index(where)]; }

 private:
  const std::uint8_t* entries_;
  Ranking ranking_;
  bool whole_;
  Ranking::Cells home_{};  // in the puzzle, by object
  Ranking::Cells cell_{};  // of the database, by cell of the puzzle
};

}  // namespace budge::patterns
