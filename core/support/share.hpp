// Many tasks, a few threads.
#pragma once

#include <cstddef>
#include <functional>

#include "support/control.hpp"

namespace budge {

// Runs task(0) … task(count - 1), the calling thread taking its share. If one throws Stopped, so does this, when all
// threads have come to an end.
void share(int threads, std::size_t count, Control& control, const std::function<void(std::size_t)>& task);

}  // namespace budge
