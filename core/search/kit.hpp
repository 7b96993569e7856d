// A kit: what a kind of puzzle offers the searches. run.hpp passes a kit to the search that a request names.
//
// A kit describes one puzzle and has some of these members. Each of the first five constructs its spaces, calls
// `body` with them and returns its Solution, so that a kit may also translate the plan into moves of the puzzle:
//
//   Solution guided(body)        body(space): from the start, with the requested heuristic
//   Solution blind(body)         body(space): from the start, without a heuristic
//   Solution guided_ends(body)   body(forward, backward): from both ends, with a heuristic for each
//   Solution consistent_ends(body)
//                                as guided_ends, with heuristics that are consistent in both directions
//   Solution blind_ends(body)    body(forward, backward): from both ends, without a heuristic
//   void guided_in_thread(control, body), void blind_in_thread(control, body)
//                                body(space): the same spaces for a further thread, with a control of its own; only if
//                                they are spaces of states, because threads share a space of nodes
//   Table<S>                     the transposition table that IDA* uses on the space S (see ida_table.hpp)
//   Solution run(AStarSearch, request, control)
//                                the kind's own implementation of one search, which replaces the general one
//
// A search (see algorithms.hpp) is a struct with a `name` and a static function `run(kit, request, control)`, whose
// constraint says which members it needs. It serves every kind whose kit has them. So neither a kind nor its kit names
// the searches: a new search reaches all kinds that can serve it.
#pragma once

#include <concepts>

#include "search/request.hpp"
#include "search/space.hpp"

namespace budge::search {

namespace detail {
struct AnyBody {
  template <class... Spaces>
  Solution operator()(Spaces&...) const;
};
}  // namespace detail

template <class K>
concept HasGuided = requires(const K& kit) {
  { kit.guided(detail::AnyBody()) } -> std::same_as<Solution>;
};
template <class K>
concept HasBlind = requires(const K& kit) {
  { kit.blind(detail::AnyBody()) } -> std::same_as<Solution>;
};
template <class K>
concept HasGuidedEnds = requires(const K& kit) {
  { kit.guided_ends(detail::AnyBody()) } -> std::same_as<Solution>;
};
template <class K>
concept HasConsistentEnds = requires(const K& kit) {
  { kit.consistent_ends(detail::AnyBody()) } -> std::same_as<Solution>;
};
template <class K>
concept HasBlindEnds = requires(const K& kit) {
  { kit.blind_ends(detail::AnyBody()) } -> std::same_as<Solution>;
};
template <class K, class S>
concept HasTable = requires { typename K::template Table<S>; };

template <class K, class Search>
concept RunsItself = requires(const K& kit, const Request& request, Control& control) {
  { kit.run(Search(), request, control) } -> std::same_as<Solution>;
};

template <class K, class Search>
concept Serves = RunsItself<K, Search> || requires(const K& kit, const Request& request, Control& control) {
  { Search::run(kit, request, control) } -> std::same_as<Solution>;
};

}  // namespace budge::search
