// What a native search returns.
#pragma once

#include <cstdint>
#include <new>
#include <stdexcept>
#include <vector>

#include "support/control.hpp"
#include "support/trace.hpp"

namespace budge::search {

enum class Status : std::uint8_t { optimal, solved, unsolvable, stopped };

// `plan` holds moves in the encoding of the space. Bounds and counts are in Control.
template <class Op>
struct Result {
  Status status = Status::stopped;
  Stop stop = Stop::none;
  std::vector<Op> plan;
  Trace trace;
};

// Runs the body of a search or an exploration. If a limit ends it early, `result` keeps what was found.
template <class Found, class Body>
void guarded(Found& result, Body&& body) {
  try {
    body();
  } catch (const Stopped& stopped) {
    result.stop = stopped.reason;
  } catch (const std::bad_alloc&) {
    result.stop = Stop::memory;
  } catch (const std::length_error&) {  // of a container beyond the address space of 32 bits
    result.stop = Stop::memory;
  }
}

// The result of a search, filled in by `search(result)`. The owner may read the trace, if any, during the search.
template <class Op, class Search>
Result<Op> result_of(bool trace, Control& control, Search&& search) {
  Result<Op> result;
  result.trace.on = trace;
  result.trace.max_expansions = control.max_expansions;
  if (trace) control.trace = &result.trace;
  guarded(result, [&] { search(result); });
  if (trace) control.trace = nullptr;
  return result;
}

}  // namespace budge::search
