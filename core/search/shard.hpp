// A shard of a search on several threads: a part of the states by hash, with its store and open list, and an inbox for
// states that other shards have generated.
//
// One thread at a time holds a shard. Any thread may post to its inbox. `floor` is at most the f of every node that the
// shard is responsible for: those in its open list and in its inbox, and those that its holder has generated but not
// posted yet. It rises only when the holder leaves the shard, after everything is posted.
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <type_traits>

#include "search/expand.hpp"
#include "search/store.hpp"
#include "support/bucket_queue.hpp"
#include "support/cost_pair.hpp"

namespace budge::search {

// owner_hash(state, hash): states of equal owner hash belong to one shard. A space with dominance needs it, so that a
// shard can compare states of which one may dominate the other.
template <class S>
concept HasOwnerHash = requires(const S& space, const typename S::State& state, std::uint64_t hash) {
  { space.owner_hash(state, hash) } -> std::same_as<std::uint64_t>;
};

// A generated state on its way to its shard. If `guessed`, the sender expects the shard to know the state, and h is
// only a lower bound.
template <Space S>
struct Message {
  using Cost = std::conditional_t<std::is_same_v<CostOf<S>, CostPair>, CostPair, std::uint32_t>;

  typename S::State state;
  std::uint64_t hash;
  Cost g, h;
  typename StoreOf<S>::Link link;
  bool guessed;
};

template <Space S>
struct alignas(64) Shard {
  using Cost = CostOf<S>;
  using Store = StoreOf<S>;

  // Stores and queues get a control of their own, because different threads hold the shard in turn. The inbox is
  // swapped with vectors of the whole search, so it has their allocator.
  Shard(const S& space, Control& search)
      : control(search), store(space, control), open(control), inbox(Accounted<Message<S>>(search)) {}

  Control control;
  Store store;
  BucketQueue<typename Store::Handle, Cost> open;

  std::atomic<bool> held{false};
  std::atomic<Cost> floor{max_cost<Cost>};

  // The smallest rank of the nodes whose f is the floor: a hint for the choice among shards of equal floor.
  std::atomic<std::size_t> rank{0};

  // Adds messages to the inbox. None of them has an f below `least`; `its_rank` is the smallest rank of those that have
  // this f.
  void post(const Vector<Message<S>>& messages, Cost least, std::size_t its_rank) {
    const std::lock_guard lock(mutex);
    inbox.insert(inbox.end(), messages.begin(), messages.end());
    inbox_floor = std::min(inbox_floor, least);
    const Cost before = floor.load(std::memory_order_relaxed);
    if (least < before || (least == before && its_rank < rank.load(std::memory_order_relaxed))) {
      rank.store(its_rank, std::memory_order_relaxed);
    }
    if (least < before) floor.store(least, std::memory_order_relaxed);
  }

  // The holder: takes the messages. The floor still covers them.
  void collect(Vector<Message<S>>& messages) {
    messages.clear();
    const std::lock_guard lock(mutex);
    inbox.swap(messages);
    inbox_floor = max_cost<Cost>;
  }

  // The holder, after it has posted everything: leaves the shard.
  void leave() {
    const std::lock_guard lock(mutex);
    Cost least = inbox_floor;
    if (!open.empty()) {
      const auto best = open.best();
      least = std::min(least, best.cost);
      rank.store(best.rank, std::memory_order_relaxed);
    }
    floor.store(least, std::memory_order_relaxed);
    held.store(false, std::memory_order_release);
  }

  std::mutex mutex;
  Vector<Message<S>> inbox;           // guarded by the mutex
  Cost inbox_floor = max_cost<Cost>;  // guarded by the mutex
};

}  // namespace budge::search
