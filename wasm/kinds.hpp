// The kinds of puzzles as the page calls them: one interface, and a table of names.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "search/request.hpp"
#include "support/control.hpp"
#include "wasm/reader.hpp"

namespace budge::wasm {

struct SearchParams {
  std::string metric, engine, heuristic;
  bool improving;  // whether an engine that can improve its plan does so until a limit is reached
  search::Weight weight;
  bool trace;

  search::Request request() const { return {search::Algorithm(engine), weight, 1, trace}; }
};

// The positions that a puzzle can reach. A position is a list as the searches of its kind have it.
struct Explored {
  std::vector<std::uint64_t> by_depth;
  std::vector<std::vector<int>> hardest;
  Stop stop;
};

// A puzzle. Functions throw std::invalid_argument for names and values that the kind does not have.
class Kind {
 public:
  virtual ~Kind() = default;
  virtual search::Solution solve(const SearchParams& params, Control& control) const = 0;
  virtual int evaluate(std::string_view heuristic, std::string_view metric) const = 0;  // -1: unsolvable
  virtual Explored explore(std::string_view metric, bool from_goals, Control& control) const = 0;
  virtual std::uint64_t count_goal_states() const;
};

// The puzzle that `in` describes, of the kind with this name.
std::unique_ptr<Kind> read_puzzle(std::string_view kind, Reader& in);

}  // namespace budge::wasm
