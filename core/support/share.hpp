// A few threads at one work, and many tasks shared out among them.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "support/control.hpp"

namespace budge {

// Runs work(owner) on so many threads, or on fewer where the system gives no more; `owner` is true on the calling one.
// If one is stopped or finds no memory, so is the whole search: the others are to check(). The calling thread calls
// poll() every millisecond while it waits for them.
template <class Work, class Poll>
void together(int threads, Control& control, const Work& work, const Poll& poll) {
  const auto attempt = [&](const auto& body) {
    try {
      body();
    } catch (const Stopped& stopped) {
      control.stop(stopped.reason);
    } catch (const std::bad_alloc&) {
      control.stop(Stop::memory);
    }
  };
  std::mutex mutex;
  std::condition_variable more_done;
  std::size_t done = 0;
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) {
    try {
      others.emplace_back([&] {
        attempt([&] { work(false); });
        const std::lock_guard lock(mutex);
        ++done;
        more_done.notify_one();
      });
    } catch (const std::exception&) {  // fewer threads will do
      break;
    }
  }
  attempt([&] { work(true); });
  std::unique_lock lock(mutex);
  while (!more_done.wait_for(lock, std::chrono::milliseconds(1), [&] { return done == others.size(); })) {
    lock.unlock();
    attempt(poll);
    lock.lock();
  }
  lock.unlock();
  for (std::thread& other : others) other.join();
}

// Runs task(0) … task(count - 1). If one throws Stopped, so does this, when all threads have come to an end.
template <class Task>
void share(int threads, std::size_t count, Control& control, const Task& task) {
  std::atomic<std::size_t> next{0};
  const auto work = [&](bool) {
    for (std::size_t i; (i = next++) < count; control.check()) task(i);
  };
  together(threads, control, work, [&] { control.heed(); });
  control.check();
}

}  // namespace budge
