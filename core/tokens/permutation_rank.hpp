// Ranks of permutations, and moves of the blank as arithmetic on ranks.
//
// The rank of a sequence in lexicographic order is its Lehmer code read in the factorial base: digit i counts the later
// elements that are smaller than element i. Rotating positions u..v-1 by one place changes only the digits u..v-1, and
// their new values depend on their old values only. So a rotation is one look-up: a table indexed by the values of
// those digits contains the change of the rank, and the sequence is never unpacked.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "support/control.hpp"
#include "tokens/tuning.hpp"

namespace budge::tokens {

constexpr int longest_ranked = 12;  // 12! is the last factorial of 32 bits

constexpr std::uint32_t factorial(int n) { return n <= 1 ? 1 : static_cast<std::uint32_t>(n) * factorial(n - 1); }

// The rank of a permutation of 0..m-1.
inline std::uint32_t rank(const std::vector<int>& sequence) {
  std::uint32_t result = 0;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    const auto smaller = std::count_if(sequence.begin() + i, sequence.end(), [&](int x) { return x < sequence[i]; });
    result = result * static_cast<std::uint32_t>(sequence.size() - i) + static_cast<std::uint32_t>(smaller);
  }
  return result;
}

inline std::vector<int> unrank(std::uint32_t rank, int m) {
  std::vector<int> left(m), sequence;
  for (int i = 0; i < m; ++i) left[i] = i;
  for (int i = m - 1; i >= 0; --i) {
    const auto chosen = left.begin() + rank / factorial(i);
    sequence.push_back(*chosen);
    left.erase(chosen);
    rank %= factorial(i);
  }
  return sequence;
}

// Exact division of 32-bit numbers by an invariant: a multiplication (Lemire, Kaser and Kurz, 2019).
class Divisor {
 public:
  explicit Divisor(std::uint32_t divisor) : inverse_(~std::uint64_t{0} / divisor + 1), divisor_(divisor) {}

  std::uint32_t quotient(std::uint32_t n) const {
    if (divisor_ == 1) return n;
    return static_cast<std::uint32_t>((static_cast<unsigned __int128>(inverse_) * n) >> 64);
  }
  std::uint32_t remainder(std::uint32_t n) const { return n - quotient(n) * divisor_; }

 private:
  std::uint64_t inverse_;
  std::uint32_t divisor_;
};

// How the rank of m tokens, read in the order of their vertices, changes when the blank moves from one vertex to
// another: the token that it meets passes all tokens between the two.
class Rotation {
 public:
  Rotation(int m, int from, int to, Control& control) {
    const int u = std::min(from, to);
    // A long run is rotated in pieces, which keeps the tables small: the last element of u..v-1 moves to w, then to u.
    for (int v = std::max(from, to); v - u > 1;) {
      int w = v - 2;
      while (w > u && values(m, w - 1, v) <= tuning.rotation_entries) --w;
      turns_.emplace_back(m, w, v, control);
      v = w + 1;
    }
    if (from < to) return;
    std::reverse(turns_.begin(), turns_.end());
    for (Turn& turn : turns_) turn.invert();
  }

  // Between vertices with neighbouring numbers no token is passed.
  bool is_identity() const { return turns_.empty(); }

  std::uint32_t operator()(std::uint32_t rank) const {
    for (const Turn& turn : turns_) rank = turn(rank);
    return rank;
  }

 private:
  // The number of values that the digits u..v-1 of m can take together.
  static std::uint32_t values(int m, int u, int v) { return factorial(m - u) / factorial(m - v); }

  class Turn {
   public:
    Turn(int m, int u, int v, Control& control)
        : unit_(factorial(m - v)),
          low_(unit_),
          run_(values(m, u, v)),
          shift_(values(m, u, v), Accounted<int>(control)) {
      std::vector<std::uint32_t> digit(v + 1);
      for (std::uint32_t before = 0; before < shift_.size(); ++before) {
        std::uint32_t rest = before;
        for (int i = v - 1; i >= u; rest /= m - i, --i) digit[i] = rest % (m - i);
        // The last element of the run passes the others from right to left; `smaller` is its current digit.
        std::uint32_t smaller = digit[v - 1];
        for (int i = v - 2; i >= u; --i) {
          const bool passes_larger = digit[i] > smaller;
          digit[i + 1] = digit[i] - passes_larger;
          smaller += !passes_larger;
        }
        digit[u] = smaller;
        std::uint32_t after = 0;
        for (int i = u; i < v; ++i) after = after * (m - i) + digit[i];
        shift_[before] = (static_cast<int>(after) - static_cast<int>(before)) * unit_;
      }
    }

    void invert() {
      Vector<int> inverse(shift_.size(), shift_.get_allocator());
      for (std::size_t before = 0; before < shift_.size(); ++before) {
        inverse[before + shift_[before] / unit_] = -shift_[before];
      }
      shift_.swap(inverse);
    }

    std::uint32_t operator()(std::uint32_t rank) const { return rank + shift_[run_.remainder(low_.quotient(rank))]; }

   private:
    int unit_;  // the change of the rank for one step of the run's value
    Divisor low_, run_;
    Vector<int> shift_;
  };

  std::vector<Turn> turns_;
};

}  // namespace budge::tokens
