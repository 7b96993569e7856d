// A priority queue for costs that are pairs of small integers: least first part, then least second part, then least
// rank, then last in first out. Entries lie in chunks that return to a common store when they empty, and buckets in
// pages that exist only where there are entries.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "support/control.hpp"
#include "support/pages.hpp"

namespace budge::sokoban {

class PairQueue {
 public:
  using Entry = std::uint32_t;

  struct Priority {
    std::uint32_t first, second, rank;
    bool operator==(const Priority&) const = default;
  };

  explicit PairQueue(Control& control) : control_(control), rows_(control) {}
  ~PairQueue() {
    rows_.parts.visit([&](auto& row) {
      row.parts.visit([&](auto& column) {
        column.parts.visit([&](Bucket& bucket) {
          for (Chunk* chunk : bucket.chunks) drop(chunk);
        });
      });
    });
    for (Chunk* chunk : spare_) drop(chunk);
  }
  PairQueue(const PairQueue&) = delete;
  PairQueue& operator=(const PairQueue&) = delete;

  bool empty() const { return rows_.size == 0; }

  void push(Priority at, Entry entry) {
    auto& row = rows_.parts.enter(at.first);
    auto& column = row.parts.enter(at.second);
    Bucket& bucket = column.parts.enter(at.rank);
    if (bucket.size % chunk_entries == 0) bucket.chunks.push_back(take());
    bucket.chunks.back()->entries[bucket.size++ % chunk_entries] = entry;
    column.count(at.rank);
    row.count(at.second);
    rows_.count(at.first);
  }

  // The best priority; the queue must not be empty.
  Priority best() {
    assert(!empty());
    auto& row = rows_.front();
    auto& column = row.front();
    column.front();
    return {rows_.low, row.low, column.low};
  }

  Entry pop() {
    assert(!empty());
    auto& row = rows_.front();
    auto& column = row.front();
    Bucket& bucket = column.front();
    const Entry entry = bucket.chunks.back()->entries[--bucket.size % chunk_entries];
    if (bucket.size % chunk_entries == 0) {
      spare_.push_back(bucket.chunks.back());
      bucket.chunks.pop_back();
    }
    --column.size;
    --row.size;
    --rows_.size;
    next_ = bucket.size > 0 ? &bucket.chunks.back()->entries[(bucket.size - 1) % chunk_entries] : nullptr;
    return entry;
  }

  // What pop() would return next if nothing were pushed, where that is plain to see.
  const Entry* peek() const { return next_; }

 private:
  static constexpr std::size_t chunk_entries = 62;

  struct Chunk {
    Entry entries[chunk_entries];
  };
  struct Bucket {
    std::vector<Chunk*> chunks;
    std::size_t size = 0;
  };

  // Parts by number, of which those below `low` are empty; `size` counts the entries of all parts.
  template <class Part>
  struct Rows {
    explicit Rows(Control& control) : parts(control) {}

    Pages<Part> parts;
    std::size_t size = 0;
    std::uint32_t low = 0;

    Part& front() {
      while (parts[low].size == 0) low = static_cast<std::uint32_t>(parts.after(low));
      return parts[low];
    }
    void count(std::uint32_t number) { low = size++ == 0 ? number : std::min(low, number); }
  };

  Chunk* take() {
    if (spare_.empty()) return Accounted<Chunk>(control_).allocate(1);
    Chunk* chunk = spare_.back();
    spare_.pop_back();
    return chunk;
  }
  void drop(Chunk* chunk) { Accounted<Chunk>(control_).deallocate(chunk, 1); }

  Control& control_;
  Rows<Rows<Rows<Bucket>>> rows_;
  const Entry* next_ = nullptr;
  std::vector<Chunk*> spare_;
};

}  // namespace budge::sokoban
