#include "sokoban/search/explore.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

#include "search/record_store.hpp"
#include "search/result.hpp"
#include "sokoban/rules/state.hpp"
#include "sokoban/rules/words.hpp"
#include "sokoban/search/state_graph.hpp"

namespace budge::sokoban {

namespace {

template <int Words>
class SokobanExplorer {
 public:
  using State = PackedState<Words>;

  SokobanExplorer(const Puzzle& puzzle, const Level& level, Metric metric, Exploration& result, Control& control)
      : puzzle_(puzzle),
        level_(level),
        result_(result),
        control_(control),
        graph_(level, metric),
        keys_(level.kinds() * level.box_cells(), level.floor() + 1),
        store_(keys_, control) {
    for (int cell = 0; cell < level.box_cells(); ++cell) is_dead_.push_back(level.spare() == 0 && level.is_dead(cell));
  }

  // Positions are numbered in the order in which they are found, so a layer is a range of numbers.
  void search(bool from_goals, std::size_t keep) {
    const std::optional<State> start = level_.starts_on_dead_square() ? std::nullopt : std::optional(graph_.start());
    const auto visit = [this](const State& state, int, int) {
      bool lost = false;
      state.each([&](int bit) { lost |= static_cast<bool>(is_dead_[bit % level_.box_cells()]); });
      if (!lost) add(state);
    };
    if (from_goals) {
      for (const State& end : graph_.goals()) add(end);
    } else {
      add(*start);
    }
    for (Id first = 0; first < store_.size();) {
      const Id last = static_cast<Id>(store_.size());
      const auto depth = static_cast<std::int64_t>(result_.by_depth.size());
      control_.lower_bound = depth;
      result_.by_depth.push_back(last - first);
      result_.hardest.clear();
      for (Id id = first; id < last; ++id) {
        const State state = store_.state(id);
        if (id - first < keep) result_.hardest.push_back(pieces(state));
        const bool solved = solves(level_, state);
        result_.goal_states += solved;
        if (result_.optimum < 0 && (from_goals ? state == start : solved)) result_.optimum = depth;
      }
      for (; first < last; ++first) {
        const State state = store_.state(first);
        ++control_.expanded;
        if (from_goals) {
          graph_.predecessors(state, visit);
        } else {
          graph_.successors(state, visit);
        }
        if (control_.due()) control_.poll();
      }
    }
  }

 private:
  using Store = search::RecordStore<State, Cost, Zobrist>;
  using Id = typename Store::Id;

  void add(const State& state) {
    ++control_.generated;
    const std::uint64_t key = keys_.hash(state);
    if (!store_.find(state, key)) store_.add(state, key);
  }

  // Boxes of one kind are interchangeable, so they are listed by cell; boxes outside the floor stay where they are.
  Exploration::Pieces pieces(const State& state) const {
    std::vector<std::vector<int>> left(level_.kinds());
    state.each([&](int bit) { left[bit / level_.box_cells()].push_back(level_.grid(bit % level_.box_cells())); });
    for (auto& cells : left) std::ranges::sort(cells, std::greater<>());
    Exploration::Pieces pieces{level_.grid(state.player)};
    int box = 0;
    for (const int at : puzzle_.boxes) {
      if (box == level_.boxes() || level_.grid(level_.start()[box]) != at) {
        pieces.push_back(at);
        continue;
      }
      auto& cells = left[level_.kind(box++)];
      pieces.push_back(cells.back());
      cells.pop_back();
    }
    return pieces;
  }

  const Puzzle& puzzle_;
  const Level& level_;
  Exploration& result_;
  Control& control_;
  StateGraph<Words> graph_;
  Zobrist keys_;
  Store store_;
  std::vector<char> is_dead_;  // by cell; none if there are spare boxes, which may stay there
};

}  // namespace

Exploration explore(const Puzzle& puzzle, Metric metric, bool from_goals, std::size_t keep, Control& control) {
  Exploration result;
  search::guarded(result, [&] {
    const Level level(puzzle, &control);
    if (level.unsolvable_reason() && !(from_goals && level.starts_on_dead_square())) {
      throw std::invalid_argument(*level.unsolvable_reason());
    }
    with_fewer_sizes(level, [&](auto words) {
      SokobanExplorer<words>(puzzle, level, metric, result, control).search(from_goals, keep);
    });
  });
  return result;
}

}  // namespace budge::sokoban
