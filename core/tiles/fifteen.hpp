// IDA* on the 4×4 board, made fast: depth-first search by functions templated on the blank's cell and the last move.
//
// With both known at compile time, legal moves, shifts and counts are constants and the board stays in a register. All
// three heuristics here change by exactly one with every move, so a child either keeps the slack (bound − f) or loses
// two of it; the search carries half the slack and never computes f. Each heuristic is a small class that looks up the
// change for one move in tables.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "search/ida.hpp"
#include "tiles/automaton.hpp"
#include "tiles/fifteen_sweep.hpp"
#include "tiles/linear_conflict.hpp"
#include "tiles/xy.hpp"
#include "tokens/manhattan.hpp"
#include "tokens/space.hpp"

namespace budge::tiles {

namespace fifteen {

enum Direction { up, left, right, down, no_direction };
inline constexpr std::array<int, 4> step{-4, -1, 1, 4};

constexpr bool legal(int blank, int direction) {
  switch (direction) {
    case up:
      return blank >= 4;
    case left:
      return blank % 4 != 0;
    case right:
      return blank % 4 != 3;
    default:
      return blank < 12;
  }
}
constexpr bool allowed(int blank, int last, int direction) {
  return legal(blank, direction) && (last == no_direction || direction != 3 - last);
}
// The moves from a node, of those after `direction` in the operator order.
constexpr int moves_after(int blank, int last, int direction) {
  int count = 0;
  for (int next = direction + 1; next < 4; ++next) count += allowed(blank, last, next);
  return count;
}

inline int manhattan(int cell, int other) { return std::abs(cell / 4 - other / 4) + std::abs(cell % 4 - other % 4); }

// For every move of the blank, the set of tiles that it takes away from home.
struct AwayMasks {
  std::array<std::array<std::uint16_t, 4>, 16> away{};

  explicit AwayMasks(const std::vector<int>& goal) {
    for (int blank = 0; blank < 16; ++blank) {
      for (int direction = 0; direction < 4; ++direction) {
        if (!legal(blank, direction)) continue;
        for (int home = 0; home < 16; ++home) {
          const bool farther = manhattan(home, blank) > manhattan(home, blank + step[direction]);
          if (goal[home] != 0 && farther) away[blank][direction] |= static_cast<std::uint16_t>(1u << goal[home]);
        }
      }
    }
  }
};

// Of the stack for each move of the path in Descent: GCC on x86-64 needs between 80 and 224.
inline constexpr std::uint64_t frame_bytes = 128;

// Units of a place in the search: see Descent. A move that raises h costs a unit of slack.
inline constexpr int slack = 1 << 8;

// The heuristics: `after` updates a Memo in place and returns `slack` if the move raises h, 0 if it lowers h. Inlined:
// a call for every child costs half as much again.
class FastManhattan {
 public:
  struct Memo {};

  explicit FastManhattan(const tokens::Puzzle& puzzle) : masks_(puzzle.goal) {}
  template <class Node>
  Memo memo(const Node&) const {
    return {};
  }
  template <int Blank, int Dir>
  [[gnu::always_inline]] int after(Memo&, int tile) const {
    return (masks_.away[Blank][Dir] >> tile & 1) * slack;
  }

 private:
  AwayMasks masks_;
};

// The conflicts of a line depend on the positions of its own tiles: a number of four digits in base five.
class FastLinearConflict {
 public:
  struct Memo {
    std::uint64_t rows, columns;  // the four numbers, sixteen bits each
  };

