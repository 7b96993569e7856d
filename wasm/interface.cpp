// The core for the browser. The page calls a function by name with numbers (see reader.hpp) and gets JSON;
// static/core/instance.js is the other side. During a search, `report` receives the progress as JSON and returns
// whether to continue.
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "blocks/solve.hpp"
#include "patterns/build.hpp"
#include "robots/solve.hpp"
#include "search/names.hpp"
#include "search/tuning.hpp"
#include "sokoban/explain.hpp"
#include "wasm/json.hpp"
#include "wasm/kinds.hpp"
#include "wasm/puzzles.hpp"
#include "wasm/reader.hpp"

extern "C" __attribute__((import_module("budge"), import_name("report"))) int budge_report(const char* text,
                                                                                           std::size_t length);

namespace budge::wasm {

namespace {

constexpr std::size_t max_depths = 1000;  // of a trace during the search, enough for display

std::string json(const Trace& trace) {
  const auto iteration = [](const Iteration& each) {
    return json_object({{"bound", wasm::json(each.bound)},
                        {"expanded", wasm::json(each.expanded)},
                        {"generated", wasm::json(each.generated)},
                        {"seconds", wasm::json(each.seconds)}});
  };
  const auto place = [](const PlannedPlace& each) {
    return json_object({{"to", wasm::json(each.to)}, {"from", wasm::json(each.from)}});
  };
  const auto macro_move = [](const MacroMove& each) {
    return json_object({{"from", wasm::json(each.from)},
                        {"to", wasm::json(each.to)},
                        {"player", wasm::json(each.player)},
                        {"advisor", wasm::json(each.advisor)},
                        {"stage", wasm::json(each.stage)}});
  };
  const auto expansion = [](const Expansion& each) {
    return json_object({{"state", wasm::json(each.state)},
                        {"g", wasm::json(each.g)},
                        {"h", wasm::json(each.h)},
                        {"generated", wasm::json(each.generated)},
                        {"backwards", wasm::json(each.backwards)}});
  };
  return json_object({{"expansions_by_depth", wasm::json(trace.by_depth)},
                      {"backward_by_depth", wasm::json(trace.backward_by_depth)},
                      {"depths", wasm::json(trace.depths)},
                      {"backward_depths", wasm::json(trace.backward_depths)},
                      {"stride", wasm::json(trace.stride)},
                      {"expansions", json_list(trace.expansions, expansion)},
                      {"iterations", json_list(trace.iterations, iteration)},
                      {"packing", json_list(trace.packing, place)},
                      {"macro_moves", json_list(trace.macro_moves, macro_move)}});
}

std::string stopped_by(Stop stop) { return stop == Stop::none ? "null" : wasm::json(search::name(stop)); }

bool report(const Control& control) {
  const std::string text = json_object({{"lower_bound", wasm::json(control.lower_bound)},
                                        {"best", wasm::json(control.best_cost)},
                                        {"expanded", wasm::json(control.expanded)},
                                        {"generated", wasm::json(control.generated)},
                                        {"bytes", wasm::json(control.bytes())},
                                        {"seconds", wasm::json(control.seconds())},
                                        {"stage", wasm::json(control.stage.name)},
                                        {"done", wasm::json(control.stage.done)},
                                        {"of", wasm::json(control.stage.of)},
                                        {"trace", control.trace ? json(control.trace->thinned(max_depths)) : "null"}});
  return budge_report(text.data(), text.size()) != 0;
}

// Seconds, nodes and bytes; 0 for no limit.
Limits read_limits(Reader& in) {
  Limits limits;
  if (const double seconds = in.number()) limits.seconds = seconds;
  if (const auto nodes = in.integer<std::uint64_t>()) limits.nodes = nodes;
  if (const auto memory = in.integer<std::uint64_t>()) limits.memory = memory;
  return limits;
}

std::string solve(Reader& in) {
  const std::string kind = in.text();
  Control control(read_limits(in));
  control.tick = report;
  SearchParams params;
  params.metric = in.text();
  params.engine = in.text();
  params.heuristic = in.text();
  params.improving = in.flag();
  params.weight.p = in.integer<std::int64_t>();
  params.weight.q = in.integer<std::int64_t>();
  params.trace = in.flag();
  control.max_expansions = in.integer<std::size_t>();
  const auto puzzle = read_puzzle(kind, in);
  in.end();
  search::Solution found;
  search::guarded(found, [&] { found = puzzle->solve(params, control); });
  const bool planned = found.status == search::Status::optimal || found.status == search::Status::solved;
  const double first = control.first_plan < 0 ? control.seconds() : control.first_plan;
  return json_object({{"status", wasm::json(name(found.status))},
                      {"stopped_by", stopped_by(found.stop)},
                      {"plan", wasm::json(found.plan)},
                      {"lower_bound", wasm::json(control.lower_bound)},
                      {"expanded", wasm::json(control.expanded)},
                      {"generated", wasm::json(control.generated)},
                      {"peak_bytes", wasm::json(control.peak_bytes())},
                      {"first_plan_seconds", planned ? wasm::json(first) : "null"},
                      {"trace", params.trace ? json(found.trace) : "null"}});
}

std::string explore(Reader& in) {
  const std::string kind = in.text();
  Control control(read_limits(in));
  control.tick = report;
  const std::string metric = in.text();
  const bool from_goals = in.flag();
  const auto puzzle = read_puzzle(kind, in);
  in.end();
  const Explored found = puzzle->explore(metric, from_goals, control);
  return json_object({{"by_depth", wasm::json(found.by_depth)},
                      {"hardest", wasm::json(found.hardest)},
                      {"stopped_by", stopped_by(found.stop)}});
}

std::string evaluate(Reader& in) {
  const std::string kind = in.text(), heuristic = in.text(), metric = in.text();
  const auto puzzle = read_puzzle(kind, in);
  in.end();
  return json_object({{"value", wasm::json(puzzle->evaluate(heuristic, metric))}});
}

std::string count_goal_states(Reader& in) {
  const std::string kind = in.text();
  const auto puzzle = read_puzzle(kind, in);
  in.end();
  return json_object(
      {{"count", wasm::json(puzzle->count_goal_states())}, {"max", wasm::json(search::tuning.max_goal_states)}});
}

std::string explain_sokoban(Reader& in) {
  const sokoban::Puzzle puzzle = read_sokoban(in);
  in.end();
  const sokoban::Explanation found = explain(puzzle);
  return json_object({{"dead", wasm::json(found.dead_squares)},
                      {"frozen", wasm::json(found.frozen)},
                      {"corrals", wasm::json(found.corrals)},
                      {"culprits", wasm::json(found.culprits)},
                      {"reason", wasm::json(found.reason)}});
}

// Builds a pattern database. Its bytes stay valid until the next call of this function.
std::string build_pattern(Reader& in) {
  static std::vector<std::uint8_t> built;
  Control control(read_limits(in));
  control.tick = report;
  const patterns::Pattern pattern = read_pattern(in);
  in.end();
  built.clear();
  struct {
    Stop stop = Stop::none;
  } result;
  search::guarded(result, [&] {
    built.reserve(pattern.bytes());
    const auto write = [&](const std::uint8_t* data, std::size_t size) {
      built.insert(built.end(), data, data + size);
    };
    result.stop = build(pattern, write, 1, control).stop;
  });
  return json_object({{"stopped_by", stopped_by(result.stop)},
                      {"data", wasm::json(reinterpret_cast<std::uintptr_t>(built.data()))},
                      {"bytes", wasm::json(built.size())}});
}

constexpr std::pair<std::string_view, std::string (*)(Reader&)> functions[] = {
    {"solve", solve},
    {"explore", explore},
    {"evaluate", evaluate},
    {"count_goal_states", count_goal_states},
    {"explain", explain_sokoban},
    {"build", build_pattern},
};

std::string call(Reader in) {
  const std::string wanted = in.text();
  try {
    for (const auto& [name, function] : functions) {
      if (name == wanted) return function(in);
    }
    throw std::invalid_argument("unknown function: " + wanted);
  } catch (const std::bad_alloc&) {
    return json_object({{"problem", wasm::json("out of memory")}});
  } catch (const std::exception& error) {
    return json_object({{"problem", wasm::json(error.what())}});
  } catch (const blocks::TooManyGoalStates&) {
  } catch (const robots::TooManyGoalStates&) {
  }
  return json_object({{"problem", wasm::json("too many arrangements meet the goal to search from there")}});
}

}  // namespace

}  // namespace budge::wasm

#define EXPORT(name) extern "C" __attribute__((export_name(#name), visibility("default")))

EXPORT(budge_allocate) void* budge_allocate(std::size_t bytes) { return std::malloc(bytes); }
EXPORT(budge_free) void budge_free(void* memory) { std::free(memory); }

// The answer is valid until the next call.
EXPORT(budge_call) const char* budge_call(const double* numbers, std::size_t count) {
  static std::string answer;
  answer = budge::wasm::call(budge::wasm::Reader({numbers, count}));
  return answer.c_str();
}
