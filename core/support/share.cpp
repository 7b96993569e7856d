#include "support/share.hpp"

#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace budge {

void share(int threads, std::size_t count, Control& control, const std::function<void(std::size_t)>& task) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    try {
      for (std::size_t i; (i = next++) < count;) task(i);
    } catch (const Stopped& stopped) {
      control.stop(stopped.reason);
      next = count;
    } catch (const std::bad_alloc&) {
      control.stop(Stop::memory);
      next = count;
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) {
    try {
      others.emplace_back(work);
    } catch (const std::system_error&) {  // fewer threads will do
      break;
    }
  }
  work();
  for (std::thread& thread : others) thread.join();
  control.check();
}

}  // namespace budge
