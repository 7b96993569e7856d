// Runs a search for Python without the GIL. Regularly checks for Ctrl-C and calls the observer.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "search/crew.hpp"
#include "search/names.hpp"
#include "search/request.hpp"
#include "search/result.hpp"
#include "support/control.hpp"
#include "support/trace.hpp"

namespace budge {

namespace nb = nanobind;

// A snapshot of a running search, copied so that the observer may keep it.
struct Now {
  std::uint64_t expanded, generated;
  std::int64_t lower_bound, best_cost;  // -1: no plan yet
  std::uint64_t bytes;
  double seconds;
  Stage stage;
  std::optional<Trace> trace;
};

inline Now now(const Control& control) {
  constexpr std::size_t max_depths = 1000;
  return {
      control.expanded,    control.generated,
      control.lower_bound, control.best_cost,
      control.bytes(),     control.seconds(),
      control.stage,       control.trace == nullptr ? std::nullopt : std::optional(control.trace->thinned(max_depths))};
}

// A Python function from Now to bool: whether to continue. Or None.
using Tick = nb::object;

// The limits and the settings of a search. One object serves one search.
struct Run {
  Limits limits;
  int threads;
  bool trace;
  std::size_t max_expansions;  // that the trace records one by one
  Tick tick;
  std::unique_ptr<search::Crew> crew;           // for IDA* on several machines; may be null
  std::shared_ptr<search::SubtreeBatch> batch;  // if set, the search only processes this batch
  std::optional<search::Disk> disk;             // if set, the search stores its states there
};

// The result of a search, for Python.
struct Answer {
  std::string status;
  std::optional<std::string> stopped_by;
  std::vector<int> plan;
  std::int64_t lower_bound = 0;
  std::uint64_t expanded = 0, generated = 0, peak_bytes = 0;
  std::optional<double> first_plan;  // seconds until the first plan was found
  Trace trace;
};

// Makes a Control for `run` and calls `body(control)` without the GIL. A KeyboardInterrupt ends the body early and sets
// `interrupted`. Any other exception of a signal handler or of the observer is rethrown here.
template <class Body>
auto conduct(const Run& run, bool& interrupted, Body&& body) {
  Control control(run.limits);
  control.max_expansions = run.max_expansions;
  std::optional<nb::python_error> raised;
  control.tick = [&](const Control& running) {
    const nb::gil_scoped_acquire gil;
    try {
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      if (run.tick.is_none()) return true;
      return nb::cast<bool>(run.tick(now(running)));
    } catch (nb::python_error& error) {
      raised.emplace(std::move(error));
      return false;
    }
  };
  auto result = [&] {
    const nb::gil_scoped_release free;
    return body(control);
  }();
  interrupted = false;
  if (raised) {
    if (!raised->matches(PyExc_KeyboardInterrupt)) throw std::move(*raised);
    interrupted = true;
  }
  return result;
}

// Use this if an interrupted body has no result: KeyboardInterrupt is rethrown, too.
template <class Body>
auto conduct(const Run& run, Body&& body) {
  bool interrupted = false;
  auto result = conduct(run, interrupted, std::forward<Body>(body));
  if (!interrupted) return result;
  PyErr_SetNone(PyExc_KeyboardInterrupt);
  throw nb::python_error();
}

inline std::optional<std::string> why_stopped(bool interrupted, Stop stop) {
  if (interrupted) return "interrupt";
  return stop == Stop::none ? std::nullopt : std::optional<std::string>(search::name(stop));
}

// Runs a search that returns a Result.
template <class Search>
Answer answer(const Run& run, Search&& search) {
  bool interrupted = false;
  Answer answer;
  auto result = conduct(run, interrupted, [&](Control& control) {
    decltype(search(control)) found;
    search::guarded(found, [&] { found = search(control); });
    answer.lower_bound = control.lower_bound;
    answer.expanded = control.expanded;
    answer.generated = control.generated;
    answer.peak_bytes = control.peak_bytes();
    const bool planned = found.status == search::Status::optimal || found.status == search::Status::solved;
    if (planned) answer.first_plan = control.first_plan < 0 ? control.seconds() : control.first_plan;
    return found;
  });
  answer.status = name(result.status);
  answer.stopped_by = why_stopped(interrupted, result.stop);
  answer.plan = std::move(result.plan);
  answer.trace = std::move(result.trace);
  return answer;
}

// The result of an exploration, for Python.
template <class Found>
struct Explored {
  Found found;
  std::optional<std::string> stopped_by;
  std::uint64_t peak_bytes = 0;
};

// Runs an exploration.
template <class Explore>
auto explored(const Run& run, Explore&& explore) {
  Explored<std::invoke_result_t<Explore, Control&>> result;
  bool interrupted = false;
  result.found = conduct(run, interrupted, [&](Control& control) {
    auto found = explore(control);
    result.peak_bytes = control.peak_bytes();
    return found;
  });
  result.stopped_by = why_stopped(interrupted, result.found.stop);
  return result;
}

template <class Found>
nb::class_<Explored<Found>> bind_explored(nb::module_& module, const char* name) {
  using Result = Explored<Found>;
  return nb::class_<Result>(module, name, "The result of an exploration.")
      .def_prop_ro("by_depth", [](const Result& result) { return result.found.by_depth; })
      .def_prop_ro("hardest", [](const Result& result) { return result.found.hardest; })
      .def_ro("stopped_by", &Result::stopped_by)
      .def_ro("peak_bytes", &Result::peak_bytes);
}

void bind_custom(nb::module_& module);
void bind_crew(nb::module_& module);
void bind_heuristics(nb::module_& module);
void bind_tokens(nb::module_& module);
void bind_tiles(nb::module_& module);
void bind_patterns(nb::module_& module);
void bind_blocks(nb::module_& module);
void bind_proofs(nb::module_& module);
void bind_sokoban(nb::module_& module);
void bind_robots(nb::module_& module);

}  // namespace budge
