// Records: states as arrays of words, so that one implementation serves the states of every kind.
//
// A record has the words of a state and, if `has_cost`, one more word with the cost of its path. Arrays of records are
// flat. A sorted array is encoded as the differences between neighbours, without their leading zero bytes: a nibble for
// the length of each word, then the bytes of all words. A 15-puzzle takes about six bytes, Klotski three.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/control.hpp"

namespace budge::search::external {

using Word = std::uint64_t;
using Bytes = Vector<std::uint8_t>;
using Words = Vector<Word>;

struct Shape {
  int state_words = 1;
  bool has_cost = false;

  std::size_t width() const { return state_words + has_cost; }
  std::size_t bytes() const { return width() * sizeof(Word); }
  bool operator==(const Shape&) const = default;
};

std::uint64_t hash(const Word* record, const Shape& shape);

// Sorts records and removes all but the cheapest of equal states. `scratch` is room for the work.
void sort_and_merge(Words& records, Words& scratch, const Shape& shape);

// Appends the encoding of sorted records to `bytes`. decode() writes `count` records; it needs `padding` readable bytes
// behind the encoding.
inline constexpr std::size_t padding = 8;
void encode(const Word* records, std::size_t count, const Shape& shape, Bytes& bytes);
void decode(const std::uint8_t* bytes, std::size_t size, std::size_t count, const Shape& shape, Word* records);

// Subtracts sorted runs of known states, which arrive piece by piece, from a sorted array of distinct states. A state
// remains if it is cheaper than the known path to it.
class Subtraction {
 public:
  Subtraction(Words& records, const Shape& shape) : records_(records), shape_(shape) {}

  void begin_run();
  void subtract(const Word* known, std::size_t count);
  void end_run();

 private:
  Words& records_;
  const Shape& shape_;
  std::size_t at_ = 0, kept_ = 0;  // words: the next record to compare, the end of those that remain
};

}  // namespace budge::search::external
