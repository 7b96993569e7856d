#include "support/share.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace budge {

void together(int threads, Control& control, const std::function<void(bool)>& work, const std::function<void()>& poll) {
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
    } catch (const std::exception&) {  // continue with fewer threads
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

void share(int threads, std::size_t count, Control& control, const std::function<void(std::size_t)>& task) {
  std::atomic<std::size_t> next{0};
  const auto work = [&](bool) {
    for (std::size_t i; (i = next++) < count; control.check()) task(i);
  };
  together(threads, control, work, [&] { control.poll_clock(); });
  control.check();
}

}  // namespace budge
