// The rows of a table with one bit per state: one row for each set of occupied cells and each region of free cells.
//
// The blank's cell within its region does not matter: the blank moves there without moving a tile of the set. The
// regions of a set are numbered in reading order and have consecutive rows. A record for each set holds its first row,
// and for each free cell the four-bit number of its region. In a folded table (see mirror.hpp), the record of a set
// that is looked up as its image holds the image's rows and a flag.
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <vector>

#include "patterns/bits/cells.hpp"
#include "patterns/bits/mirror.hpp"
#include "patterns/bits/sets.hpp"

namespace budge::patterns {

// Calls body(set, region) for all regions of all sets that the mirror keeps, in the order of their rows.
template <class Body>
void for_all_rows(const Field& field, const Sets& sets, const Mirror& mirror, Body&& body) {
  sets.for_all([&](CellSet set) {
    if (!mirror.keeps(set)) return;
    for (CellSet free = field.all() & ~set, rest = free; rest != 0;) {
      const CellSet region = field.region(std::countr_zero(rest), free);
      rest &= ~region;
      body(set, region);
    }
  });
}

// The number of rows, with the mirror and without it.
struct RowCounts {
  std::uint64_t kept = 0, all = 0;
};
inline RowCounts count_rows(int width, int height, int tiles, Mirror::Axis axis = Mirror::Axis::none) {
  const Mirror mirror(width, height, axis);
  RowCounts counts;
  for_all_rows(Field(width, height), Sets(width * height, tiles), mirror, [&](CellSet set, CellSet) {
    ++counts.kept;
    counts.all += mirror.of(set) == set ? 1 : 2;
  });
  return counts;
}

class Rows {
 public:
  // Calls `poll` regularly; it may throw.
  Rows(
      int width, int height, int tiles, Mirror::Axis axis = Mirror::Axis::none,
      const std::function<void()>& poll = [] {})
      : field_(width, height),
        sets_(width * height, tiles),
        mirror_(width, height, axis),
        stride_((4 + (width * height + 1) / 2 + 3) / 4 * 4),
        records_(std::size_t{sets_.size()} * stride_) {
    CellSet last = 0;
    std::uint32_t first = 0;
    for_all_rows(field_, sets_, mirror_, [&](CellSet set, CellSet region) {
      if (set != last) {
        last = set;
        first = count_;
        if (first % 4096 == 0) poll();
      }
      const std::uint32_t number = count_++ - first;
      if (number > 15 || count_ > max_rows) {
        throw std::invalid_argument("the pattern leaves too many regions to the blank");
      }
      record(set, first, number, region);
      const CellSet image = mirror_.of(set);
      if (image != set) record(image, first | mirrored_bit, number, mirror_.of(region));
    });
  }

  const Field& field() const { return field_; }
  const Sets& sets() const { return sets_; }
  std::uint32_t count() const { return count_; }
  std::uint64_t bytes() const { return records_.size() + sets_.bytes(); }

  const Mirror& mirror() const { return mirror_; }

  // The row for a set and a free cell with the blank, and whether it is the image's row.
  struct Place {
    std::uint32_t row;
    bool mirrored;
  };
  Place place(CellSet set, int blank) const { return records().place(sets_.rank(set), static_cast<unsigned>(blank)); }

  // Direct access to the records.
  struct Records {
    const std::uint8_t* data;
    std::size_t stride;

    Place place(std::uint32_t rank, unsigned blank) const { return place_at(rank * stride, blank); }
    Place place_at(std::size_t offset, unsigned blank) const {
      const std::uint8_t* const record = data + offset;
      std::uint32_t first;
      std::memcpy(&first, record, sizeof first);
      return {(first & max_rows) + (record[4 + blank / 2] >> (blank % 2 * 4) & 15), (first & mirrored_bit) != 0};
    }
  };
  Records records() const { return {records_.data(), stride_}; }

 private:
  static constexpr std::uint32_t mirrored_bit = 1u << 31, max_rows = mirrored_bit - 1;

  void record(CellSet set, std::uint32_t first, std::uint32_t number, CellSet region) {
    std::uint8_t* const record = records_.data() + sets_.rank(set) * stride_;
    std::memcpy(record, &first, sizeof first);
    for (; region != 0; region &= region - 1) {
      const int cell = std::countr_zero(region);
      record[4 + cell / 2] = static_cast<std::uint8_t>(record[4 + cell / 2] | number << (cell % 2 * 4));
    }
  }

  Field field_;
  Sets sets_;
  Mirror mirror_;
  std::size_t stride_;  // bytes of a record
  std::vector<std::uint8_t> records_;
  std::uint32_t count_ = 0;
};

}  // namespace budge::patterns
