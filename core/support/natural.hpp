// Natural numbers of any size, for exact counts: sums only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "support/control.hpp"

namespace budge {

class Natural {
 public:
  explicit Natural(Control& control, std::uint64_t value = 0) : words_(Accounted<std::uint64_t>(control)) {
    if (value > 0) words_.push_back(value);
  }

  bool is_zero() const { return words_.empty(); }

  Natural& operator+=(const Natural& other) {
    if (words_.size() < other.words_.size()) words_.resize(other.words_.size());
    bool carry = false;
    for (std::size_t i = 0; i < words_.size() && (carry || i < other.words_.size()); ++i) {
      const std::uint64_t term = i < other.words_.size() ? other.words_[i] : 0;
      const bool first = __builtin_add_overflow(words_[i], term, &words_[i]);
      carry = __builtin_add_overflow(words_[i], std::uint64_t{carry}, &words_[i]) || first;
    }
    if (carry) words_.push_back(1);
    return *this;
  }

  // In the base 16, without a prefix.
  std::string hex() const {
    std::string digits;
    for (const std::uint64_t word : words_) {
      for (int shift = 0; shift < 64; shift += 4) digits.push_back("0123456789abcdef"[word >> shift & 15]);
    }
    while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
    std::reverse(digits.begin(), digits.end());
    return digits.empty() ? "0" : digits;
  }

 private:
  Vector<std::uint64_t> words_;  // the least first
};

}  // namespace budge
