// Runs work on several threads, and shares tasks among them.
#pragma once

#include <cstddef>
#include <functional>

#include "support/control.hpp"

namespace budge {

// Runs work(owner) on `threads` threads, or on fewer if the system provides fewer; `owner` is true on the calling one.
// If one thread is stopped or runs out of memory, the whole search stops: the others have to call check(). The calling
// thread calls poll() every millisecond while it waits.
void together(int threads, Control& control, const std::function<void(bool)>& work, const std::function<void()>& poll);

// Runs task(0) … task(count - 1). If one throws Stopped, this function does too, after all threads have ended.
void share(int threads, std::size_t count, Control& control, const std::function<void(std::size_t)>& task);

}  // namespace budge
