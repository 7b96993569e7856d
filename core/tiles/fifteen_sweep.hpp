// Counts a subtree of the 15-puzzle under Manhattan distance, four boards at a time.
//
// Depth-first search with a branch for every child spends most of its time on mispredicted branches. Here nodes are
// taken in batches of one depth and expanded without branches: for each direction AVX2 moves four boards at once, and
// the boards within the bound are packed onto the stack of the next depth. The deepest stack that fills a batch comes
// first. The order differs from depth-first search, so this only counts a complete subtree and says whether it contains
// a goal, at more than twice the speed of `Descent`.
//
// The goal's blank must be in a corner: seen from that corner, a tile's number is its home cell, and comparing its row
// or column with the blank's shows whether a move takes it away from home.
//
// An automaton decides which moves may follow a path; the smallest one forbids the inverse move only. A node leaves its
// place in the automaton's table to its children, and each child looks up its own state when it is taken off the stack.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/ida.hpp"
#include "tiles/automaton.hpp"
#include "tokens/cells.hpp"

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace budge::tiles::fifteen {

class Sweep {
 public:
  Sweep(const std::vector<int>& goal, const Automaton& automaton) : followers_(4 * automaton.states()) {
    for (int cell = 0; cell < 16; ++cell) {
      home_[goal[cell]] = cell;
      if (goal[cell] == 0) corner_ = cell;
    }
    for (Automaton::State state = 0; state < automaton.states(); ++state) {
      for (int direction = 0; direction < 4; ++direction) {
        const Automaton::State next = automaton.after(state, direction);
        if (next != Automaton::refused) followers_[4 * state + turned(direction)] = word(next, automaton);
      }
    }
    for (Automaton::State state = 0; state < automaton.states(); ++state) words_.push_back(word(state, automaton));
  }

  // Whether the subtree may contain a goal. If sweeping is impossible here, returns true and counts nothing.
  bool operator()(const tokens::Nibbles& cells, int blank, Automaton::State path, int depth, int slack, int left,
                  search::Meter& meter) const;

 private:
  // A direction seen from the corner.
  int turned(int direction) const {
    const bool vertical = direction == 0 || direction == 3;
    return (corner_ & (vertical ? 12 : 3)) != 0 ? 3 - direction : direction;
  }

  // A state, encoded as in the word that accompanies a board.
  std::uint32_t word(Automaton::State state, const Automaton& automaton) const {
    std::uint32_t word = state << 10;
    for (int direction = 0; direction < 4; ++direction) {
      if (automaton.after(state, direction) == Automaton::refused) word |= 16u << turned(direction);
    }
    return word;
  }

  std::array<int, 16> home_{};
  int corner_ = 0;
  std::vector<std::uint32_t> followers_;  // by state and direction
  std::vector<std::uint32_t> words_;      // by state
};

#ifndef __AVX2__

inline bool Sweep::operator()(const tokens::Nibbles&, int, Automaton::State, int, int, int, search::Meter&) const {
  return true;
}

#else

using Lanes = std::uint64_t __attribute__((vector_size(32)));

namespace sweeping {

inline Lanes all(std::uint64_t value) { return Lanes{value, value, value, value}; }
inline int signs(Lanes lanes) { return _mm256_movemask_pd(reinterpret_cast<__m256d>(lanes)); }
inline Lanes shift_right(Lanes lanes, Lanes by) {  // unlike >>, defined for any amount: 0 from 64 on
  return reinterpret_cast<Lanes>(_mm256_srlv_epi64(reinterpret_cast<__m256i>(lanes), reinterpret_cast<__m256i>(by)));
}
inline Lanes shift_left(Lanes lanes, Lanes by) {
  return reinterpret_cast<Lanes>(_mm256_sllv_epi64(reinterpret_cast<__m256i>(lanes), reinterpret_cast<__m256i>(by)));
}
inline Lanes load(const std::uint64_t* from) {
  return reinterpret_cast<Lanes>(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
}

// For each set of lanes, the permutation of 32-bit halves that moves them to the front.
inline constexpr auto packing = [] {
  std::array<std::array<std::uint32_t, 8>, 16> table{};
  for (std::uint32_t set = 0; set < 16; ++set) {
    std::uint32_t place = 0;
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      if (!(set >> lane & 1)) continue;
      table[set][place++] = 2 * lane;
      table[set][place++] = 2 * lane + 1;
    }
  }
  return table;
}();
inline void store_packed(std::uint64_t* to, Lanes lanes, int set) {
  const auto order = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(packing[set].data()));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                      _mm256_permutevar8x32_epi32(reinterpret_cast<__m256i>(lanes), order));
}

}  // namespace sweeping

