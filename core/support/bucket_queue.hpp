// A priority queue for small integer priorities: buckets by f, then by g; smallest f first, then largest g, then last
// in first out.
//
// Entries lie in chunks that return to a common store when they empty, and buckets in pages that exist only where there
// are entries: so the queue takes little more than what is in it, also where a weight spreads the priorities wide.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "support/control.hpp"
#include "support/pages.hpp"

namespace budge {

template <class Entry>
class BucketQueue {
 public:
  explicit BucketQueue(Control& control) : control_(control), rows_(control) {}
  ~BucketQueue() {
    rows_.visit([&](Row& row) {
      row.buckets.visit([&](Bucket& bucket) {
        for (Chunk* chunk : bucket.chunks) drop(chunk);
      });
    });
    for (Chunk* chunk : spare_) drop(chunk);
  }
  BucketQueue(const BucketQueue&) = delete;
  BucketQueue& operator=(const BucketQueue&) = delete;

  bool empty() const { return size_ == 0; }

  void push(std::size_t f, std::size_t g, const Entry& entry) {
    Row& row = rows_.enter(f);
    Bucket& bucket = row.buckets.enter(g);
    if (bucket.size % chunk_entries == 0) bucket.chunks.push_back(take());
    bucket.chunks.back()->entries[bucket.size++ % chunk_entries] = entry;
    row.top = row.size++ == 0 ? g : std::max(row.top, g);
    first_ = size_++ == 0 ? f : std::min(first_, f);
  }

  // The best priority; the queue must not be empty.
  struct Priority {
    std::size_t f, g;
  };
  Priority best() {
    assert(!empty());
    while (rows_[first_].size == 0) first_ = rows_.after(first_);
    Row& row = rows_[first_];
    while (row.buckets[row.top].size == 0) row.top = row.buckets.before(row.top);
    return {first_, row.top};
  }

  // The entry that pop() would take.
  const Entry& peek() {
    const auto [f, g] = best();
    const Bucket& bucket = rows_[f].buckets[g];
    return bucket.chunks.back()->entries[(bucket.size - 1) % chunk_entries];
  }

  // Takes one entry of the best priority.
  Entry pop() {
    const auto [f, g] = best();
    Row& row = rows_[f];
    Bucket& bucket = row.buckets[g];
    const Entry entry = bucket.chunks.back()->entries[--bucket.size % chunk_entries];
    if (bucket.size % chunk_entries == 0) {
      spare_.push_back(bucket.chunks.back());
      bucket.chunks.pop_back();
    }
    --row.size;
    --size_;
    return entry;
  }

 private:
  static constexpr std::size_t chunk_entries = sizeof(Entry) <= 64 ? 4096 / sizeof(Entry) : 8;

  struct Chunk {
    Entry entries[chunk_entries];
  };
  struct Bucket {
    std::vector<Chunk*> chunks;
    std::size_t size = 0;
  };
  struct Row {
    explicit Row(Control& control) : buckets(control) {}

    Pages<Bucket> buckets;
    std::size_t size = 0;
    std::size_t top = 0;
  };

  Chunk* take() {
    if (spare_.empty()) return Accounted<Chunk>(control_).allocate(1);
    Chunk* chunk = spare_.back();
    spare_.pop_back();
    return chunk;
  }
  void drop(Chunk* chunk) { Accounted<Chunk>(control_).deallocate(chunk, 1); }

  Control& control_;
  Pages<Row> rows_;
  std::vector<Chunk*> spare_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace budge
