// A list that is on the stack while it is short.
#pragma once

#include <cassert>
#include <cstddef>
#include <vector>

namespace budge {

template <class T, std::size_t capacity>
class ShortList {
 public:
  // Filled by fill(list), so that a function can return a list without moving it.
  template <class Fill>
  explicit ShortList(Fill&& fill) {
    fill(*this);
  }
  ShortList(const ShortList&) = delete;
  ShortList& operator=(const ShortList&) = delete;

  std::size_t size() const { return size_; }
  const T* begin() const { return size_ <= capacity ? short_ : long_.data(); }
  const T* end() const { return begin() + size_; }
  T operator[](std::size_t i) const {
    assert(i < size_);
    return begin()[i];
  }

  void push_back(T value) {
    if (size_ < capacity) {
      short_[size_++] = value;
      return;
    }
    if (size_ == capacity) long_.assign(short_, short_ + capacity);
    long_.push_back(value);
    ++size_;
  }

 private:
  T short_[capacity];
  std::size_t size_ = 0;
  std::vector<T> long_;
};

}  // namespace budge
