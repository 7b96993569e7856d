// A* on several threads: hash-distributed A* (Kishimoto, Fukunaga and Botea, 2009) with more shards than threads.
//
// The hash of a state decides which shard owns it. A thread takes the free shard of the smallest f, enters the states
// in its inbox, expands the best nodes of its open list, and posts the children to their shards in batches. So nobody
// waits for a state, the threads stay close to the smallest f even if one of them is busy elsewhere, and all access to
// tables and queues is by one thread at a time.
//
// A node may be expanded before the cheapest path to it is known, so a cheaper path always reopens it. A goal that is
// taken from a queue gives an incumbent. It is optimal once no node has a smaller f: in an open list, in an inbox, or
// on its way. The floors of the shards cover all of these (see shard.hpp), and the owner of the search reads them while
// it holds all inboxes, so that no state moves. Which plan of optimal cost is found, and how many nodes are expanded,
// depends on timing; cost, status and bound do not.
//
// A space of states computes the bound of a child from that of its parent, which is much faster than from scratch, but
// of no use for states that are known. So it asks a filter first (see seen_filter.hpp).
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "search/path.hpp"
#include "search/report.hpp"
#include "search/result.hpp"
#include "search/seen_filter.hpp"
#include "search/shard.hpp"
#include "search/tuning.hpp"
#include "support/share.hpp"

namespace budge::search {

// Subtracts the cost of an edge from a bound; at least zero.
inline CostPair minus_edge(CostPair h, CostPair edge) {
  if (h.first < edge.first || h.second < edge.second) return {};
  return {h.first - edge.first, h.second - edge.second};
}
inline std::int64_t minus_edge(std::int64_t h, std::int64_t edge) { return std::max<std::int64_t>(h - edge, 0); }

template <Space S>
class ParallelAStar {
 public:
  using State = typename S::State;
  using Op = typename S::Op;
  using Cost = CostOf<S>;
  using Store = StoreOf<S>;

  // `space` is that of the calling thread.
  ParallelAStar(Ref<S> space, int threads, Control& control)
      : space_(space), threads_(threads), control_(control), seen_(control) {
    const std::size_t count = std::bit_ceil(static_cast<std::size_t>(tuning.shards_per_thread) * threads);
    for (std::size_t i = 0; i < count; ++i) shards_.push_back(std::make_unique<Shard<S>>(space, control));
  }

  // Takes over the states of a search on one thread. A space of states has numbers for links.
  void take_over(Store& store) {
    if constexpr (NodeSpace<S>) {
      store.each([&](const auto& slot) {
        const State state = slot.state;
        insert(state, state.hash(), slot.g(), slot.link, slot.closed(), [&] { return value_of(space_, state); });
      });
    } else {
      std::vector<std::uint32_t> numbers, sizes(shards_.size());
      for (std::uint32_t id = 0; id < store.size(); ++id) {
        const State& state = store.state(id);
        const std::size_t owner = owner_of(state, space_.hash(state));
        numbers.push_back(number(sizes[owner]++, owner));
      }
      for (std::uint32_t id = 0; id < store.size(); ++id) {
        auto& slot = store[id];
        const auto link = slot.link == Store::root ? Store::root : numbers[slot.link];
        auto* copy =
            insert(slot.state(), space_.hash(slot.state()), slot.g(), link, slot.closed(), [&] { return slot.h(); });
        if (slot.has_lazy_h()) copy->note_lazy_h();
      }
    }
    for (const auto& shard : shards_) shard->leave();
  }

