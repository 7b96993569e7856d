#include "support/control.hpp"

#include <algorithm>

namespace budge {

void Control::poll(std::uint64_t max_nodes) {
  if (outer_) {
    next_poll_ = generated + max_nodes;
    check();
    return;
  }
  const auto took = Clock::now() - last_poll_;
  if (generated >= limits_.nodes) stop(Stop::nodes);
  poll_clock();
  stride_ = std::min(max_nodes, took > slow ? std::max<std::uint64_t>(1, stride_ * slow / took / 2) : 2 * stride_);
  next_poll_ = std::min(limits_.nodes, generated + stride_);
  last_poll_ = Clock::now();
}

void Control::poll_clock() {
  if (outer_) return check();
  const auto now = Clock::now();
  if (std::chrono::duration<double>(now - began_).count() >= limits_.seconds) stop(Stop::seconds);
  if (tick && now - last_tick_ >= std::chrono::milliseconds(50)) {
    last_tick_ = now;
    if (!tick(*this)) stop(Stop::cancel);
  }
  check();
}

void Control::charge(std::uint64_t amount) {
  if (outer_) return outer_->charge(amount);
  const std::uint64_t now = bytes_.fetch_add(amount, std::memory_order_relaxed) + amount;
  if (now > limits_.memory) {
    bytes_.fetch_sub(amount, std::memory_order_relaxed);
    throw Stopped{Stop::memory};
  }
  std::uint64_t peak = peak_.load(std::memory_order_relaxed);
  while (now > peak && !peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
}

}  // namespace budge
