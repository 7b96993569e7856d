// Solves puzzles with rules of the caller, by the searches of all kinds.
#pragma once

#include <string_view>
#include <vector>

#include "custom/rules.hpp"
#include "search/request.hpp"

namespace budge::custom {

// The searches that serve such puzzles, by name.
std::vector<std::string_view> searches();

// The plan has the number of each move among the moves of its state.
search::Solution solve(Rules& rules, const search::Request& request, Control& control);

}  // namespace budge::custom
