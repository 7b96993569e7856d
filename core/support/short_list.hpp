// A list that lives on the stack while it is short.
#pragma once

#include <cassert>
#include <cstddef>
#include <vector>

namespace budge {

template <class T, std::size_t room>
class ShortList {
 public:
  // Filled by a call of fill(list), so that a function can return one without moving it.
  template <class Fill>
  explicit ShortList(Fill&& fill) {
    fill(*this);
  }
  ShortList(const ShortList&) = delete;
  ShortList& operator=(const ShortList&) = delete;

  std::size_t size() const { return size_; }
  const T* begin() const { return size_ <= room ? near_ : far_.data(); }
  const T* end() const { return begin() + size_; }
  T operator[](std::size_t i) const {
    assert(i < size_);
    return begin()[i];
  }

  void push_back(T value) {
    if (size_ < room) {
      near_[size_++] = value;
      return;
    }
    if (size_ == room) far_.assign(near_, near_ + room);
    far_.push_back(value);
    ++size_;
  }

 private:
  T near_[room];
  std::size_t size_ = 0;
  std::vector<T> far_;
};

}  // namespace budge
