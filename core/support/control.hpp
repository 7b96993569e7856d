// Limits, cancellation, progress and memory accounting: each search has one Control.
//
// A search counts its nodes here and checks `due()` regularly. When it is true, the search calls `poll()`, which reads
// the clock, calls the owner, and throws Stopped if the search has to end. Containers allocate through Accounted, so
// memory is counted where it is allocated and the limit holds to the byte. What the search has proven (lower_bound,
// best_cost) stays in the Control.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace budge {

enum class Stop : std::uint8_t { none, seconds, nodes, memory, disk, cancel };

// Thrown to end a search; caught only by its entry point.
struct Stopped {
  Stop reason;
};

struct Limits {
  double seconds = std::numeric_limits<double>::infinity();
  std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t memory = std::numeric_limits<std::uint64_t>::max();
};

class Trace;

// The current stage of a search with several stages: its name and, if known, its progress.
struct Stage {
  const char* name = nullptr;
  int done = 0, of = 0;

  // Whether a larger share of this stage is done; a stage of unknown progress counts as not started.
  bool is_beyond(const Stage& other) const { return of > 0 && (other.of == 0 || done * other.of > other.done * of); }
};

class Control {
 public:
  using Clock = std::chrono::steady_clock;

  Control() = default;
  explicit Control(Limits limits) : limits_(limits) {}
  // For a further thread of a search: counts its own nodes, and charges and stops the `outer` search, whose owner alone
  // watches the clock.
  explicit Control(Control& outer) : limits_(outer.limits_), outer_(&outer), began_(outer.began_) {}
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  // What the search has done and proven; written by the thread that owns it.
  std::uint64_t expanded = 0;
  std::uint64_t generated = 0;
  std::int64_t lower_bound = 0;
  std::int64_t best_cost = -1;  // -1: no plan yet
  double first_plan = -1;       // seconds until the first plan, if it is improved later
  Stage stage;
  const Trace* trace = nullptr;    // of the current search, if it keeps one
  std::size_t max_expansions = 0;  // that a trace records one by one

  // Called by poll() about twenty times a second, on the owner's thread; returns false to cancel.
  std::function<bool(const Control&)> tick;

  // Reports a first or a better plan.
  void note_plan(std::int64_t cost) {
    if (first_plan < 0) first_plan = seconds();
    best_cost = cost;
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - began_).count(); }
  std::uint64_t bytes() const { return all().bytes_.load(std::memory_order_relaxed); }
  std::uint64_t peak_bytes() const { return all().peak_.load(std::memory_order_relaxed); }
  const Limits& limits() const { return limits_; }

  // In the owner's loop, after counting nodes: `if (control.due()) control.poll();`.
  bool due() const { return generated >= next_poll_; }

  // Owner thread only. The next poll is due after at most `max_nodes` nodes, about a millisecond of work; after fewer
  // if nodes are slow, as on the largest boards.
  void poll(std::uint64_t max_nodes = 4096);

  // Owner thread only: checks the clock and calls the owner. For the set-up before a search, which counts no nodes.
  void poll_clock();

  // Any thread: throws Stopped if the search was stopped.
  void check() const {
    const Stop reason = all().stop_.load(std::memory_order_relaxed);
    if (reason != Stop::none) throw Stopped{reason};
  }

  // Any thread: the first reason given wins.
  void stop(Stop reason) {
    Stop none = Stop::none;
    all().stop_.compare_exchange_strong(none, reason);
  }

  void charge(std::uint64_t amount);
  void release(std::uint64_t amount) { all().bytes_.fetch_sub(amount, std::memory_order_relaxed); }

 private:
  Control& all() { return outer_ ? *outer_ : *this; }
  const Control& all() const { return outer_ ? *outer_ : *this; }

  Limits limits_;
  Control* const outer_ = nullptr;
  Clock::time_point began_ = Clock::now();
  Clock::time_point last_tick_ = began_;
  Clock::time_point last_poll_ = began_;
  static constexpr Clock::duration slow = std::chrono::milliseconds(10);  // between two polls
  std::uint64_t stride_ = 1;                                              // nodes between polls, adapted to their speed
  std::uint64_t next_poll_ = 0;
  std::atomic<Stop> stop_{Stop::none};
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<std::uint64_t> peak_{0};
};

// Charges a Control, until it is destroyed, for memory that no accounted container allocates, such as the frames of a
// recursion.
class Charge {
 public:
  Charge(Control& control, std::uint64_t bytes) : control_(control), bytes_(bytes) { control_.charge(bytes_); }
  ~Charge() { control_.release(bytes_); }
  Charge(const Charge&) = delete;
  Charge& operator=(const Charge&) = delete;

 private:
  Control& control_;
  std::uint64_t bytes_;
};

// An allocator that charges a Control for every byte.
template <class T>
struct Accounted {
  using value_type = T;

  Control* control;

  explicit Accounted(Control& owner) : control(&owner) {}
  template <class U>
  Accounted(const Accounted<U>& other) : control(other.control) {}

  T* allocate(std::size_t count) {
    const std::size_t bytes = count * sizeof(T);
    control->charge(bytes);
    try {
      void* memory = ::operator new(bytes, alignment(bytes));
#ifdef __linux__
      if (bytes >= large)
        madvise(memory, bytes, MADV_HUGEPAGE);  // a hint, so that random access causes fewer TLB misses
#endif
      return static_cast<T*>(memory);
    } catch (const std::bad_alloc&) {
      control->release(bytes);
      throw Stopped{Stop::memory};
    }
  }
  void deallocate(T* memory, std::size_t count) {
    control->release(count * sizeof(T));
    ::operator delete(memory, alignment(count * sizeof(T)));
  }
  template <class U>
  bool operator==(const Accounted<U>& other) const {
    return control == other.control;
  }

 private:
  static constexpr std::size_t large = 4 << 20, huge_page = 2 << 20;

  static std::align_val_t alignment(std::size_t bytes) {
    return std::align_val_t(bytes >= large ? huge_page : alignof(T));
  }
};

template <class T>
using Vector = std::vector<T, Accounted<T>>;

}  // namespace budge
