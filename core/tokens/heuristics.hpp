// The heuristics for tokens on any graph. Each is a PerToken, so every search is compiled once for all of them.
#pragma once

#include "tokens/manhattan.hpp"
#include "tokens/misplaced.hpp"
#include "tokens/zero.hpp"

namespace budge::tokens {

using All = HeuristicList<Zero, Misplaced, Manhattan>;

}  // namespace budge::tokens
