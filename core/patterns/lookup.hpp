// Looking up a position in pattern databases that add up.
//
// One database serves every set of tiles that a symmetry of the board maps onto its own: a look-up comes with the map.
// The reflected partition is such a set of look-ups, and costs no memory of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "patterns/bits/bit_table.hpp"
#include "patterns/pattern.hpp"

namespace budge::patterns {

// A database that has been built: bytes, or bits if it is additive. `keeper` holds on to the memory that they are in.
struct Database {
  Pattern pattern;
  const std::uint8_t* data;
  std::shared_ptr<const void> keeper;
  std::shared_ptr<const BitTable> bits;

  Database(Pattern pattern, const std::uint8_t* data, std::shared_ptr<const void> keeper);

  // The value for an arrangement: homes[c] is the home of what stands on cell c, which is the blank on that cell.
  int value(const std::vector<int>& homes, int blank) const;
};

struct Lookup {
  std::shared_ptr<const Database> database;
  std::vector<int> map;  // from the database's cells to those of the puzzle
};
using LookupSum = std::vector<Lookup>;

// Throws std::invalid_argument if the sum is none for a board of this size whose goal has its blank there.
void check(const LookupSum& sum, int width, int height, int blank);

// A look-up made ready: `where[h]` is the cell that the tile with home h stands on, `blank` the cell of the blank.
class Reader {
 public:
  explicit Reader(const Lookup& lookup);

  bool additive() const { return bits_ != nullptr; }
  bool has(int home) const { return member_ >> home & 1; }

  // The value; of an additive database by walking home, which takes as many steps.
  int value(const std::uint8_t* where, int blank) const {
    if (bits_ != nullptr) return bits_->distance(state(where, blank));
    Ranking::Cells cells;
    for (int i = 0; i < ranking_.objects(); ++i) cells[i] = cell_[where[home_[i]]];
    return data_[ranking_.rank(cells) >> whole_];
  }

  // The value of an additive database when a tile of the pattern has moved from where it was `before`.
  int value_after(int before, const std::uint8_t* where, int blank) const {
    const BitTable::State now = state(where, blank);
    return BitTable::after(before, bits_->bit(now.set, now.blank, now.places));
  }

  // The order of a state's image, where the database is folded.
  Orders::Places image(const BitTable::State& state) const {
    return bits_->images() ? bits_->images()->of(state.set, state.places) : 0;
  }

  BitTable::State state(const std::uint8_t* where, int blank) const {
    std::array<int, Orders::most> cells{};
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
