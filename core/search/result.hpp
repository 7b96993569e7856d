// What a native search returns, and the record of how it went.
#pragma once

#include <cstdint>
#include <vector>

#include "support/control.hpp"

namespace budge::search {

enum class Status : std::uint8_t { optimal, solved, unsolvable, stopped };

struct Iteration {
  std::int64_t bound;
  std::uint64_t expanded;
  std::uint64_t generated;
  double seconds;
};

// Expansions per depth and the depth of each expansion, for the plots. Only filled in when asked for: it costs time.
class Trace {
 public:
  bool on = false;
  std::vector<std::uint64_t> by_depth;
  std::vector<std::uint32_t> depths;  // every stride-th expansion
  std::uint64_t stride = 1;
  std::vector<Iteration> iterations;  // kept in any case: there are few

  void expansion(std::size_t depth) {
    if (!on) return;
    if (depth >= by_depth.size()) by_depth.resize(depth + 1);
    ++by_depth[depth];
    if (seen_++ % stride != 0) return;
    depths.push_back(static_cast<std::uint32_t>(depth));
    if (depths.size() < longest) return;
    for (std::size_t i = 0; 2 * i < depths.size(); ++i) depths[i] = depths[2 * i];
    depths.resize(depths.size() / 2);
    stride *= 2;
  }

 private:
  static constexpr std::size_t longest = 1u << 18;
  std::uint64_t seen_ = 0;
};

// `plan` holds the moves in the coding of the space that was searched. The lower bound and the counts are in Control.
template <class Op>
struct Result {
  Status status = Status::stopped;
  Stop stop = Stop::none;
  std::vector<Op> plan;
  Trace trace;
};

// Runs the body of a search or an exploration and turns its early end, if any, into a result that keeps what was found.
template <class Found, class Body>
void guarded(Found& result, Body&& body) {
  try {
    body();
  } catch (const Stopped& stopped) {
    result.stop = stopped.reason;
  } catch (const std::bad_alloc&) {
    result.stop = Stop::memory;
  }
}

// The result of a search, which `search(result)` fills in.
template <class Op, class Search>
Result<Op> result_of(bool trace, Search&& search) {
  Result<Op> result;
  result.trace.on = trace;
  guarded(result, [&] { search(result); });
  return result;
}

}  // namespace budge::search