// A word accompanies each board: bits 0-3 the blank's cell, 4-7 a mark for every direction refused, 10-31 the
// state of the automaton, and from bit 32 the slack. A slack below zero shows in the sign. On the stack the state is
// still that of the parent, and bits 8 and 9 are the direction that led from there.
inline bool Sweep::operator()(const tokens::Nibbles& cells, int blank, Automaton::State path, int depth, int slack,
                              int left, search::Meter& meter) const {
  using namespace sweeping;
  if (corner_ != 0 && corner_ != 3 && corner_ != 12 && corner_ != 15) return true;

  // Nodes of one depth. The children of a batch are placed above the incomplete batch.
  constexpr std::size_t batch = 64;
  struct Stack {
    std::array<std::uint64_t, 5 * batch> boards, words;
  };
  const std::size_t depths = static_cast<std::size_t>(left) + 2;
  const Charge charge(meter.control(), depths * (sizeof(Stack) + sizeof(std::size_t)));
  const auto stacks = std::make_unique_for_overwrite<Stack[]>(depths);
  std::vector<std::size_t> sizes(depths);
  std::uint64_t* const expanded = meter.counters(depth, left);

  Lanes goal = all(0), hit = all(0);
  std::uint64_t start = 0;
  for (int cell = 0; cell < 16; ++cell) {
    const std::uint64_t tile = cells[cell] == 0 ? 0 : home_[cells[cell]] ^ corner_;
    start |= tile << 4 * (cell ^ corner_);
    goal |= all(static_cast<std::uint64_t>(cell) << 4 * cell);
  }
  constexpr std::uint64_t unit = std::uint64_t{1} << 32, not_of_path = ~std::uint64_t{0xfffffff0};
  sizes[0] = 1;
  stacks[0].boards[0] = start;
  stacks[0].words[0] = static_cast<std::uint64_t>(slack) * unit | static_cast<std::uint64_t>(blank ^ corner_);
  bool root = true;

  alignas(32) std::array<std::uint64_t, batch> batch_boards, batch_words;
  // Stacks above `first` are empty; a stack that does not fill a batch waits for more nodes.
  for (int first = 0, at = 0;;) {
    if (sizes[at] < batch && at > first) {
      --at;
      continue;
    }
    if (sizes[at] == 0) {
      if (first == left) break;
      at = ++first;
      continue;
    }
    if (meter.due()) meter.report_if_due(static_cast<std::size_t>(depth + at));
    Stack& from = stacks[at];
    Stack& to = stacks[at + 1];
    const std::size_t count = std::min(sizes[at], batch);
    sizes[at] -= count;
    std::copy_n(from.boards.data() + sizes[at], batch, batch_boards.data());
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t word = from.words[sizes[at] + i];
      const std::uint32_t follower = root ? words_[path] : followers_[static_cast<std::uint32_t>(word) >> 8];
      batch_words[i] = (word & not_of_path) | follower;
    }
    root = false;
    expanded[at] += count;
    std::uint64_t generated = 0;
    std::size_t top = sizes[at + 1];
    for (std::size_t first = 0; first < count; first += 4) {
      const int live = count - first >= 4 ? 15 : (1 << (count - first)) - 1;
      const Lanes board = load(&batch_boards[first]), word = load(&batch_words[first]);
      hit |= reinterpret_cast<Lanes>(board == goal);
      const Lanes row = word & 12, column = word & 3, shift = (word & 15) << 2, kept = word & ~all(0xf0);
      // `border` is negative where the move leaves the board; `away` maps the moved tile to a negative number where the
      // move takes it away from home, of which bit 32 is one unit of slack.
      const auto move = [&](int direction, int step, Lanes border, auto away) __attribute__((always_inline)) {
        const int made = live & ~signs(border | word << (59 - direction));
        const Lanes from = shift + all(static_cast<std::uint64_t>(4 * step));
        const Lanes tile = shift_right(board, from) & 15;
        const Lanes next_word = kept +
                                all(static_cast<std::uint64_t>(step) + (static_cast<std::uint64_t>(direction) << 8)) -
                                (away(tile) & all(unit));
        const Lanes next_board = board ^ shift_left(tile, from) ^ shift_left(tile, shift);
        const int stay = made & ~signs(next_word);
        generated += __builtin_popcount(made);
        store_packed(&to.boards[top], next_board, stay);
        store_packed(&to.words[top], next_word, stay);
        top += __builtin_popcount(stay);
      };
      move(0, -4, row - 1, [&](Lanes tile) { return (tile & 12) - row; });
      move(1, -1, column - 1, [&](Lanes tile) { return (tile & 3) - column; });
      move(2, 1, 2 - column, [&](Lanes tile) { return column - (tile & 3); });
      move(3, 4, 11 - row, [&](Lanes tile) { return row - (tile & 12); });
    }
    meter.tally.generated += generated;
    sizes[at + 1] = top;
    if (top > 0) ++at;
  }
  return (hit[0] | hit[1] | hit[2] | hit[3]) != 0;
}

#endif

}  // namespace budge::tiles::fifteen
