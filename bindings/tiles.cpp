#include <nanobind/ndarray.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/variant.h>

#include <algorithm>
#include <cstring>

#include "names.hpp"
#include "run.hpp"
#include "tiles/automaton.hpp"
#include "tiles/batch.hpp"
#include "tiles/guide.hpp"
#include "tiles/improve.hpp"
#include "tiles/replay.hpp"
#include "tiles/solve.hpp"
#include "tokens/explore.hpp"

namespace budge {

namespace {

using Heuristic = std::variant<std::string, const tiles::Guide*>;

// Calls body with the heuristic of that name, or with the guide, checked.
template <class Body>
auto with_heuristic(const Heuristic& heuristic, const tokens::Puzzle& puzzle, Body&& body) {
  if (const auto* name = std::get_if<std::string>(&heuristic)) return body(tiles::Heuristic(*name));
  const tiles::Guide& guide = *std::get<const tiles::Guide*>(heuristic);
  const auto blank = std::find(puzzle.goal.begin(), puzzle.goal.end(), 0) - puzzle.goal.begin();
  guide.check(puzzle.width, static_cast<int>(puzzle.goal.size()) / puzzle.width, static_cast<int>(blank));
  return body(guide);
}

template <class Number, int dimensions>
using Array = nb::ndarray<Number, nb::numpy, nb::ndim<dimensions>, nb::c_contig, nb::device::cpu>;

// Changes the arrays in place. Throws, and changes nothing, if the arguments do not fit together.
void step_batch(int width, const Array<const std::uint16_t, 1>& goal, const Array<std::uint16_t, 2>& boards,
                const Array<std::int32_t, 1>& blanks, const Array<std::int32_t, 1>& misplaced,
                const Array<const std::int64_t, 1>& actions) {
  const std::size_t count = boards.shape(0), cells = boards.shape(1);
  if (width < 1 || cells == 0 || cells % width != 0 || goal.size() != cells) {
    throw std::invalid_argument("boards, goal and width do not fit together");
  }
  if (blanks.size() != count || misplaced.size() != count || actions.size() != count) {
    throw std::invalid_argument("expected a blank, a count and an action for every board");
  }
  const auto below = [](auto limit) { return [limit](auto number) { return number >= 0 && number < limit; }; };
  if (!std::all_of(blanks.data(), blanks.data() + count, below(static_cast<std::int32_t>(cells)))) {
    throw std::invalid_argument("a blank is not on its board");
  }
  if (!std::all_of(actions.data(), actions.data() + count, below(std::int64_t{4}))) {
    throw std::invalid_argument("an action is none of 0, 1, 2, 3");
  }
  const tiles::Batch batch{width,
                           static_cast<int>(cells) / width,
                           {goal.data(), cells},
                           {boards.data(), count * cells},
                           {blanks.data(), count},
                           {misplaced.data(), count}};
  const nb::gil_scoped_release free;
  step(batch, {actions.data(), count});
}

// Whether each plan leads from its start to the goal. `starts` is a sequence of boards, one byte per cell.
std::vector<bool> replay(int width, const nb::bytes& goal, const nb::bytes& starts,
                         const nb::typed<nb::list, nb::str>& plans) {
  const auto cells = [](const nb::bytes& boards) {
    return std::span(static_cast<const std::uint8_t*>(boards.data()), boards.size());
  };
  const std::size_t size = goal.size();
  if (width < 1 || size == 0 || size % width != 0 || starts.size() != plans.size() * size) {
    throw std::invalid_argument("boards, goal, width and plans do not fit together");
  }
  tiles::Replay boards(width, cells(goal));
  std::vector<bool> found;
  found.reserve(plans.size());
  for (const nb::handle plan : plans) {
    found.push_back(boards.holds(cells(starts).subspan(found.size() * size, size), nb::cast<std::string_view>(plan)));
  }
  return found;
}

}  // namespace

void bind_tiles(nb::module_& module) {
  nb::class_<tiles::Instance>(module, "TilesPuzzle", "Two boards in reading order; the blank is 0.")
      .def(
          "__init__",
          [](tiles::Instance* self, int width, int height, std::vector<int> start, std::vector<int> goal) {
            new (self) tiles::Instance{width, height, std::move(start), std::move(goal)};
          },
          nb::arg("width"), nb::arg("height"), nb::arg("start"), nb::arg("goal"));

  module.def(
      "solve_tiles",
      [](const tiles::Instance& instance, const std::string& order, const std::string& algorithm,
         const Heuristic& heuristic, Fraction weight, const Run& run, int fsm) {
        const tokens::Puzzle puzzle = tiles::board(instance, order.c_str());
        const search::Request request = request_for(algorithm, weight, run);
        return with_heuristic(heuristic, puzzle, [&](const auto& chosen) {
          return answer(run, [&](Control& control) { return solve(puzzle, chosen, request, fsm, control); });
        });
      },
      nb::arg("puzzle"), nb::arg("order"), nb::arg("algorithm"), nb::arg("heuristic"), nb::arg("weight"),
      nb::arg("run"), nb::arg("fsm") = 0, "A plan as the cells that the blank moves to.");

  module.def(
      "evaluate_tiles",
      [](const tiles::Instance& instance, const Heuristic& heuristic) {
        const tokens::Puzzle puzzle = tiles::board(instance);
        return with_heuristic(heuristic, puzzle, [&](const auto& chosen) { return evaluate(puzzle, chosen); });
      },
      nb::arg("puzzle"), nb::arg("heuristic"));

  module.def(
      "construct_tiles",
      [](const tiles::Instance& instance, int width, bool improving, const Run& run) {
        return answer(run, [&](Control& control) { return construct_plan(instance, width, improving, control); });
      },
      nb::arg("puzzle"), nb::arg("width"), nb::arg("improving"), nb::arg("run"),
      "A plan, not necessarily optimal, as the cells that the blank moves to. `width` is the beam width, 0 for the "
      "default.");

  module.def("step_tiles", &step_batch, nb::arg("width"), nb::arg("goal"), nb::arg("boards").noconvert(),
             nb::arg("blanks").noconvert(), nb::arg("misplaced").noconvert(), nb::arg("actions"),
             "Moves the blank of every board, in place: 0 up, 1 left, 2 right, 3 down; at the border it stays.");

  module.def("replay_tiles", &replay, nb::arg("width"), nb::arg("goal"), nb::arg("starts"), nb::arg("plans"),
             "Whether each plan, letters of U, L, R and D, leads from its start to the goal.");

  module.def(
      "walk_automaton",
      [](int length) {
        const auto& table = tiles::automaton(length)->table();
        return nb::bytes(reinterpret_cast<const char*>(table.data()), table.size() * sizeof(table[0]));
      },
      nb::arg("length"),
      "The automaton that prunes duplicates: 32 bits for each state and direction, all ones for a refused move.");

  module.def(
      "store_walk_automaton",
      [](int length, const nb::bytes& table) {
        using State = tiles::Automaton::State;
        std::vector<State> states(table.size() / sizeof(State));
        std::memcpy(states.data(), table.c_str(), states.size() * sizeof(State));
        tiles::store_automaton(length, tiles::Automaton(std::move(states)));
      },
      nb::arg("length"), nb::arg("table"), "Stores the automaton of this length, so that it need not be computed.");

  module.def(
      "explore_tiles",
      [](const tiles::Instance& instance, bool from_goal, std::size_t keep, const Run& run) {
        const tokens::Adjacency grid = tokens::grid(instance.width, instance.height);
        const std::vector<int>& source = from_goal ? instance.goal : instance.start;
        return explored(run,
                        [&](Control& control) { return tokens::explore(grid, source, run.threads, keep, control); });
      },
      nb::arg("puzzle"), nb::arg("from_goal"), nb::arg("keep"), nb::arg("run"),
      "All boards that the start or the goal can reach, by distance from it.");
}

}  // namespace budge
