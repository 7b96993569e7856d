// The heuristics of tiles: those for any graph, and those that use rows and columns.
//
// A class in this list has `about`, a constructor that takes a puzzle, and Memo, evaluate, after and h as described in
// tokens/per_token.hpp. It never overestimates, and a move changes it by at most one. Optional members:
//
//   refuses(width, height)  the reason why it does not serve such a board; empty if it does
//   max_cells               of the boards that it serves, if they are small
//   bytes()                 of tables that all searches of the process share,
//   prepare(puzzle, control)  fills them in as far as a search is likely to need them,
//   is_large(width, height) whether that may take seconds
//   alternates              true if every move changes it by exactly one: it then has the parity of all plans
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "search/result.hpp"
#include "tiles/linear_conflict.hpp"
#include "tiles/solve.hpp"
#include "tiles/xy.hpp"
#include "tokens/heuristics.hpp"
#include "tokens/solve.hpp"

namespace budge::tiles {

using All = HeuristicList<tokens::Zero, tokens::Misplaced, tokens::Manhattan, LinearConflict, XY>;

template <class H>
concept ForSmallBoards = requires { H::max_cells; };

template <class H>
concept Alternating = requires { requires H::alternates; };

template <class H>
concept Refusing = requires {
  { H::refuses(0, 0) } -> std::same_as<std::string>;
};

template <class H>
concept HasTables = requires(const H& heuristic, const tokens::Puzzle& puzzle, Control& control) {
  { heuristic.bytes() } -> std::same_as<std::uint64_t>;
  heuristic.prepare(puzzle, control);
  { H::is_large(0, 0) } -> std::same_as<bool>;
};

static_assert(HasTables<XY>);
static_assert(Alternating<tokens::Manhattan> && Alternating<LinearConflict> && Alternating<XY>);
static_assert(ForSmallBoards<XY> && Refusing<XY>);

template <class H>
std::string why_not(int width, int height) {
  if constexpr (Refusing<H>) return H::refuses(width, height);
  return {};
}

// The tables that a search looks up: charged to it as long as this object lives, and filled in before it starts.
class Tables {
 public:
  explicit Tables(Control& control) : control_(control) {}

  // Throws Stopped.
  template <class H>
  void prepare(const tokens::Puzzle& puzzle) {
    if constexpr (HasTables<H>) {
      const H heuristic(puzzle);
      charges_.push_back(std::make_unique<Charge>(control_, heuristic.bytes()));
      heuristic.prepare(puzzle, control_);
    }
  }

 private:
  Control& control_;
  std::vector<std::unique_ptr<Charge>> charges_;
};

// Calls body.template operator()<Cells>() with the smallest packing that holds a board of this size, of those that a
// search by the heuristic is compiled for.
template <class H, class Body>
auto with_cells(std::size_t size, Body&& body) {
  if constexpr (ForSmallBoards<H>) {
    static_assert(H::max_cells <= 32);
    assert(size <= H::max_cells);
    if (size <= tokens::Nibbles::capacity) return body.template operator()<tokens::Nibbles>();
    return body.template operator()<tokens::Array<std::uint8_t, every_size ? 32 : 256>>();
  } else {
    return tokens::with_cells(size, body);
  }
}

}  // namespace budge::tiles
