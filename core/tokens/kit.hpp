// The kit of a token puzzle (see search/kit.hpp). It has a single goal state, and moves can be undone: the space from
// the goal is that of the puzzle with start and goal exchanged.
#pragma once

#include "search/kit.hpp"
#include "tokens/space.hpp"
#include "tokens/zero.hpp"

namespace budge::tokens {

// `make(puzzle)` constructs the guided space of a puzzle.
template <class Cells, class Make>
class Kit {
 public:
  Kit(const Puzzle& puzzle, Make make) : puzzle_(puzzle), make_(std::move(make)) {}

  template <class Body>
  search::Solution guided(Body&& body) const {
    auto space = make_(puzzle_);
    return body(space);
  }
  template <class Body>
  search::Solution blind(Body&& body) const {
    Blind space(puzzle_);
    return body(space);
  }
  template <class Body>
  search::Solution guided_ends(Body&& body) const {
    auto forward = make_(puzzle_), backward = make_({puzzle_.graph, puzzle_.goal, puzzle_.start, puzzle_.width});
    return body(forward, backward);
  }
  template <class Body>
  search::Solution consistent_ends(Body&& body) const {
    return guided_ends(body);
  }
  template <class Body>
  search::Solution blind_ends(Body&& body) const {
    Blind space(puzzle_);
    return body(space, space);
  }

 private:
  using Blind = TokenSpace<Cells, Unguided>;

  const Puzzle& puzzle_;
  Make make_;
};

template <class Cells>
auto kit_of_sum(const Puzzle& puzzle, Sum sum) {
  const auto make = [sum](const Puzzle& from) { return TokenSpace<Cells, PerToken>(from, sum(from)); };
  return Kit<Cells, decltype(make)>(puzzle, make);
}

using UnguidedSpace = TokenSpace<Nibbles, Unguided>;
static_assert(search::Reversible<UnguidedSpace> && search::SpaceWithGoals<UnguidedSpace>);
static_assert(!search::IsInconsistent<UnguidedSpace> && !UnguidedSpace::keeps_memo);
static_assert(search::HasListing<UnguidedSpace>);

}  // namespace budge::tokens
