// A layer of a breadth-first search as bitmaps, one for each vertex of the blank, indexed by the rank of the token
// sequence.
//
// A move between vertices with consecutive numbers does not change the sequence and is a whole-word OR; any other move
// is a table look-up for each state (permutation_rank.hpp). On a bipartite graph the vertex of the blank determines the
// parity of the sequence, and the parity determines the order of its last two tokens: half of the ranks suffice, and
// the 3×4 board takes two bits a state, 60 MB.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "support/control.hpp"
#include "tokens/part.hpp"
#include "tokens/permutation_rank.hpp"
#include "tokens/sorted_layer.hpp"

namespace budge::tokens {

// With `halved`, for bipartite graphs, a bit stands for both ranks that differ in the order of the last two tokens.
template <bool halved>
class BitmapLayer {
 public:
  // Continues from an existing layer.
  BitmapLayer(const Part& part, const SortedLayer<1>& at_hand, Control& control)
      : part_(part), length_(words(part)), odd_(alloc(control)), counts_(part.size()), next_counts_(part.size()) {
    for (int vertex = 0; vertex < part.size(); ++vertex) {
      for (auto* set : {&seen_, &layers_[0], &layers_[1]}) {
        if (halved && set == &layers_[1]) continue;
        set->emplace_back(length_, 0, alloc(control));
        control.poll();
      }
      entrances_.emplace_back();
      for (const int from : part.graph[vertex]) {
        entrances_.back().push_back({from, Rotation(tokens(), from, vertex, control)});
      }
    }
    if (halved) mark_odd(control);
    at_hand.visit([&](int vertex, const std::vector<int>& cells, bool current) {
      const std::uint32_t bit = rank_of(cells) / ranks_a_bit;
      set(seen_[vertex], bit);
      if (!current) return;
      set(layer(depth_, vertex), bit);
      ++counts_[vertex];
    });
  }

  // The length of one bitmap.
  static std::size_t words(const Part& part) { return factorial(part.size() - 1) / ranks_a_bit / 64 + 1; }

  std::uint64_t count(int vertex) const { return counts_[vertex]; }

  // Finds the states of the next layer with the blank at `vertex`; returns their number.
  std::uint64_t gather(int vertex, const Pause& pause) {
    next_counts_[vertex] = 0;
    Bitmap& found = layer(depth_ + 1, vertex);
    bool cleared = false;
    for (const auto& [from, rotation] : entrances_[vertex]) {
      if (counts_[from] == 0) continue;
      if (!std::exchange(cleared, true)) std::fill(found.begin(), found.end(), 0);
      for (std::size_t begin = 0; begin < length_; begin += stretch) {
        const std::size_t end = std::min(length_, begin + stretch);
        if (rotation.is_identity()) {
          const Bitmap& source = layer(depth_, from);
          for (std::size_t word = begin; word < end; ++word) found[word] |= source[word];
        } else {
          scatter(from, begin, end, rotation, found);
        }
        pause();
      }
    }
    if (!cleared) return 0;
    Bitmap& seen = seen_[vertex];
    for (std::size_t word = 0; word < length_; ++word) {
      found[word] &= ~seen[word];
      seen[word] |= found[word];
      next_counts_[vertex] += std::popcount(found[word]);
    }
    return next_counts_[vertex];
  }

  void advance() {
    ++depth_;
    counts_.swap(next_counts_);
  }

  // The first `keep` arrangements of the layer with the blank at `vertex`.
  std::vector<std::vector<int>> first(int vertex, std::size_t keep) {
    std::vector<std::vector<int>> result;
    if (counts_[vertex] == 0) return result;
    const Bitmap& bitmap = layer(depth_, vertex);
    for (std::size_t word = 0; word < length_ && result.size() < keep; ++word) {
      for (std::uint64_t bits = bitmap[word]; bits && result.size() < keep; bits &= bits - 1) {
        std::vector<int> cells = unrank(rank_at(word, std::countr_zero(bits), flip(vertex)), tokens());
        for (int& token : cells) ++token;
        cells.insert(cells.begin() + vertex, 0);
        result.push_back(std::move(cells));
      }
    }
    return result;
  }

