#include "support/team.hpp"

#include <chrono>
#include <exception>
#include <new>

namespace budge {

Team::~Team() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  begun_.notify_all();
  for (std::thread& other : others_) other.join();
}

void Team::start() {
  for (int i = 1; i < threads_; ++i) {
    try {
      others_.emplace_back([this] { wait_for_tasks(); });
    } catch (const std::exception&) {  // continue with fewer threads
      break;
    }
  }
}

void Team::share(std::size_t count, const std::function<void(std::size_t)>& task) {
  if (others_.empty()) start();
  next_ = 0;
  {
    const std::lock_guard lock(mutex_);
    task_ = &task;
    count_ = count;
    working_ = others_.size();
    ++round_;
  }
  begun_.notify_all();
  work();
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, std::chrono::milliseconds(1), [&] { return working_ == 0; })) {
    lock.unlock();
    try {
      control_.poll_clock();
    } catch (const Stopped& stopped) {
      control_.stop(stopped.reason);
    }
    lock.lock();
  }
  lock.unlock();
  control_.check();
}

void Team::work() {
  try {
    for (std::size_t i; (i = next_++) < count_; control_.check()) (*task_)(i);
  } catch (const Stopped& stopped) {
    control_.stop(stopped.reason);
  } catch (const std::bad_alloc&) {
    control_.stop(Stop::memory);
  }
}

void Team::wait_for_tasks() {
  std::unique_lock lock(mutex_);
  for (std::size_t round = 0;;) {
    begun_.wait(lock, [&] { return over_ || round_ != round; });
    if (over_) return;
    round = round_;
    lock.unlock();
    work();
    lock.lock();
    if (--working_ == 0) ended_.notify_one();
  }
}

}  // namespace budge
