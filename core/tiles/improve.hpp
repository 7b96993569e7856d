// Making a plan shorter while time lasts.
#pragma once

#include <vector>

#include "support/control.hpp"
#include "tiles/instance.hpp"

namespace budge {

// Shortens a path for as long as the control allows; it stays valid throughout. Says what ended it, or none if the
// largest windows gain nothing any more.
Stop improve(const TilesInstance& instance, std::vector<int>& path, Control& control);

}  // namespace budge
