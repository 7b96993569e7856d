// Looks up positions in sums of pattern databases.
//
// One database serves every set of tiles that a symmetry of the board maps onto its own set: a look-up includes the
// map. So the reflected partition is another sum of look-ups, without memory of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "patterns/bits/bit_table.hpp"
#include "patterns/pattern.hpp"

namespace budge::patterns {

// A finished database: bytes, or bits if it is additive. `keeper` owns the memory of `data`.
struct Database {
  Pattern pattern;
  const std::uint8_t* data;
  std::shared_ptr<const void> keeper;
  std::shared_ptr<const BitTable> bits;

  Database(Pattern pattern, const std::uint8_t* data, std::shared_ptr<const void> keeper);

  // The value of an arrangement: homes[c] is the home of the tile on cell c, or of the blank if c is `blank`.
  int value(const std::vector<int>& homes, int blank) const;
};

// The value of a position in a database of all tiles: `position[c]` is the tile on cell c, objects[t] the object of
// tile t, cells[c] the database's cell of cell c. Negative if the position does not have every tile exactly once.
int table_value(const Database& database, const std::uint8_t* position, const std::vector<int>& objects,
                const std::vector<int>& cells);

struct Lookup {
  std::shared_ptr<const Database> database;
  std::vector<int> map;  // from the database's cells to those of the puzzle
};
using LookupSum = std::vector<Lookup>;

// Throws std::invalid_argument unless the sum fits a board of this size whose goal has its blank on cell `blank`.
void check(const LookupSum& sum, int width, int height, int blank);

// A look-up prepared for a search. `where[h]` is the cell of the tile with home h, `blank` the cell of the blank.
class Reader {
 public:
  explicit Reader(const Lookup& lookup);

  bool additive() const { return bits_ != nullptr; }
  bool has(int home) const { return member_ >> home & 1; }

  // The value. An additive database finds it by a walk home of as many steps.
  int value(const std::uint8_t* where, int blank) const {
    if (bits_ != nullptr) return bits_->distance(state(where, blank));
    Ranking::Cells cells;
    for (int i = 0; i < ranking_.objects(); ++i) cells[i] = cell_[where[home_[i]]];
    return data_[ranking_.rank(cells) >> whole_];
  }

  // The value of an additive database after a move of a tile of the pattern; `before` is the value before the move.
  int value_after(int before, const std::uint8_t* where, int blank) const {
    const BitTable::State now = state(where, blank);
    return BitTable::after(before, bits_->bit(now.set, now.blank, now.places));
  }

  // The order of a state's mirror image; 0 if the database is not folded.
  Orders::Places image(const BitTable::State& state) const {
    return bits_->images() ? bits_->images()->of(state.set, state.places) : 0;
  }

  BitTable::State state(const std::uint8_t* where, int blank) const {
    std::array<int, Orders::max_tiles> cells{};
    CellSet set = 0;
    for (int i = 0; i < ranking_.objects(); ++i) {
      cells[i] = cell_[where[home_[i]]];
      set |= one_cell(cells[i]);
    }
    for (int i = 0; i < ranking_.objects(); ++i) cells[i] = count_before(set, cells[i]);
    return {set, bits_->orders().pack(cells), cell_[blank]};
  }

 private:
  const std::uint8_t* data_;
  const BitTable* bits_;
  Ranking ranking_;
  bool whole_;
  CellSet member_ = 0;     // by home in the puzzle
  Ranking::Cells home_{};  // in the puzzle, by object
  Ranking::Cells cell_{};  // of the database, by cell of the puzzle
};

}  // namespace budge::patterns
