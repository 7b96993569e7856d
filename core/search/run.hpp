// The dispatcher: runs the requested search on the kit of a puzzle (see kit.hpp). A kind calls it in one source file,
// where the searches are compiled for its spaces.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "search/algorithms.hpp"
#include "search/kit.hpp"

namespace budge::search {

namespace detail {

template <class Search, class K>
Solution run_one(const K& kit, const Request& request, Control& control) {
  if constexpr (RunsItself<K, Search>) {
    return kit.run(Search(), request, control);
  } else if constexpr (Serves<K, Search>) {
    return Search::run(kit, request, control);
  } else {
    throw std::invalid_argument(std::string(Search::name) + " does not serve this puzzle");
  }
}

template <class K, class First, class... Rest>
Solution run_at(SearchList<First, Rest...>, std::size_t place, const K& kit, const Request& request, Control& control) {
  if constexpr (sizeof...(Rest) > 0) {
    if (place > 0) return run_at(SearchList<Rest...>(), place - 1, kit, request, control);
  }
  return run_one<First>(kit, request, control);
}

template <class K, class... Each>
std::vector<std::string_view> served_by(SearchList<Each...>) {
  std::vector<std::string_view> names;
  ((Serves<K, Each> ? names.push_back(Each::name) : void()), ...);
  return names;
}

}  // namespace detail

// Throws std::invalid_argument if the kit lacks what the search needs.
template <class K>
Solution run(const K& kit, const Request& request, Control& control) {
  return detail::run_at(Searches(), request.algorithm.place(), kit, request, control);
}

// The names of the searches that serve a kind.
template <class K>
std::vector<std::string_view> served_by() {
  return detail::served_by<K>(Searches());
}

}  // namespace budge::search
