#include "search/algorithms.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

namespace budge::search {

namespace {

template <class... Each>
constexpr std::array<std::string_view, sizeof...(Each)> names_in(SearchList<Each...>) {
  return {Each::name...};
}
constexpr auto all = names_in(Searches());

}  // namespace

std::span<const std::string_view> Algorithm::names() { return all; }

Algorithm::Algorithm(std::string_view name) : place_(std::ranges::find(all, name) - all.begin()) {
  if (place_ == all.size()) throw std::invalid_argument("no search is called " + std::string(name));
}

}  // namespace budge::search