  explicit FastLinearConflict(const tokens::Puzzle& puzzle) : masks_(puzzle.goal) {
    for (int home = 0; home < 16; ++home) home_[puzzle.goal[home]] = home;
    for (int code = 0; code < 625; ++code) {
      Conflicts conflicts;
      for (int rest = code; rest > 0; rest /= 5) {
        if (rest % 5) conflicts.add(rest % 5);
      }
      conflicts_[code] = static_cast<std::int16_t>(conflicts.moves() * slack / 2);
    }
    for (int tile = 1; tile < 16; ++tile) {
      shift_[tile] = {16 * (home_[tile] / 4), 16 * (home_[tile] % 4)};
      for (int blank = 0; blank < 16; ++blank) {
        for (int direction = 0; direction < 4; ++direction) {
          if (!legal(blank, direction)) continue;
          const Memo to = in_lines(tile, blank), from = in_lines(tile, blank + step[direction]);
          change_[blank][direction][tile] = {to.rows - from.rows, to.columns - from.columns};
        }
      }
    }
  }

  template <class Node>
  Memo memo(const Node& node) const {
    Memo memo{0, 0};
    for (int cell = 0; cell < 16; ++cell) {
      if (node.cells[cell] == 0) continue;
      const Memo tile = in_lines(node.cells[cell], cell);
      memo.rows += tile.rows;
      memo.columns += tile.columns;
    }
    return memo;
  }

  template <int Blank, int Dir>
  [[gnu::always_inline]] int after(Memo& memo, int tile) const {
    // A vertical move can only change conflicts in the tile's home row, a horizontal one only in its home column.
    constexpr bool vertical = Dir == up || Dir == down;
    const std::uint64_t& crossed = vertical ? memo.rows : memo.columns;
    const int shift = vertical ? shift_[tile].first : shift_[tile].second;
    const int before = conflicts_[crossed >> shift & 0xffff];
    memo.rows += change_[Blank][Dir][tile].rows;
    memo.columns += change_[Blank][Dir][tile].columns;
    const int change = conflicts_[crossed >> shift & 0xffff] - before;
    return (masks_.away[Blank][Dir] >> tile & 1) * slack + change;
  }

 private:
  static constexpr std::array<int, 4> power{1, 5, 25, 125};

  Memo in_lines(int tile, int cell) const {
    const int home = home_[tile];
    const std::uint64_t row = home / 4 == cell / 4 ? (home % 4 + 1) * power[cell % 4] : 0;
    const std::uint64_t column = home % 4 == cell % 4 ? (home / 4 + 1) * power[cell / 4] : 0;
    return {row << 16 * (home / 4), column << 16 * (home % 4)};
  }

  AwayMasks masks_;
  std::array<int, 16> home_{};
  std::array<std::pair<int, int>, 16> shift_{};
  std::array<std::int16_t, 625> conflicts_{};  // of a line, each half a unit of slack
  std::array<std::array<std::array<Memo, 16>, 4>, 16> change_{};
};

// Both walks as tables of sixteen-bit entries: the next state, and in the lowest bit whether it is farther.
class FastXY {
 public:
  struct Memo {
    std::uint32_t rows, columns;
  };

  explicit FastXY(const tokens::Puzzle& puzzle) {
    const XY xy(puzzle);
    rows_ = compact(xy.rows());
    columns_ = compact(xy.columns());
    for (int tile = 1; tile < 16; ++tile) home_[tile] = {xy.home_row(tile), xy.home_column(tile)};
  }
  template <class Node>
  Memo memo(const Node& node) const {
    return {node.memo.rows, node.memo.columns};
  }
  template <int Blank, int Dir>
  [[gnu::always_inline]] int after(Memo& memo, int tile) const {
    constexpr bool vertical = Dir == up || Dir == down;
    constexpr bool next_line = Dir == down || Dir == right;
    const auto& table = vertical ? rows_ : columns_;
    std::uint32_t& state = vertical ? memo.rows : memo.columns;
    const int home = vertical ? home_[tile].first : home_[tile].second;
    const std::uint16_t entry = table[state * 8 + next_line * 4 + home];
    state = entry >> 1;
    return (entry & 1) * slack;
  }

 private:
  static std::vector<std::uint16_t> compact(const WalkTable& walk) {
    std::vector<std::uint16_t> table;
    for (WalkTable::Index state = 0; state < walk.size(); ++state) {
      for (const bool next_line : {false, true}) {
        for (int home = 0; home < 4; ++home) {
          const auto after = walk.after(state, next_line, home);
          table.push_back(static_cast<std::uint16_t>(after << 1 | (walk.distance(after) > walk.distance(state))));
        }
      }
    }
    return table;
  }

