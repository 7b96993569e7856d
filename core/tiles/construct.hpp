// Some plan for any board of tiles, at any size.
#pragma once

#include <vector>

#include "support/control.hpp"
#include "tiles/instance.hpp"

namespace budge {

// A legal path from start to goal; there must be one. Far from optimal: see improve.hpp. Lets Stopped pass.
std::vector<int> construct(const TilesInstance& instance, Control& control);

}  // namespace budge
