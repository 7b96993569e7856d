// The heuristics of tiles: those for any graph, and those that use rows and columns.
//
// A class in this list has `about`, a constructor that takes a puzzle, and Memo, evaluate, after and h as described in
// tokens/per_token.hpp. It never overestimates, and a move changes it by at most one. Optional members:
//
//   refuses(width, height)  the reason why it does not serve such a board; empty if it does
//   max_cells               of the boards that it serves, if all of them fit in one word
//   alternates              true if every move changes it by exactly one: it then has the parity of all plans
#pragma once

#include <string>

#include "tiles/linear_conflict.hpp"
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

static_assert(Alternating<tokens::Manhattan> && Alternating<LinearConflict> && Alternating<XY>);
static_assert(ForSmallBoards<XY> && Refusing<XY>);

template <class H>
std::string why_not(int width, int height) {
  if constexpr (Refusing<H>) return H::refuses(width, height);
  return {};
}

// Calls body.template operator()<Cells>() with the smallest packing that holds a board of this size, of those that a
// search by the heuristic is compiled for.
template <class H, class Body>
auto with_cells(std::size_t size, Body&& body) {
  if constexpr (ForSmallBoards<H>) {
    static_assert(H::max_cells <= tokens::Nibbles::capacity);
    assert(size <= H::max_cells);
    return body.template operator()<tokens::Nibbles>();
  } else {
    return tokens::with_cells(size, body);
  }
}

}  // namespace budge::tiles
