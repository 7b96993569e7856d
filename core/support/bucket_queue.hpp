// A priority queue for small integer priorities: lowest cost first, then lowest rank, then last in first out.
//
// A cost is a number or a pair of numbers. Every part of a priority is an index: rows by the first part hold rows by
// the next, down to buckets. Entries lie in chunks, which return to a common pool when they are empty. Rows lie in
// pages that exist only where there are entries. So memory is little more than the entries need, even if a weight
// spreads priorities widely.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "support/control.hpp"
#include "support/cost_pair.hpp"
#include "support/pages.hpp"

namespace budge {

// Parts that do not depend on the entry type are compiled once for all queues.
namespace queues {

struct Bucket {
  std::vector<void*> chunks;
  std::size_t size = 0;
};

// Parts by number: those below `low` are empty; `size` counts the entries of all parts.
template <class Part>
struct Rows {
  explicit Rows(Control& control) : parts(control) {}

  Pages<Part> parts;
  std::size_t size = 0;
  std::size_t low = 0, high = 0;  // parts above `high` are empty

  Part& enter(std::size_t number) {
    Part& part = parts.enter(number);
    low = size++ == 0 ? number : std::min(low, number);
    high = std::max(high, number);
    return part;
  }
  Part& front() {
    while (parts[low].size == 0) low = parts.after(low);
    return parts[low];
  }
};

}  // namespace queues

template <class Entry, class Cost = std::int64_t>
class BucketQueue {
 public:
  explicit BucketQueue(Control& control) : control_(control), rows_(control) {}
  ~BucketQueue() {
    drop(rows_);
    for (Chunk* chunk : spare_) drop(chunk);
  }
  BucketQueue(const BucketQueue&) = delete;
  BucketQueue& operator=(const BucketQueue&) = delete;

  bool empty() const { return rows_.size == 0; }
  std::size_t size() const { return rows_.size; }

  void push(Cost cost, std::size_t rank, const Entry& entry) {
    Bucket& bucket = columns(cost).enter(rank);
    if (bucket.size % chunk_entries == 0) bucket.chunks.push_back(take());
    last_chunk(bucket).entries[bucket.size++ % chunk_entries] = entry;
  }

  // The best priority; the queue must not be empty.
  struct Priority {
    Cost cost;
    std::size_t rank;
    bool operator==(const Priority&) const = default;
  };
  Priority best() {
    assert(!empty());
    if constexpr (pairs) {
      auto& row = rows_.front();
      auto& column = row.front();
      column.front();
      return {{static_cast<std::uint32_t>(rows_.low), static_cast<std::uint32_t>(row.low)}, column.low};
    } else {
      auto& row = rows_.front();
      row.front();
      return {static_cast<Cost>(rows_.low), row.low};
    }
  }

  // The entry that pop() would return.
  const Entry& peek() {
    assert(!empty());
    if constexpr (pairs) {
      return last(rows_.front().front().front());
    } else {
      return last(rows_.front().front());
    }
  }

  // Removes and returns an entry of the best priority.
  Entry pop() {
    assert(!empty());
    if constexpr (pairs) {
      auto& row = rows_.front();
      --rows_.size;
      return take_from(row, row.front(), row.front().front());
    } else {
      return take_from(rows_, rows_.front(), rows_.front().front());
    }
  }

  // Removes and returns an entry of the best cost; successive calls cycle through the ranks.
  Entry pop_in_turn() {
    assert(!empty());
    if constexpr (pairs) {
      auto& row = rows_.front();
      --rows_.size;
      return take_from(row, row.front(), next_rank(row.front()));
    } else {
      return take_from(rows_, rows_.front(), next_rank(rows_.front()));
    }
  }

  // After pop(): the entry that the next pop() would return if nothing were pushed, if that is known; else null.
  const Entry* next() const { return next_; }

 private:
  static constexpr bool pairs = std::is_same_v<Cost, CostPair>;
  // Pairs lead to many buckets with few entries each.
  static constexpr std::size_t chunk_entries = pairs                 ? 248 / sizeof(Entry)
                                               : sizeof(Entry) <= 64 ? 4096 / sizeof(Entry)
                                                                     : 8;

  struct Chunk {
    Entry entries[chunk_entries];
  };
  using Bucket = queues::Bucket;
  using Columns = queues::Rows<Bucket>;
  template <class Part>
  using Rows = queues::Rows<Part>;

  Columns& columns(Cost cost) {
    if constexpr (pairs) {
      return rows_.enter(cost.first).enter(cost.second);
    } else {
      assert(cost >= 0);
      return rows_.enter(static_cast<std::size_t>(cost));
    }
  }

  static Chunk& last_chunk(const Bucket& bucket) { return *static_cast<Chunk*>(bucket.chunks.back()); }
  static const Entry& last(const Bucket& bucket) {
    return last_chunk(bucket).entries[(bucket.size - 1) % chunk_entries];
  }

  Bucket& next_rank(Columns& column) {
    Bucket& first = column.front();
    while (rank_ < column.high) {
      rank_ = std::max(column.parts.after(rank_), column.low);
      if (column.parts[rank_].size > 0) return column.parts[rank_];
    }
    rank_ = column.low;
    return first;
  }

  Entry take_from(Rows<Columns>& row, Columns& column, Bucket& bucket) {
    const Entry entry = last_chunk(bucket).entries[--bucket.size % chunk_entries];
    if (bucket.size % chunk_entries == 0) {
      spare_.push_back(&last_chunk(bucket));
      bucket.chunks.pop_back();
    }
    --column.size;
    --row.size;
    next_ = bucket.size > 0 ? &last(bucket) : nullptr;
    return entry;
  }

  Chunk* take() {
    if (spare_.empty()) return Accounted<Chunk>(control_).allocate(1);
    Chunk* chunk = spare_.back();
    spare_.pop_back();
    return chunk;
  }
  void drop(Chunk* chunk) { Accounted<Chunk>(control_).deallocate(chunk, 1); }
  void drop(Bucket& bucket) {
    for (void* chunk : bucket.chunks) drop(static_cast<Chunk*>(chunk));
  }
  template <class Part>
  void drop(Rows<Part>& rows) {
    rows.parts.visit([&](Part& part) { drop(part); });
  }

  Control& control_;
  std::conditional_t<pairs, Rows<Rows<Columns>>, Rows<Columns>> rows_;
  const Entry* next_ = nullptr;
  std::size_t rank_ = 0;  // of the last pop_in_turn()
  std::vector<Chunk*> spare_;
};

}  // namespace budge