 private:
  using Bitmap = Vector<std::uint64_t>;
  struct Entrance {
    int from;
    Rotation rotation;
  };
  static constexpr std::uint32_t ranks_a_bit = halved ? 2 : 1;
  static constexpr std::size_t stretch = 4096;  // words between two calls of pause()

  static Accounted<std::uint64_t> alloc(Control& control) { return Accounted<std::uint64_t>(control); }
  static void set(Bitmap& bitmap, std::uint32_t bit) { bitmap[bit / 64] |= std::uint64_t{1} << bit % 64; }
  static bool test(const Bitmap& bitmap, std::uint32_t bit) { return bitmap[bit / 64] >> bit % 64 & 1; }

  int tokens() const { return part_.size() - 1; }

  // On a bipartite graph the blank changes sides with every move, so one set of bitmaps holds both this layer and the
  // next. A bitmap with count zero counts as empty, whatever it contains.
  Bitmap& layer(int depth, int vertex) { return layers_[halved ? 0 : depth % 2][vertex]; }

  void scatter(int from, std::size_t begin, std::size_t end, const Rotation& rotation, Bitmap& found) {
    const Bitmap& source = layer(depth_, from);
    const std::uint64_t flipped = flip(from);
    for (std::size_t word = begin; word < end; ++word) {
      for (std::uint64_t bits = source[word]; bits; bits &= bits - 1) {
        set(found, rotation(rank_at(word, std::countr_zero(bits), flipped)) / ranks_a_bit);
      }
    }
  }

  static std::uint32_t rank_of(const std::vector<int>& cells) {
    std::vector<int> sequence;
    for (const int token : cells) {
      if (token > 0) sequence.push_back(token - 1);
    }
    return rank(sequence);
  }

  // The rank that a bit represents. The parity of a sequence is the parity of the sum of its rank's digits, so the last
  // digit follows from the others.
  std::uint32_t rank_at(std::size_t word, int bit, std::uint64_t flipped) const {
    const auto index = static_cast<std::uint32_t>(word * 64 + bit);
    if constexpr (!halved) return index;
    return 2 * index + static_cast<std::uint32_t>((odd_[word] ^ flipped) >> bit & 1);
  }

  // All ones if the sequences with the blank at `vertex` are odd: a move from u to v passes |v - u| - 1 tokens.
  std::uint64_t flip(int vertex) const {
    return (source_is_odd_ + vertex + part_.blank + part_.distance[vertex]) % 2 ? ~std::uint64_t{0} : 0;
  }

  void mark_odd(Control& control) {
    odd_.assign(length_, 0);
    // One more digit in front repeats what is there, inverted where the digit is odd.
    for (int radix = 3; radix <= tokens(); ++radix) {
      const std::uint32_t period = factorial(radix - 1) / 2;
      for (int digit = 1; digit < radix; ++digit) {
        for (std::uint32_t low = 0; low < period; ++low) {
          if (test(odd_, low) != (digit % 2 == 1)) set(odd_, digit * period + low);
        }
        control.poll();
      }
    }
    const std::uint32_t source = rank_of(part_.source);
    source_is_odd_ = test(odd_, source / 2) != (source % 2 == 1);
  }

  const Part& part_;
  std::size_t length_;
  std::vector<Bitmap> seen_, layers_[2];
  std::vector<std::vector<Entrance>> entrances_;
  Bitmap odd_;  // for each bit, the parity of the digits of its ranks but the last
  bool source_is_odd_ = false;
  std::vector<std::uint64_t> counts_, next_counts_;
  int depth_ = 0;
};

}  // namespace budge::tokens