  // `with_space(control, body)` calls body(space) with a space for a further thread.
  template <class WithSpace>
  void run(Result<Op>& result, const WithSpace& with_space) {
    const auto work = [&](bool owner) {
      if (owner) return lead(result);
      Control own(control_);
      with_space(own, [&](Ref<S> space) { help(space, own, result.trace.on); });
    };
    together(threads_, control_, work, [&] { control_.poll_clock(); });
    add_up(result.trace);
    const Cost floor = min_floor();
    if (is_answered_) return;
    if (incumbent_) result.plan = plan();
    if (floor >= best_cost()) {
      result.status = incumbent_ ? note_plan(space_, Weight(), best_cost(), control_) : Status::unsolvable;
    } else {
      if (floor < max_cost<Cost>) raise_lower_bound(space_, Weight(), floor, control_);
      if (incumbent_) {
        control_.best_cost = coded(space_, best_cost());
        result.status = Status::solved;
      }
      control_.check();
    }
  }

 private:
  using Handle = typename Store::Handle;
  using Link = typename Store::Link;
  using Messages = Vector<Message<S>>;

  static constexpr std::size_t batch = NodeSpace<S> ? 16 : 1;
  static constexpr std::size_t max_posted = std::clamp<std::size_t>(4096 / sizeof(Message<S>), 8, 64);
  static constexpr std::size_t ahead = 8;  // messages whose table entries are prefetched

  // What belongs to a thread.
  struct Worker {
    Ref<S> space;
    Control& control;
    bool tracing;
    std::vector<Messages> out;  // by shard
    Messages in;
    std::vector<std::uint32_t> depths;          // of expansions, for the trace
    std::uint64_t expanded = 0, generated = 0;  // as last reported
    std::size_t next = 0;                       // the shard to look at first
    bool in_turn = false;
    Cost floor{};  // of the shard that it holds

    Worker(ParallelAStar& search, Ref<S> space, Control& control, bool tracing)
        : space(space), control(control), tracing(tracing), in(Accounted<Message<S>>(search.control_)) {
      for (std::size_t i = 0; i < search.shards_.size(); ++i) out.emplace_back(Accounted<Message<S>>(search.control_));
    }
  };

  std::uint32_t number(std::uint64_t id, std::size_t shard) const {
    if (id >= 0xffffffff / shards_.size()) throw Stopped{Stop::memory};
    return static_cast<std::uint32_t>(id * shards_.size() + shard);
  }

  std::size_t owner_of(const State& state, std::uint64_t hash) const {
    if constexpr (HasOwnerHash<S>) hash = space_.owner_hash(state, hash);
    return (hash >> 32) & (shards_.size() - 1);
  }

  Cost best_cost() const { return best_cost_.load(std::memory_order_relaxed); }

  template <class H>
  auto* insert(const State& state, std::uint64_t hash, Cost g, const Link& link, bool closed, const H& h) {
    Shard<S>& shard = *shards_[owner_of(state, hash)];
    const auto [slot, handle, fresh] = shard.store.insert(state, hash, g, link, h, is_lost<S>);
    if constexpr (StateSpace<S>) seen_.add(hash);
    if (closed) {
      slot->close();
    } else {
      const Cost value = shard.store.h(*slot, h);
      shard.open.push(g + value, rank(space_, value), handle);
    }
    return slot;
  }

  // The smallest f of all nodes, wherever they are.
  Cost min_floor() {
    for (const auto& shard : shards_) shard->mutex.lock();
    Cost least = max_cost<Cost>;
    for (const auto& shard : shards_) least = std::min(least, shard->floor.load(std::memory_order_relaxed));
    for (const auto& shard : shards_) shard->mutex.unlock();
    return least;
  }

  // The calling thread: searches, watches the limits, and decides when the search is complete.
  void lead(Result<Op>& result) {
    Worker worker(*this, space_, control_, false);
    Trace* const trace = &result.trace;
    Cost floor{};
    for (int round = 0; !is_done(); ++round) {
      const bool worked = work_on_best_shard(worker, trace);
      if (!worked || round % 16 == 0) {
        floor = min_floor();
        if (floor >= best_cost()) break;
        raise_lower_bound(space_, Weight(), floor, control_);
      }
      add_up(result.trace);
      if constexpr (HasPortfolio<S>) {
        if (auto answer = space_.poll_portfolio(floor)) {
          result.status = answer->status;
          result.plan = std::move(answer->plan);
          is_answered_ = true;
          break;
        }
      }
      if (!worked) wait();
      if (!worked || control_.due()) control_.poll();
    }
    done_.store(true);
  }