  std::vector<std::uint16_t> rows_, columns_;
  std::array<std::pair<int, int>, 16> home_{};
};

template <class H>
struct FastOf;  // only for heuristics with loops of their own
template <>
struct FastOf<tokens::Manhattan> {
  using type = FastManhattan;
};
template <>
struct FastOf<LinearConflict> {
  using type = FastLinearConflict;
};
template <>
struct FastOf<XY> {
  using type = FastXY;
};
template <class H>
concept HasLoops = requires { typename FastOf<H>::type; };

// The path to a node, if only the last move matters: that is known at compile time.
struct Unread {
  template <int Dir>
  bool read() {
    return true;
  }
};

// The path to a node, read by an automaton.
struct Read {
  const Automaton* automaton;
  Automaton::State state;

  template <int Dir>
  bool read() {
    state = automaton->after(state, Dir);
    return state != Automaton::refused;
  }
};

// The search from a node that is not the goal. A place is the depth below that node, and from bit 8 half of bound − f:
// the slack. Without an automaton the children are counted in advance, and `Last` excludes the inverse move; with one,
// `Last` is always no_direction. Nodes are counted here and reported when the meter is due: counters next to data that
// the loops read anyway cost half as much.
template <class Fast, class Path>
struct Descent {
  using Memo = typename Fast::Memo;
  static constexpr bool ahead = std::same_as<Path, Unread>;

  Descent(const Fast& heuristic, std::uint64_t goal, search::Meter& meter, int root, int deepest)
      : heuristic(heuristic), goal(goal), meter(meter), root(root), deepest(deepest) {
    assert(deepest < slack);
    granted = until_report = static_cast<std::int64_t>(meter.until_due());
  }

  const Fast& heuristic;
  const std::uint64_t goal;
  search::Meter& meter;
  const int root;                               // its depth
  const int deepest;                            // below it
  std::int64_t until_report, granted;           // nodes until the next report: now, and when the last one was made
  std::array<std::uint64_t, slack> expanded{};  // since then, by depth below the root
  std::vector<std::uint8_t> backwards;          // the plan, last move first

  void hand_over() {
    meter.tally.generated += granted - until_report;
    granted = until_report;
    std::uint64_t* const counters = meter.counters(root, deepest);
    for (int depth = 0; depth <= deepest; ++depth) counters[depth] += std::exchange(expanded[depth], 0);
  }
  [[gnu::noinline]] void answer(int depth) {
    hand_over();
    meter.report_if_due(root + depth);
    granted = until_report = static_cast<std::int64_t>(meter.until_due());
  }

  template <int Blank, int Last>
  bool descend(std::uint64_t board, const Memo& memo, int place, Path path) {
    if (board == goal) return true;
    ++expanded[place & (slack - 1)];
    if (ahead) until_report -= moves_after(Blank, Last, -1);
    if (until_report <= 0) [[unlikely]]
      answer(place & (slack - 1));
    return child<Blank, Last, up>(board, memo, place, path) ||
           child<Blank, Last, fifteen::left>(board, memo, place, path) ||
           child<Blank, Last, right>(board, memo, place, path) || child<Blank, Last, down>(board, memo, place, path);
  }

  template <int Blank, int Last, int Dir>
  [[gnu::always_inline]] bool child(std::uint64_t board, Memo memo, int place, Path path) {
    if constexpr (allowed(Blank, Last, Dir)) {
      if (!path.template read<Dir>()) return false;
      if (!ahead) --until_report;
      constexpr int from = Blank + step[Dir];
      const std::uint64_t tile = board >> (4 * from) & 15;
      place += 1 - heuristic.template after<Blank, Dir>(memo, static_cast<int>(tile));
      if (place < 0) return false;
      if (descend<from, ahead ? Dir : no_direction>(board ^ (tile << (4 * from) | tile << (4 * Blank)), memo, place,
                                                    path)) {
        backwards.push_back(from);
        if (ahead) until_report += moves_after(Blank, Last, Dir);  // counted in advance, never generated
        return true;
      }
    }
    return false;
  }

