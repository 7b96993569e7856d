#include "wasm/kinds.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "blocks/explore.hpp"
#include "blocks/solve.hpp"
#include "patterns/lookup.hpp"
#include "robots/explore.hpp"
#include "robots/heuristics.hpp"
#include "robots/solve.hpp"
#include "sokoban/bounds/heuristics.hpp"
#include "sokoban/portfolio/solve_any.hpp"
#include "sokoban/search/explore.hpp"
#include "sokoban/solve.hpp"
#include "tiles/guide.hpp"
#include "tiles/improve.hpp"
#include "tiles/solve.hpp"
#include "tokens/explore.hpp"
#include "tokens/solve.hpp"
#include "wasm/puzzles.hpp"

namespace budge::wasm {

namespace {

constexpr std::size_t keep = 1;  // of the hardest positions

template <class Exploration>
Explored explored(Exploration&& found) {
  return {std::move(found.by_depth), std::move(found.hardest), found.stop};
}

class TilesKind : public Kind {
 public:
  explicit TilesKind(Reader& in)
      : instance_(read_tiles(in)), order_(in.text()), fsm_(in.integer()), guide_(read_guide(in)) {
    if (guide_.sums.empty()) return;
    const auto blank = std::find(instance_.goal.begin(), instance_.goal.end(), 0) - instance_.goal.begin();
    guide_.check(instance_.width, instance_.height, static_cast<int>(blank));
  }

  search::Solution solve(const SearchParams& params, Control& control) const override {
    if (params.engine == "construct") return construct_plan(instance_, 0, params.improving, control);
    const tokens::Puzzle board = tiles::board(instance_, order_.c_str());
    if (!guide_.sums.empty()) return tiles::solve(board, guide_, params.request(), fsm_, control);
    return tiles::solve(board, named(params.heuristic), params.request(), fsm_, control);
  }
  int evaluate(std::string_view heuristic, std::string_view) const override {
    const tokens::Puzzle board = tiles::board(instance_);
    return guide_.sums.empty() ? tiles::evaluate(board, named(heuristic)) : tiles::evaluate(board, guide_);
  }
  Explored explore(std::string_view, bool from_goals, Control& control) const override {
    const tokens::Adjacency grid = tokens::grid(instance_.width, instance_.height);
    return explored(tokens::explore(grid, from_goals ? instance_.goal : instance_.start, 1, keep, control));
  }

 private:
  tiles::Heuristic named(std::string_view name) const {
    const tiles::Heuristic heuristic(name);
    const std::string reason = heuristic.refuses(instance_.width, instance_.height);
    if (!reason.empty()) throw std::invalid_argument("heuristic " + std::string(name) + " " + reason);
    return heuristic;
  }

  tiles::Instance instance_;
  std::string order_;
  int fsm_;
  tiles::Guide guide_;
};

class TokensKind : public Kind {
 public:
  explicit TokensKind(Reader& in) : puzzle_(read_tokens(in)) {}

  search::Solution solve(const SearchParams& params, Control& control) const override {
    return tokens::solve(puzzle_, tokens::Heuristic(params.heuristic), params.request(), control);
  }
  int evaluate(std::string_view heuristic, std::string_view) const override {
    return tokens::evaluate(puzzle_, tokens::Heuristic(heuristic));
  }
  Explored explore(std::string_view, bool from_goals, Control& control) const override {
    return explored(tokens::explore(puzzle_.graph, from_goals ? puzzle_.goal : puzzle_.start, 1, keep, control));
  }

 private:
  tokens::Puzzle puzzle_;
};

class BlocksKind : public Kind {
 public:
  explicit BlocksKind(Reader& in) : puzzle_(read_blocks(in)) {}

  search::Solution solve(const SearchParams& params, Control& control) const override {
    return blocks::solve(puzzle_, blocks::metric(params.metric), blocks::Heuristic(params.heuristic), params.request(),
                         control);
  }
  int evaluate(std::string_view heuristic, std::string_view metric) const override {
    return blocks::evaluate(puzzle_, blocks::metric(metric), blocks::Heuristic(heuristic));
  }
  Explored explore(std::string_view metric, bool from_goals, Control& control) const override {
    return explored(blocks::explore(puzzle_, blocks::metric(metric), {from_goals, keep, 0, 1}, control));
  }
  std::uint64_t count_goal_states() const override {
    Control control;
    return blocks::count_goal_states(puzzle_, control);
  }

 private:
  blocks::Puzzle puzzle_;
};

class SokobanKind : public Kind {
 public:
  explicit SokobanKind(Reader& in) : puzzle_(read_sokoban(in)) {}

  search::Solution solve(const SearchParams& params, Control& control) const override {
    const auto metric = sokoban::metric(params.metric);
    if (params.engine == "fess") return sokoban::solve_any(puzzle_, metric, params.improving, 1, control);
    const auto heuristic = heuristic_named(sokoban::heuristics, params.heuristic);
    return sokoban::solve(puzzle_, metric, heuristic, params.request(), control);
  }
  int evaluate(std::string_view heuristic, std::string_view metric) const override {
    const auto measured = sokoban::metric(metric);
    const auto bounds = sokoban::evaluate(puzzle_, measured, heuristic_named(sokoban::heuristics, heuristic));
    return bounds ? static_cast<int>(cost(measured, *bounds).first) : -1;
  }
  Explored explore(std::string_view metric, bool from_goals, Control& control) const override {
    return explored(sokoban::explore(puzzle_, sokoban::metric(metric), from_goals, keep, control));
  }

 private:
  sokoban::Puzzle puzzle_;
};

class RobotsKind : public Kind {
 public:
  explicit RobotsKind(Reader& in) : puzzle_(read_robots(in)) {}

  search::Solution solve(const SearchParams& params, Control& control) const override {
    const auto heuristic = heuristic_named(robots::heuristics, params.heuristic);
    return robots::solve(puzzle_, heuristic, params.request(), control);
  }
  int evaluate(std::string_view heuristic, std::string_view) const override {
    return robots::evaluate(puzzle_, heuristic_named(robots::heuristics, heuristic));
  }
  Explored explore(std::string_view, bool from_goals, Control& control) const override {
    return explored(robots::explore(puzzle_, from_goals, keep, control));
  }
  std::uint64_t count_goal_states() const override { return robots::count_goal_states(puzzle_); }

 private:
  robots::Puzzle puzzle_;
};

template <class Each>
std::unique_ptr<Kind> read(Reader& in) {
  return std::make_unique<Each>(in);
}

constexpr std::pair<std::string_view, std::unique_ptr<Kind> (*)(Reader&)> kinds[] = {
    {"tiles", read<TilesKind>},     {"tokens", read<TokensKind>}, {"blocks", read<BlocksKind>},
    {"sokoban", read<SokobanKind>}, {"robots", read<RobotsKind>},
};

}  // namespace

std::uint64_t Kind::count_goal_states() const { throw std::invalid_argument("this kind has one goal"); }

std::unique_ptr<Kind> read_puzzle(std::string_view kind, Reader& in) {
  for (const auto& [name, read_kind] : kinds) {
    if (name == kind) return read_kind(in);
  }
  throw std::invalid_argument("unknown kind: " + std::string(kind));
}

}  // namespace budge::wasm
