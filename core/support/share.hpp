// A few threads at one work, and many tasks shared out among them.
#pragma once

#include <cstddef>
#include <functional>

#include "support/control.hpp"

namespace budge {

// Runs work(owner) on so many threads, or on fewer where the system gives no more; `owner` is true on the calling one.
// If one is stopped or finds no memory, so is the whole search: the others are to check(). The calling thread calls
// poll() every millisecond while it waits for them.
void together(int threads, Control& control, const std::function<void(bool)>& work, const std::function<void()>& poll);

// Runs task(0) … task(count - 1). If one throws Stopped, so does this, when all threads have come to an end.
void share(int threads, std::size_t count, Control& control, const std::function<void(std::size_t)>& task);

}  // namespace budge
