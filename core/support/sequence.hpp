// A long sequence in chunks: grows without moving its elements, so growth needs no copy.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <vector>

#include "support/control.hpp"

namespace budge {

template <class T>
class Sequence {
 public:
  explicit Sequence(Control& control) : control_(&control) {}
  ~Sequence() { clear(); }
  Sequence(const Sequence&) = delete;
  Sequence& operator=(const Sequence&) = delete;

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](std::size_t i) const {
    assert(i < size_);
    return chunks_[i / chunk_length][i % chunk_length];
  }

  void push_back(const T& value) {
    if (size_ % chunk_length == 0) chunks_.push_back(Accounted<T>(*control_).allocate(chunk_length));
    chunks_.back()[size_++ % chunk_length] = value;
  }
  // Adds elements, to be written with set(); several threads may write different ones.
  void extend(std::size_t count) {
    for (size_ += count; chunks_.size() * chunk_length < size_;) {
      chunks_.push_back(Accounted<T>(*control_).allocate(chunk_length));
    }
  }
  void set(std::size_t i, const T& value) {
    assert(i < size_);
    chunks_[i / chunk_length][i % chunk_length] = value;
  }
  void clear() {
    for (T* chunk : chunks_) Accounted<T>(*control_).deallocate(chunk, chunk_length);
    chunks_.clear();
    size_ = 0;
  }
  void swap(Sequence& other) {
    chunks_.swap(other.chunks_);
    std::swap(size_, other.size_);
  }

 private:
  static constexpr std::size_t chunk_length = std::max<std::size_t>(8, 4096 / sizeof(T));

  Control* control_;
  std::vector<T*> chunks_;
  std::size_t size_ = 0;
};

}  // namespace budge
