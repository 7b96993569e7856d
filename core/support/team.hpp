// Threads that work on one list of tasks after another. They are created once.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "support/control.hpp"

namespace budge {

class Team {
 public:
  // The threads, in addition to the calling one, are created when they are first needed.
  Team(int threads, Control& control) : threads_(threads), control_(control) {}
  ~Team();
  Team(const Team&) = delete;

  // Runs task(0) … task(count - 1). If one throws Stopped, this function does too, after all of them have ended.
  void share(std::size_t count, const std::function<void(std::size_t)>& task);

 private:
  void start();
  void work();
  void wait_for_tasks();

  const int threads_;
  Control& control_;
  std::vector<std::thread> others_;
  std::atomic<std::size_t> next_{0};  // task

  std::mutex mutex_;  // of what follows
  std::condition_variable begun_, ended_;
  const std::function<void(std::size_t)>* task_ = nullptr;
  std::size_t count_ = 0, round_ = 0, working_ = 0;
  bool over_ = false;
};

}  // namespace budge