  void help(Ref<S> space, Control& own, bool tracing) {
    Worker worker(*this, space, own, tracing);
    for (; !is_done(); own.check()) {
      if (!work_on_best_shard(worker, nullptr)) wait();
      report(worker);
    }
  }

  // Passes on the counts of a further thread. It obeys the limit on nodes, too, if the calling thread has to wait for a
  // processor.
  void report(Worker& worker) {
    const std::lock_guard lock(mutex_);
    expanded_ += worker.control.expanded - std::exchange(worker.expanded, worker.control.expanded);
    generated_ += worker.control.generated - std::exchange(worker.generated, worker.control.generated);
    depths_.insert(depths_.end(), worker.depths.begin(), worker.depths.end());
    worker.depths.clear();
    if (counted_ + generated_ >= control_.limits().nodes) worker.control.stop(Stop::nodes);
  }

  bool is_done() const { return done_.load(std::memory_order_relaxed); }
  static void wait() { std::this_thread::sleep_for(std::chrono::microseconds(50)); }

  // Adds the counts of the other threads to those of the calling thread.
  void add_up(Trace& trace) {
    const std::lock_guard lock(mutex_);
    control_.expanded += std::exchange(expanded_, 0);
    control_.generated += std::exchange(generated_, 0);
    counted_ = control_.generated;
    for (const std::uint32_t depth : depths_) trace.expansion(depth);
    depths_.clear();
  }

  struct Priority {
    Cost cost = max_cost<Cost>;
    std::size_t rank = 0;
    auto operator<=>(const Priority&) const = default;
  };

  // Returns false if no free shard has work.
  bool work_on_best_shard(Worker& worker, Trace* trace) {
    Priority best{best_cost(), 0}, second = best;
    Shard<S>* chosen = nullptr;
    worker.next = (worker.next + 1) & (shards_.size() - 1);
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      Shard<S>& shard = *shards_[(worker.next + i) & (shards_.size() - 1)];
      if (shard.held.load(std::memory_order_relaxed)) continue;
      const Priority priority{shard.floor.load(std::memory_order_relaxed), shard.rank.load(std::memory_order_relaxed)};
      if (priority < best) {
        second = std::exchange(best, priority);
        chosen = &shard;
      } else {
        second = std::min(second, priority);
      }
    }
    if (!chosen || chosen->held.exchange(true, std::memory_order_acquire)) return chosen != nullptr;
    worker.floor = chosen->floor.load(std::memory_order_relaxed);
    receive(worker, *chosen);
    expand_shard(worker, *chosen, second, trace);
    for (std::size_t i = 0; i < worker.out.size(); ++i) post(worker, i);
    chosen->leave();
    return true;
  }

  void receive(Worker& worker, Shard<S>& shard) {
    shard.collect(worker.in);
    const Messages& in = worker.in;
    for (std::size_t i = 0; i < std::min(ahead, in.size()); ++i) shard.store.prefetch(in[i].hash);
    for (std::size_t i = 0; i < in.size(); ++i) {
      if (i + ahead < in.size()) shard.store.prefetch(in[i + ahead].hash);
      if constexpr (StateSpace<S>) {
        if (i + ahead / 2 < in.size()) shard.store.prefetch_entry(in[i + ahead / 2].hash);
      }
      reach(worker, shard, in[i]);
      if (worker.control.due()) worker.control.poll();
    }
    if constexpr (StateSpace<S>) seen_.fit(shard.store.size() * shards_.size());
  }

