// A Guide as the heuristic of a space, for searches in which its speed is not critical.
//
// Values of additive databases are carried along: a move changes one of each sum by one, and a bit gives the sign (see
// patterns/bits/bit_table.hpp). Everything else is looked up after every move. Admissible; dual look-ups and some
// listed heuristics are inconsistent. The value is raised by one if its parity differs from that of every plan, which
// follows from the cell of the blank.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <concepts>
#include <optional>
#include <tuple>
#include <vector>

#include "tiles/guide.hpp"
#include "tiles/heuristics.hpp"

namespace budge::tiles {

// The first `Carried` values are carried along; the others are computed each time, by walking home.
template <std::size_t Carried>
class GuidedBy {
 public:
  struct Memo {
    std::uint16_t h;
    // Of additive databases, by sum and look-up. Boards too large for databases may be more than 65,535 moves from
    // home: there the first value holds what exceeds the 16 bits of `h`.
    std::array<std::uint16_t, Carried> values;
  };
  static_assert(sizeof(Memo) % 8 == 0);  // states are compared byte by byte, so no byte may be padding
  static constexpr bool consistent = false;
  static constexpr bool kept_with_state = true;  // computing a Memo costs more than storing it

  GuidedBy(const tokens::Puzzle& puzzle, const Guide& guide)
      : home_(puzzle.goal.size()), distance_(puzzle.goal.size()) {
    const int cells = static_cast<int>(puzzle.goal.size()), width = puzzle.width;
    for (int cell = 0; cell < cells; ++cell) home_[puzzle.goal[cell]] = cell;
    for (int cell = 0; cell < cells; ++cell) {
      distance_[cell] = std::abs(cell / width - home_[0] / width) + std::abs(cell % width - home_[0] % width);
    }
    sums_ = ready(guide.sums);
    for (const auto& sums : guide.duals) duals_.push_back(ready(sums));
    looks_up_ = !sums_.empty() || !duals_.empty();
    assert(!looks_up_ || cells <= patterns::max_cells);  // larger boards have no patterns
    for (const Heuristic name : guide.names) {
      with_heuristic(All(), name.place(), [&]<class H>() {
        if constexpr (!std::same_as<H, tokens::Zero>) std::get<std::optional<H>>(named_).emplace(puzzle);
      });
    }
  }

  template <class Cells>
  Memo evaluate(const Cells& cells) const {
    return valued(cells, cells.blank(), [](const patterns::Reader& reader, std::size_t, const Position& position) {
      return reader.value(position.where.data(), position.blank);
    });
  }
  template <class Cells>
  Memo after(const Memo& before, int token, int to, int, const Cells& cells) const {
    const int moved = home_[token];
    return valued(cells, to, [&](const patterns::Reader& reader, std::size_t number, const Position& position) {
      if (number >= Carried || !reader.additive()) return reader.value(position.where.data(), position.blank);
      if (!reader.has(moved)) return int{before.values[number]};
      return reader.value_after(before.values[number], position.where.data(), position.blank);
    });
  }
  int h(const Memo& memo) const { return looks_up_ ? memo.h : memo.h + (memo.values[0] << 16); }

  int home(int token) const { return home_[token]; }

  // The value of the dual alone, from the homes of the tiles on each cell; the blank must be in its home.
  bool has_duals() const { return !duals_.empty(); }
  int dual(const std::uint8_t* inverse, int blank) const {
    int greatest = 0;
    if (duals_.empty()) return greatest;
    for (const Sum& sum : duals_[blank]) {
      int total = 0;
      for (const patterns::Reader& reader : sum) total += reader.value(inverse, inverse[blank]);
      greatest = std::max(greatest, total);
    }
    return greatest;
  }

 private:
  using Sum = std::vector<patterns::Reader>;

  struct Position {
    std::array<std::uint8_t, patterns::max_cells> where, inverse;  // cells by home, homes by cell
    int blank;
  };

  template <class... Each>
  static std::tuple<std::optional<Each>...> maybe_each(HeuristicList<Each...>);

  template <class H, class Cells>
  static void raise(int& h, const std::optional<H>& named, const Cells& cells) {
    if (named) h = std::max(h, named->h(named->evaluate(cells)));
  }

  // `value(reader, number, position)` is the value of one look-up.
  template <class Cells, class Value>
  Memo valued(const Cells& cells, int blank, Value&& value) const {
    Memo memo{};
    int h = 0;
    std::apply([&](const auto&... named) { (raise(h, named, cells), ...); }, named_);
    if (looks_up_) {
      Position position;
      position.blank = blank;
      for (int cell = 0; cell < static_cast<int>(home_.size()); ++cell) {
        position.inverse[cell] = static_cast<std::uint8_t>(home_[cells[cell]]);
        position.where[position.inverse[cell]] = static_cast<std::uint8_t>(cell);
      }
      std::size_t number = 0;
      for (const Sum& sum : sums_) {
        int total = 0;
        for (const patterns::Reader& reader : sum) {
          const int each = value(reader, number, position);
          if (number < Carried) memo.values[number] = static_cast<std::uint16_t>(each);
          total += each;
          ++number;
        }
        h = std::max(h, total);
      }
      h = std::max(h, dual(position.inverse.data(), blank));
    }
    h += (h + distance_[blank]) % 2;
    memo.h = static_cast<std::uint16_t>(h);
    if (!looks_up_) memo.values[0] = static_cast<std::uint16_t>(h >> 16);
    return memo;
  }

  static std::vector<Sum> ready(const std::vector<patterns::LookupSum>& sums) {
    std::vector<Sum> ready;
    for (const patterns::LookupSum& sum : sums) ready.emplace_back(sum.begin(), sum.end());
    return ready;
  }

  std::vector<int> home_;      // by token
  std::vector<int> distance_;  // of every cell from the blank's home
  std::vector<Sum> sums_;
  std::vector<std::vector<Sum>> duals_;
  bool looks_up_;  // in any database
  decltype(maybe_each(All())) named_;
};

using Guided = GuidedBy<47>;

static_assert(search::IsInconsistent<tokens::TokenSpace<tokens::Nibbles, Guided>>);
static_assert(tokens::KeptWithState<Guided>);

}  // namespace budge::tiles
