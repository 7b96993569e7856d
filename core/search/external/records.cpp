#include "search/external/records.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <numeric>
#include <stdexcept>

#include "support/mix.hpp"

namespace budge::search::external {

static_assert(std::endian::native == std::endian::little);

namespace {

constexpr std::size_t radix_from = 512;  // records; fewer are sorted by comparison
constexpr int max_radix_width = 4;

template <int W>
using Fixed = std::array<Word, W>;

// Radix sort by bytes, the least significant first. Skips bytes that all records share.
template <int W>
void radix_sort(Fixed<W>* records, Fixed<W>* scratch, std::size_t count) {
  Fixed<W>* from = records;
  Fixed<W>* to = scratch;
  for (int word = W - 1; word >= 0; --word) {
    std::array<std::array<std::size_t, 256>, 8> counts{};
    for (std::size_t i = 0; i < count; ++i) {
      for (int byte = 0; byte < 8; ++byte) ++counts[byte][from[i][word] >> (8 * byte) & 255];
    }
    for (int byte = 0; byte < 8; ++byte) {
      auto& begins = counts[byte];
      if (begins[from[0][word] >> (8 * byte) & 255] == count) continue;
      std::exclusive_scan(begins.begin(), begins.end(), begins.begin(), std::size_t{0});
      for (std::size_t i = 0; i < count; ++i) to[begins[from[i][word] >> (8 * byte) & 255]++] = from[i];
      std::swap(from, to);
    }
  }
  if (from != records) std::copy_n(from, count, records);
}

template <int W>
void sort_fixed(Words& words, Words& scratch) {
  const std::size_t count = words.size() / W;
  auto* const records = reinterpret_cast<Fixed<W>*>(words.data());
  if (count < radix_from) {
    std::sort(records, records + count);
    return;
  }
  scratch.resize(words.size());
  radix_sort<W>(records, reinterpret_cast<Fixed<W>*>(scratch.data()), count);
}

void sort_wide(Words& words, Words& scratch, std::size_t width) {
  std::vector<const Word*> order;
  for (std::size_t i = 0; i < words.size(); i += width) order.push_back(words.data() + i);
  std::sort(order.begin(), order.end(), [&](const Word* one, const Word* other) {
    return std::lexicographical_compare(one, one + width, other, other + width);
  });
  scratch.clear();
  scratch.reserve(words.size());
  for (const Word* record : order) scratch.insert(scratch.end(), record, record + width);
  words.swap(scratch);
}

void sort(Words& words, Words& scratch, std::size_t width) {
  static_assert(max_radix_width == 4);
  switch (width) {
    case 1:
      return sort_fixed<1>(words, scratch);
    case 2:
      return sort_fixed<2>(words, scratch);
    case 3:
      return sort_fixed<3>(words, scratch);
    case 4:
      return sort_fixed<4>(words, scratch);
    default:
      return sort_wide(words, scratch, width);
  }
}

// Negative, zero or positive: the order of two states.
int compare(const Word* one, const Word* other, int words) {
  for (int i = 0; i < words; ++i) {
    if (one[i] != other[i]) return one[i] < other[i] ? -1 : 1;
  }
  return 0;
}

}  // namespace

std::uint64_t hash(const Word* record, const Shape& shape) {
  std::uint64_t hash = mix(record[0]);
  for (int i = 1; i < shape.state_words; ++i) hash = mix(hash + record[i]);
  return hash;
}

void sort_and_merge(Words& records, Words& scratch, const Shape& shape) {
  const std::size_t width = shape.width();
  assert(records.size() % width == 0);
  if (records.empty()) return;
  sort(records, scratch, width);
  std::size_t kept = width;  // the cost is the last word, so the cheapest of equal states comes first
  for (std::size_t i = width; i < records.size(); i += width) {
    if (compare(&records[kept - width], &records[i], shape.state_words) == 0) continue;
    std::copy_n(&records[i], width, &records[kept]);
    kept += width;
  }
  records.resize(kept);
}

void encode(const Word* records, std::size_t count, const Shape& shape, Bytes& bytes) {
  const std::size_t width = shape.width(), words = count * width, begin = bytes.size(), lengths = (words + 1) / 2;
  bytes.resize(begin + lengths + words * sizeof(Word) + padding);
  std::uint8_t* const length = bytes.data() + begin;
  std::memset(length, 0, lengths);
  std::uint8_t* out = length + lengths;
  for (std::size_t i = 0; i < words; ++i) {
    const Word before = i < width ? 0 : records[i - width];
    const Word difference = i % width == 0 ? records[i] - before : records[i] ^ before;
    const int size = (std::bit_width(difference) + 7) / 8;
    std::memcpy(out, &difference, sizeof difference);
    out += size;
    length[i / 2] |= static_cast<std::uint8_t>(size << (i % 2 * 4));
  }
  bytes.resize(out - bytes.data());
}

void decode(const std::uint8_t* bytes, std::size_t size, std::size_t count, const Shape& shape, Word* records) {
  static constexpr auto masks = [] {
    std::array<Word, 16> masks{};
    for (int length = 1; length <= 8; ++length) masks[length] = ~Word{0} >> (64 - 8 * length);
    return masks;
  }();
  const std::size_t width = shape.width(), words = count * width;
  const std::uint8_t *in = bytes + (words + 1) / 2, *const end = bytes + size;
  for (std::size_t i = 0; i < words; ++i) {
    const int length = bytes[i / 2] >> (i % 2 * 4) & 15;
    if (length > 8 || in + length > end) throw std::runtime_error("a file of the search is damaged");
    Word difference;
    std::memcpy(&difference, in, sizeof difference);
    difference &= masks[length];
    in += length;
    const Word before = i < width ? 0 : records[i - width];
    records[i] = i % width == 0 ? before + difference : before ^ difference;
  }
  if (in != end) throw std::runtime_error("a file of the search is damaged");
}

void Subtraction::begin_run() { at_ = kept_ = 0; }

void Subtraction::subtract(const Word* known, std::size_t count) {
  const std::size_t width = shape_.width();
  for (const Word* const end = known + count * width; known != end && at_ < records_.size(); known += width) {
    int order = 1;
    while (at_ < records_.size() && (order = compare(&records_[at_], known, shape_.state_words)) < 0) {
      std::copy_n(&records_[at_], width, &records_[kept_]);
      kept_ += width;
      at_ += width;
    }
    if (order != 0) continue;
    if (!shape_.has_cost || known[width - 1] <= records_[at_ + width - 1]) at_ += width;
  }
}

void Subtraction::end_run() {
  std::copy(records_.begin() + static_cast<std::ptrdiff_t>(at_), records_.end(),
            records_.begin() + static_cast<std::ptrdiff_t>(kept_));
  records_.resize(kept_ + records_.size() - at_);
}

}  // namespace budge::search::external