  void reach(Worker& worker, Shard<S>& shard, const Message<S>& message) {
    const Cost g = message.g;
    const auto h = [&] {
      const Cost known = message.h;
      if constexpr (StateSpace<S>) {
        if (message.guessed) return std::max(known, worker.space.h(message.state));
      }
      return known;
    };
    const auto [slot, handle, fresh] = shard.store.insert(message.state, message.hash, g, message.link, h, is_lost<S>);
    if (!slot) return;
    if (!fresh) {
      if (slot->g() <= g) return;
      slot->reopen();
      slot->set_g(g);
      slot->link = message.link;
    } else if constexpr (StateSpace<S>) {
      seen_.add(message.hash);
    }
    const Cost value = shard.store.h(*slot, h);
    shard.open.push(g + value, rank(worker.space, value), handle);
  }

  // Until another shard has a better node.
  void expand_shard(Worker& worker, Shard<S>& shard, Priority second, Trace* trace) {
    std::array<Handle, batch> popped;
    std::uint64_t expanded = 0;
    while (expanded < tuning.shard_expansions && !shard.open.empty()) {
      const auto best = shard.open.best();
      if (best.cost >= best_cost()) return;
      if (expanded >= batch * tuning.min_shard_batches && Priority{best.cost, best.rank} > second) return;
      std::size_t count = 0;
      do {
        popped[count] = takes_turns(worker) ? shard.open.pop_in_turn() : shard.open.pop();
        if constexpr (batch > 1) shard.store.prefetch_handle(popped[count]);
        ++count;
      } while (count < batch && !shard.open.empty() && shard.open.best() == best);
      if constexpr (batch == 1) {
        if (const Handle* next = shard.open.next()) shard.store.prefetch_handle(*next);
      }
      for (std::size_t i = 0; i < count; ++i) expand_next(worker, shard, popped[i], best.rank, trace);
      expanded += count;
      if (worker.control.due()) worker.control.poll();
    }
  }

  bool takes_turns(Worker& worker) {
    if constexpr (HasDiversify<S>) return worker.space.diversify() && (worker.in_turn = !worker.in_turn);
    return false;
  }

  void expand_next(Worker& worker, Shard<S>& shard, const Handle& handle, std::size_t rank, Trace* trace) {
    auto& slot = shard.store[handle];
    if (slot.closed()) return;
    if constexpr (HasLazyHeuristic<S>) {
      if (postponed(worker, shard, handle, slot)) return;
    }
    slot.close();
    const State state = shard.store.state(handle);
    const Cost g = slot.g();
    auto&& here = position(worker.space, state, static_cast<std::int64_t>(rank));
    if (worker.space.is_goal(here)) return note_goal(shard, handle, g);
    ++worker.control.expanded;
    if (trace) trace->expansion(static_cast<std::size_t>(first_part(g)));
    if (worker.tracing) worker.depths.push_back(static_cast<std::uint32_t>(first_part(g)));
    if constexpr (NodeSpace<S>) {
      [[maybe_unused]] const Link link = slot.link;
      const BackOf<S>* back = nullptr;
      if constexpr (Reversible<S>) back = g == 0 ? nullptr : &link;
      expand(worker.space, here, back, pointless,
             [&](const State& child, std::uint64_t hash, Cost edge, BackOf<S> way_back, auto&& h) {
               ++worker.control.generated;
               send(worker, child, hash, g + edge, h(), Store::link(state, way_back), false);
             });
    } else {
      const std::size_t place = owner_of(state, space_.hash(state));
      worker.space.expand(state, Sink{*this, worker, shard, number(handle, place), g, slot.h()});
    }
  }

  // As in A* on one thread.
  template <class Slot>
  bool postponed(Worker& worker, Shard<S>& shard, const Handle& handle, Slot& slot) {
    if (slot.has_lazy_h()) return false;
    slot.note_lazy_h();
    const Cost value = worker.space.lazy_h(slot.state());
    if (is_lost<S>(value)) {
      slot.close();
      return true;
    }
    if (value <= slot.h()) return false;
    slot.set_h(value);
    shard.open.push(slot.g() + value, rank(worker.space, value), handle);
    return true;
  }

