// The rows of a table of one bit a state: a row for each set of occupied cells and each region of the free ones.
//
// Where the blank is within a region does not matter: it goes anywhere without moving a tile of the set. The regions of
// a set are numbered in reading order and their rows follow one another; a record for each set holds its first row, and
// four bits for each cell that say which region it is in.
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <vector>

#include "patterns/bits/cells.hpp"
#include "patterns/bits/sets.hpp"

namespace budge::patterns {

// Calls body(set, region) for all regions of all sets, in the order of their rows.
template <class Body>
void for_all_rows(const Field& field, const Sets& sets, Body&& body) {
  sets.for_all([&](CellSet set) {
    for (CellSet free = field.all() & ~set, rest = free; rest != 0;) {
      const CellSet region = field.region(std::countr_zero(rest), free);
      rest &= ~region;
      body(set, region);
    }
  });
}

inline std::uint64_t count_rows(int width, int height, int tiles) {
  std::uint64_t count = 0;
  for_all_rows(Field(width, height), Sets(width * height, tiles), [&](CellSet, CellSet) { ++count; });
  return count;
}

class Rows {
 public:
  // Calls `heed` now and then, which may throw.
  Rows(
      int width, int height, int tiles, const std::function<void()>& heed = [] {})
      : field_(width, height),
        sets_(width * height, tiles),
        stride_((4 + (width * height + 1) / 2 + 3) / 4 * 4),
        records_(std::size_t{sets_.size()} * stride_) {
    std::uint8_t* record = records_.data() - stride_;
    CellSet last = 0;
    std::uint32_t first = 0;
    for_all_rows(field_, sets_, [&](CellSet set, CellSet region) {
      if (set != last) {
        last = set;
        record += stride_;
        first = count_;
        std::memcpy(record, &first, sizeof first);
        if (first % 4096 == 0) heed();
      }
      const std::uint32_t number = count_++ - first;
      if (number > 15) throw std::invalid_argument("the pattern leaves too many regions to the blank");
      for (; region != 0; region &= region - 1) {
        const int cell = std::countr_zero(region);
        record[4 + cell / 2] = static_cast<std::uint8_t>(record[4 + cell / 2] | number << (cell % 2 * 4));
      }
    });
  }

  const Field& field() const { return field_; }
  const Sets& sets() const { return sets_; }
  std::uint32_t count() const { return count_; }
  std::uint64_t bytes() const { return records_.size() + sets_.bytes(); }

  // The row of a set while the blank is on this free cell.
  std::uint32_t row(CellSet set, int blank) const {
    return records().row(sets_.rank(set), static_cast<unsigned>(blank));
  }

  // The records as they lie in memory.
  struct Records {
    const std::uint8_t* data;
    std::size_t stride;

    std::uint32_t row(std::uint32_t rank, unsigned blank) const {
      const std::uint8_t* const record = data + rank * stride;
      std::uint32_t first;
      std::memcpy(&first, record, sizeof first);
      return first + (record[4 + blank / 2] >> (blank % 2 * 4) & 15);
    }
  };
  Records records() const { return {records_.data(), stride_}; }

 private:
  Field field_;
  Sets sets_;
  std::size_t stride_;  // bytes of a record
  std::vector<std::uint8_t> records_;
  std::uint32_t count_ = 0;
};

}  // namespace budge::patterns
