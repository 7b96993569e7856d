// A subset of CUDA on one processor that runs whole kernels on tiny boards. Every thread of a block is a fiber; blocks
// run one after another. A warp runs until it waits for the whole block, and its lanes switch when they wait for each
// other. Shared memory is static because only one block runs at a time.
#pragma once

#include <ucontext.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return {x, y, z, w}; }
struct alignas(8) uint2 {
  unsigned x, y;
};
inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }

namespace budge::shim {

struct Index {
  unsigned x = 0, y = 0;
};
inline Index thread, block, threads, blocks;
inline uint4* shared = nullptr;

struct Barrier {
  unsigned waiting = 0, opened = 0;
};

class Block {
 public:
  static constexpr std::size_t stack_bytes = 64 << 10;
  static inline Block* running = nullptr;

  template <class Body>
  Block(unsigned count, Body&& body) : fibers_(count), warps_((count + 31) / 32), left_(count) {
    running = this;
    body_ = [](void* given) { (*static_cast<std::remove_reference_t<Body>*>(given))(); };
    given_ = const_cast<void*>(static_cast<const void*>(&body));
    for (auto& fiber : fibers_) {
      getcontext(&fiber.context);
      fiber.context.uc_stack.ss_sp = stack(&fiber - fibers_.data());
      fiber.context.uc_stack.ss_size = stack_bytes;
      fiber.context.uc_link = nullptr;
      makecontext(&fiber.context, [] { running->begin(); }, 0);
    }
    thread.x = 0;
    swapcontext(&outside_, &fibers_[0].context);
    running = nullptr;
  }

  void wait_for_warp() {
    const unsigned warp = thread.x / 32;
    wait(warps_[warp].barrier, lanes_left(warp), warp * 32, std::min<unsigned>(warp * 32 + 32, fibers_.size()));
  }
  void wait_for_block() { wait(barrier_, left_, 0, fibers_.size()); }

  // The values of all lanes of this warp.
  const unsigned long long* exchange(unsigned long long value) {
    auto& warp = warps_[thread.x / 32];
    warp.sent[thread.x % 32] = value;
    wait_for_warp();
    std::copy(warp.sent, warp.sent + 32, fibers_[thread.x].received);
    wait_for_warp();
    return fibers_[thread.x].received;
  }

 private:
  struct Fiber {
    ucontext_t context;
    unsigned long long received[32];
    bool done = false;
  };
  struct Warp {
    Barrier barrier;
    unsigned long long sent[32] = {};
  };

  static char* stack(std::size_t number) {  // reused by later blocks
    static std::vector<std::unique_ptr<char[]>> stacks;
    while (stacks.size() <= number) stacks.push_back(std::make_unique_for_overwrite<char[]>(stack_bytes));
    return stacks[number].get();
  }

  void begin() {
    body_(given_);
    fibers_[thread.x].done = true;
    if (--left_ == 0) setcontext(&outside_);
    resume_next(0, fibers_.size());
    std::abort();  // no fiber resumes one that is done
  }

  unsigned lanes_left(unsigned warp) const {
    unsigned count = 0;
    for (unsigned at = warp * 32; at < std::min<unsigned>(warp * 32 + 32, fibers_.size()); ++at)
      count += !fibers_[at].done;
    return count;
  }

  void wait(Barrier& barrier, unsigned all, unsigned first, unsigned end) {
    const unsigned mine = barrier.opened;
    if (++barrier.waiting == all) {
      barrier.waiting = 0;
      ++barrier.opened;
      return;
    }
    while (barrier.opened == mine) resume_next(first, end);
  }

  void resume_next(unsigned first, unsigned end) {  // the next fiber in this range that is not done
    const unsigned from = thread.x;
    unsigned to = from;
    do {
      to = to + 1 < end && to + 1 > first ? to + 1 : first;
    } while (fibers_[to].done && to != from);
    assert(!fibers_[to].done);
    thread.x = to;
    if (to != from) swapcontext(&fibers_[from].context, &fibers_[to].context);
    thread.x = from;
  }

  std::vector<Fiber> fibers_;
  std::vector<Warp> warps_;
  Barrier barrier_;
  unsigned left_;
  void (*body_)(void*);
  void* given_;
  ucontext_t outside_;
};

// Runs a kernel. As in CUDA, its arguments are passed by address.
template <class... Parameters>
void launch(void (*kernel)(Parameters...), Index grid, unsigned count, std::size_t shared_bytes, void** arguments) {
  std::vector<uint4> memory(shared_bytes / 16 + 1);
  shared = memory.data();
  blocks = grid;
  threads = {count, 1};
  for (block.y = 0; block.y < grid.y; ++block.y) {
    for (block.x = 0; block.x < grid.x; ++block.x) {
      [&]<std::size_t... at>(std::index_sequence<at...>) {
        Block(count, [&] { kernel(*static_cast<Parameters*>(arguments[at])...); });
      }(std::index_sequence_for<Parameters...>{});
    }
  }
}

}  // namespace budge::shim

#define __global__
#define __device__
#define __forceinline__ inline
#define __shared__ static
#define __launch_bounds__(...)
#define __align__(bytes) __attribute__((aligned(bytes)))
#define BUDGE_BOTH inline
#define BUDGE_UNROLL
#define BUDGE_SHARED(name) uint4* const name = budge::shim::shared
#define threadIdx budge::shim::thread
#define blockIdx budge::shim::block
#define blockDim budge::shim::threads
#define gridDim budge::shim::blocks

using std::max;
using std::min;

inline void __syncwarp() { budge::shim::Block::running->wait_for_warp(); }
inline void __syncthreads() { budge::shim::Block::running->wait_for_block(); }
inline unsigned __ballot_sync(unsigned, bool value) {
  const auto* values = budge::shim::Block::running->exchange(value);
  unsigned ballot = 0;
  for (int lane = 0; lane < 32; ++lane) ballot |= static_cast<unsigned>(values[lane] & 1) << lane;
  return ballot;
}
template <class T>
T __shfl_sync(unsigned, T value, int lane) {
  return static_cast<T>(budge::shim::Block::running->exchange(value)[lane]);
}
template <class T>
T __shfl_xor_sync(unsigned, T value, int mask) {
  const int lane = static_cast<int>(budge::shim::thread.x % 32);
  return static_cast<T>(budge::shim::Block::running->exchange(value)[lane ^ mask]);
}
template <class T>
T __ldg(const T* at) {
  return *at;
}
template <class T>
T atomicAdd(T* at, T more) {
  return std::exchange(*at, *at + more);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}