  // Receives the children of a state from a space of states.
  struct Sink {
    ParallelAStar& search;
    Worker& worker;
    Shard<S>& shard;
    std::uint32_t expanding;
    Cost g, h;

    void prefetch(std::uint64_t hash) const { search.seen_.prefetch(hash); }
    void prefetch_entry(std::uint64_t) const {}
    void prefetch_other(std::uint64_t hash) const { shard.store.prefetch(hash); }
    void prefetch_other_entry(std::uint64_t hash) const { shard.store.prefetch_entry(hash); }

    template <class H>
    void operator()(const State& child, std::uint64_t hash, Cost edge, Nothing, H&& of_child) const {
      ++worker.control.generated;
      const Cost inherited = minus_edge(h, edge);
      const bool guessed = search.seen_.has(hash);
      const Cost value = guessed ? inherited : of_child();
      if (!guessed && is_lost<S>(value)) return;
      search.send(worker, child, hash, g + edge, std::max(value, inherited), expanding, guessed);
    }

    bool dominated(const State& other, std::uint64_t hash, Cost between) const {
      auto* slot = shard.store.find(other, hash);
      if (!slot) return false;
      if (g + between <= slot->g()) slot->close();
      return slot->g() + between <= g;
    }
  };

  void send(Worker& worker, const State& state, std::uint64_t hash, Cost g, Cost h, const Link& link, bool guessed) {
    using Part = typename Message<S>::Cost;
    const std::size_t owner = owner_of(state, hash);
    Messages& out = worker.out[owner];
    out.push_back({state, hash, static_cast<Part>(g), static_cast<Part>(h), link, guessed});
    if (out.size() >= max_posted) post(worker, owner);
  }

  // A path through a generated node costs at least the f of its parent, so the floor of the shard that generated the
  // messages is a bound for all of them.
  void post(Worker& worker, std::size_t owner) {
    Messages& out = worker.out[owner];
    if (out.empty()) return;
    Priority least;
    for (const auto& message : out) {
      const Cost h = message.h;
      least = std::min(least, {Cost(message.g) + h, rank(worker.space, h)});
    }
    shards_[owner]->post(out, std::max(least.cost, worker.floor), least.rank);
    out.clear();
  }

  void note_goal(Shard<S>& shard, const Handle& handle, Cost g) {
    const std::lock_guard lock(mutex_);
    if (g >= best_cost()) return;
    best_cost_.store(g, std::memory_order_relaxed);
    incumbent_ = shard.store.state(handle);
  }

  // The plan to the incumbent. Only when all threads have ended.
  std::vector<Op> plan() {
    Stores stores{*this};
    return path_to<S>(space_, stores, *incumbent_);
  }

  // The stores of all shards as one, for path.hpp.
  struct Stores {
    ParallelAStar& search;

    auto& operator[](const State& state) {
      const std::uint64_t hash = hash_of(search.space_, state);
      return *search.shards_[search.owner_of(state, hash)]->store.find(state, hash);
    }
    std::vector<State> states_to(const State& end) {
      std::vector<State> path{end};
      for (std::uint32_t id = (*this)[end].link; id != Store::root;) {
        auto& slot = search.shards_[id % search.shards_.size()]->store[id / search.shards_.size()];
        path.push_back(slot.state());
        id = slot.link;
      }
      std::ranges::reverse(path);
      return path;
    }
  };

  Ref<S> space_;
  const int threads_;
  Control& control_;
  std::vector<std::unique_ptr<Shard<S>>> shards_;
  SeenFilter seen_;  // for spaces of states
  std::atomic<bool> done_{false};
  bool is_answered_ = false;  // by the portfolio

  std::mutex mutex_;  // of what follows
  std::atomic<Cost> best_cost_{max_cost<Cost>};
  std::optional<State> incumbent_;
  std::uint64_t expanded_ = 0, generated_ = 0;  // by the other threads, not added up yet
  std::uint64_t counted_ = 0;                   // generated by all threads when last added up
  std::vector<std::uint32_t> depths_;
};

}  // namespace budge::search
