// A priority queue for small integer priorities: least cost first, then least rank, then last in first out.
//
// A cost is a number or a pair of them. Every part of a priority is a place in a row: rows by the first part hold rows
// by the next, and so on down to buckets. Entries lie in chunks that return to a common store when they empty, and rows
// in pages that exist only where there are entries: so the queue takes little more than what is in it, also where a
// weight spreads the priorities wide.
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

// What does not depend on the entries is compiled once for all queues.
namespace queues {

struct Bucket {
  std::vector<void*> chunks;
  std::size_t size = 0;
};

// Parts by number, of which those below `low` are empty; `size` counts the entries of all parts.
template <class Part>
struct Rows {
  explicit Rows(Control& control) : parts(control) {}

  Pages<Part> parts;
  std::size_t size = 0;
  std::size_t low = 0, high = 0;  // none is above that

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

  // The entry that pop() would take.
  const Entry& peek() {
    assert(!empty());
    if constexpr (pairs) {
      return last(rows_.front().front().front());
    } else {
      return last(rows_.front().front());
    }
  }

  // Takes one entry of the best priority.
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

  // Takes one entry of the best cost, whatever its rank: of all ranks there are, one after another gives one.
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

  // After pop(): what it would return next if nothing were pushed, where that is plain to see; else null.
  const Entry* next() const { return next_; }

 private:
  static constexpr bool pairs = std::is_same_v<Cost, CostPair>;
  // Pairs make many buckets with little in each.
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
  std::size_t rank_ = 0;  // that pop_in_turn() took last
  std::vector<Chunk*> spare_;
};

}  // namespace budge