  // Calls the function for a blank and a last move that are known only at run time.
  bool from(std::uint64_t board, int blank, int last, const Memo& memo, int half_slack, Path path) {
    using Entry = bool (*)(Descent&, std::uint64_t, const Memo&, int, Path);
    static constexpr auto entries = []<std::size_t... I>(std::index_sequence<I...>) {
      return std::array<Entry, 80>{[](Descent& self, std::uint64_t board, const Memo& memo, int place, Path path) {
        constexpr int last = ahead ? static_cast<int>(I % 5) : static_cast<int>(no_direction);
        return self.template descend<static_cast<int>(I / 5), last>(board, memo, place, path);
      }...};
    }(std::make_index_sequence<80>{});
    return entries[blank * 5 + last](*this, board, memo, half_slack * slack, path);
  }
};

}  // namespace fifteen

// The space of the 15-puzzle, with its loops for IDA*.
template <class H>
class FifteenSpace : public tokens::TokenSpace<tokens::Nibbles, H> {
 public:
  using Base = tokens::TokenSpace<tokens::Nibbles, H>;
  using typename Base::Node;
  using typename Base::Op;

  // With a pruning automaton it is the base of Pruned.
  explicit FifteenSpace(const tokens::Puzzle& puzzle,
                        const Automaton& automaton = *tiles::automaton(Automaton::shortest))
      : Base(puzzle), fast_(puzzle), sweep_(puzzle.goal, automaton) {}

  bool sweep(const Node& node, Op inverse, int depth, int slack, search::Meter& meter) const
    requires std::same_as<H, tokens::Manhattan>
  {
    const Automaton& least = *tiles::automaton(Automaton::shortest);
    const auto path = depth == 0 ? least.start() : least.after(least.start(), last_move(node, inverse));
    return sweep(node, least, path, depth, slack, meter);
  }
  bool sweep(const Node& node, const Automaton&, Automaton::State path, int depth, int slack,
             search::Meter& meter) const
    requires std::same_as<H, tokens::Manhattan>
  {
    return sweep_(node.cells, node.blank, path, depth, slack / 2, slack + this->h(node), meter);
  }

  bool descend(const Node& node, Op inverse, int depth, int slack, search::Meter& meter, std::vector<Op>& plan) const {
    const int last = depth == 0 ? static_cast<int>(fifteen::no_direction) : last_move(node, inverse);
    return descend_by(fifteen::Unread{}, node, last, depth, slack, meter, plan);
  }
  bool descend(const Node& node, const Automaton& automaton, Automaton::State path, int depth, int slack,
               search::Meter& meter, std::vector<Op>& plan) const {
    return descend_by(fifteen::Read{&automaton, path}, node, fifteen::no_direction, depth, slack, meter, plan);
  }

 private:
  using Fast = typename fifteen::FastOf<H>::type;

  static int last_move(const Node& node, Op inverse) {
    int direction = 0;
    while (node.blank - fifteen::step[direction] != inverse) ++direction;
    return direction;
  }

  template <class Path>
  bool descend_by(Path path, const Node& node, int last, int depth, int slack, search::Meter& meter,
                  std::vector<Op>& plan) const {
    const int deepest = slack + this->h(node);
    const Charge frames(meter.control(), fifteen::frame_bytes * static_cast<std::uint64_t>(deepest));
    fifteen::Descent<Fast, Path> descent(fast_, this->goal_cells().word, meter, depth, deepest);
    const bool found = descent.from(node.cells.word, node.blank, last, fast_.memo(node), slack / 2, path);
    descent.hand_over();
    plan.insert(plan.end(), descent.backwards.rbegin(), descent.backwards.rend());
    return found;
  }

  Fast fast_;
  fifteen::Sweep sweep_;
};

}  // namespace budge::tiles
