// Perfect ranking of sets: k of n cells, numbered from 0 to n!/(k!(n-k)!) - 1 in the order of their bit masks.
//
// The sets with the same upper half of the mask are consecutive, in the order of their lower halves. So a rank is the
// sum of two table entries, one for each half. On boards of more than 32 cells these tables would be too large; there a
// rank is the sum of a binomial coefficient for each member.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "patterns/bits/cells.hpp"

namespace budge::patterns {

inline std::uint64_t choose(int n, int k) {
  std::uint64_t result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return k > n ? 0 : result;
}

class Sets {
 public:
  Sets(int cells, int members) : cells_(cells), members_(members), lower_bits_((cells + 1) / 2) {
    assert(cells <= max_cells && members >= 0 && members <= cells && choose(cells, members) < ~std::uint32_t{0});
    if (cells > max_tabled) {
      for (int cell = 0; cell < cells; ++cell) {
        for (int i = 0; i <= members; ++i) binomial_.push_back(static_cast<std::uint32_t>(choose(cell, i)));
      }
      return;
    }
    std::array<std::uint16_t, max_tabled / 2 + 1> count{};  // of the lower halves so far, by number of members
    for (std::uint32_t half = 0; half < 1u << lower_bits_; ++half) lower_.push_back(count[std::popcount(half)]++);
    std::uint32_t before = 0;
    for (std::uint32_t half = 0; half < 1u << (cells - lower_bits_); ++half) {
      upper_.push_back(before);
      const int rest = members - std::popcount(half);
      if (rest >= 0 && rest <= lower_bits_) before += count[rest];
    }
    assert(before == size());
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(choose(cells_, members_)); }
  std::uint64_t bytes() const { return 2 * lower_.size() + 4 * (upper_.size() + binomial_.size()); }

  std::uint32_t rank(CellSet set) const {
    assert(std::popcount(set) == members_);
    if (cells_ <= max_tabled) return tables().rank(static_cast<std::uint32_t>(set));
    std::uint32_t rank = 0;
    for (int i = 1; set != 0; set &= set - 1, ++i) rank += binomial_[std::countr_zero(set) * (members_ + 1) + i];
    return rank;
  }

  // Ranking by table, for a board of at most `max_tabled` cells.
  static constexpr int max_tabled = 32;
  struct Tables {
    const std::uint16_t* lower;
    const std::uint32_t* upper;
    std::uint32_t mask, bits;  // of the lower half

    std::uint32_t rank(std::uint32_t set) const { return lower[set & mask] + upper[set >> bits]; }
  };
  Tables tables() const {
    assert(cells_ <= max_tabled);
    const auto bits = static_cast<std::uint32_t>(lower_bits_);
    return {lower_.data(), upper_.data(), (1u << bits) - 1, bits};
  }

  // Calls body(set) for all sets in the order of their ranks. Gosper's hack computes each from the previous one.
  template <class Body>
  void for_all(Body&& body) const {
    if (members_ == 0) return body(CellSet{0});
    const std::uint32_t count = size();
    CellSet set = ~CellSet{0} >> (64 - members_);
    for (std::uint32_t rank = 0; rank < count; ++rank) {
      assert(rank == this->rank(set));
      body(set);
      const CellSet low = set & -set, ripple = set + low;
      set = ripple | (((set ^ ripple) >> 2) / low);
    }
  }

 private:
  int cells_, members_;
  int lower_bits_;
  std::vector<std::uint16_t> lower_;
  std::vector<std::uint32_t> upper_;
  std::vector<std::uint32_t> binomial_;  // by cell, then by members up to and including it
};

}  // namespace budge::patterns
