// Puzzles and heuristics written in Python: calls their methods for the searches of the core, with the GIL held.
#include <nanobind/nanobind.h>

#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "custom/explore.hpp"
#include "custom/rules.hpp"
#include "custom/solve.hpp"
#include "names.hpp"
#include "run.hpp"

namespace budge {

namespace {

using custom::Child;
using custom::State;
using custom::Towards;

// A callback of the puzzle or the heuristic; None if it has none.
struct Callback {
  const char* name;
  nb::object function;

  Callback(nb::handle calls, const char* attribute) : name(attribute), function(calls.attr(attribute)) {}
  explicit operator bool() const { return !function.is_none(); }
};

// Numbers the states of a puzzle that Python describes. `calls` is a `budge.engines.domains.custom_calls.Calls`.
class PythonRules final : public custom::Rules {
 public:
  PythonRules(nb::handle calls, Control& control)
      : control_(control),
        failed_(calls.attr("failed")),
        moves_(calls, "moves"),
        apply_(calls, "apply"),
        neighbours_(calls, "neighbours"),
        cost_(calls, "cost"),
        is_goal_(calls, "is_goal"),
        estimate_{Callback(calls, "estimate"), Callback(calls, "estimate_from_start")},
        batch_(calls, "batch"),
        batch_size_(nb::cast<std::size_t>(calls.attr("batch_size"))),
        finite_(nb::cast<bool>(calls.attr("finite"))),
        bytes_(nb::cast<std::uint64_t>(calls.attr("bytes"))),
        min_edge_(cost_ ? 0 : 1) {
    start_ = permanent(calls.attr("start"));
    if (const nb::object goals = calls.attr("goals"); !goals.is_none()) {
      for (const nb::handle goal : nb::cast<nb::list>(goals)) {
        goals_.push_back(permanent(goal));
        slots_[goals_.back().slot].goal = Known::yes;
      }
    }
  }

  State start() override { return start_; }
  const std::vector<State>& goals() override { return goals_; }
  std::int64_t min_edge() const override { return min_edge_; }

  bool is_goal(State state) override {
    Slot& slot = slots_[state.slot];
    if (slot.goal == Known::unasked) {
      bool goal = false;
      if (is_goal_) {
        const nb::object object = slot.object;
        const nb::object answer = call(is_goal_, object, object);
        const int truth = PyObject_IsTrue(answer.ptr());
        if (truth < 0) fail(is_goal_, object);
        goal = truth != 0;
      }
      slots_[state.slot].goal = goal ? Known::yes : Known::no;
    }
    return slots_[state.slot].goal == Known::yes;
  }

  void expand(State state, Towards towards, std::vector<Child>& children) override {
    const nb::object from = slots_[state.slot].object;
    each_move(from, [&](int, const nb::object& object, nb::handle move) {
      const State child = intern(object, from);
      const bool backwards = towards == Towards::start && cost_;
      children.push_back({child, backwards ? cheapest(child, state).cost : edge_cost(from, move)});
    });
  }

  int move_between(State from, State to) override { return cheapest(from, to).move; }

  std::int64_t estimate(State state, Towards towards) override {
    const int end = towards == Towards::goal ? 0 : 1;
    if (slots_[state.slot].h[end] < 0) {
      std::int64_t value = 0;
      if (end == 0 && batch_) {
        const Child one{state, 0};
        prepare({&one, 1}, towards);
        return slots_[state.slot].h[0];
      }
      if (const Callback& guess = estimate_[end]) {
        const nb::object object = slots_[state.slot].object;
        value = estimate_of(call(guess, object, object), object, guess);
      }
      slots_[state.slot].h[end] = value;
    }
    return slots_[state.slot].h[end];
  }

  void prepare(std::span<const Child> children, Towards towards) override {
    if (!batch_ || towards != Towards::goal) return;
    nb::list states;
    std::vector<std::uint32_t> slots;
    for (const Child& child : children) {
      const Slot& slot = slots_[child.state.slot];
      if (slot.h[0] >= 0) continue;
      slots.push_back(child.state.slot);
      states.append(slot.object);
    }
    if (slots.empty()) return;
    const nb::list values = nb::cast<nb::list>(call(batch_, states, states));  // its length was checked
    for (std::size_t i = 0; i < slots.size(); ++i) {
      slots_[slots[i]].h[0] = estimate_of(values[i], slots_[slots[i]].object, batch_);
    }
  }

  std::size_t batch() const override { return batch_ ? batch_size_ : 1; }

  void sweep() override {
    for (const std::uint32_t number : young_) {
      Slot& slot = slots_[number];
      if (slot.uses > 0 || slot.holds > 0 || !slot.object.is_valid()) continue;
      const nb::object object = std::move(slot.object);
      slot = Slot();
      free_.push_back(number);
      if (PyDict_DelItem(numbers_.ptr(), object.ptr()) != 0) throw nb::python_error();
    }
    young_.clear();
  }

  void retain(State state) override {
    Slot& slot = slots_[state.slot];
    if (slot.uses == 0) control_.charge(bytes_);
    ++slot.uses;
  }
  void release(State state) override {
    Slot& slot = slots_[state.slot];
    if (--slot.uses > 0) return;
    control_.release(bytes_);
    young_.push_back(state.slot);
  }
  void hold(State state) override { ++slots_[state.slot].holds; }
  void drop(State state) override {
    if (--slots_[state.slot].holds == 0) young_.push_back(state.slot);
  }

  nb::object object(State state) const { return slots_[state.slot].object; }

 private:
  enum class Known : std::uint8_t { unasked, no, yes };

  struct Slot {
    nb::object object;
    std::uint32_t serial = 0, uses = 0, holds = 0;
    Known goal = Known::unasked;
    std::int64_t h[2] = {-1, -1};  // towards the goal and towards the start; -1 if not computed
  };

  struct Move {
    int move;
    std::int64_t cost;
  };

  // Replaces the exception that a callback raised by one that names the class and the call, and throws it.
  [[noreturn]] void fail(const Callback& callback, nb::handle state) {
    nb::python_error raised;
    const bool passes = !raised.matches(PyExc_Exception) || raised.matches(PyExc_MemoryError);
    if (passes) throw raised;
    const nb::object named = failed_(nb::str(callback.name), state, raised.value());
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(named.ptr())), named.ptr());
    throw nb::python_error();
  }

  template <class... Args>
  nb::object call(const Callback& callback, nb::handle state, Args&&... args) {
    PyObject* arguments[] = {nullptr, args.ptr()...};
    PyObject* answer = PyObject_Vectorcall(callback.function.ptr(), arguments + 1,
                                           sizeof...(Args) | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
    if (!answer) fail(callback, state);
    return nb::steal(answer);
  }

  // Calls body(number, next state, move) for every move.
  template <class Body>
  void each_move(const nb::object& from, Body&& body) {
    const Callback& source = neighbours_ ? neighbours_ : moves_;
    const nb::object moves = call(source, from, from);
    const nb::object iterator = nb::steal(PyObject_GetIter(moves.ptr()));
    if (!iterator.is_valid()) fail(source, from);
    for (int number = 0;; ++number) {
      const nb::object item = nb::steal(PyIter_Next(iterator.ptr()));
      if (!item.is_valid()) {
        if (PyErr_Occurred()) fail(source, from);
        return;
      }
      if (!neighbours_) {
        body(number, call(apply_, from, from, item), nb::handle(item));
        continue;
      }
      const Py_ssize_t size = PyTuple_Check(item.ptr()) ? PyTuple_Size(item.ptr()) : 0;
      if (size != 2) {
        PyErr_Format(PyExc_TypeError, "it gave %R; expected pairs (move, state)", item.ptr());
        fail(neighbours_, from);
      }
      body(number, nb::borrow(PyTuple_GetItem(item.ptr(), 1)), nb::handle(PyTuple_GetItem(item.ptr(), 0)));
    }
  }

  Move cheapest(State from, State to) {
    Move best{-1, 0};
    const nb::object object = slots_[from.slot].object, wanted = slots_[to.slot].object;
    each_move(object, [&](int number, const nb::object& next, nb::handle move) {
      const int equal = PyObject_RichCompareBool(next.ptr(), wanted.ptr(), Py_EQ);
      if (equal < 0) fail(apply_, object);
      if (equal == 0) return;
      const std::int64_t edge = edge_cost(object, move);
      if (best.move < 0 || edge < best.cost) best = {number, edge};
    });
    if (best.move < 0) {
      PyErr_Format(PyExc_ValueError, "no move leads to %R, although a search reached it; are all moves reversible?",
                   wanted.ptr());
      fail(neighbours_ ? neighbours_ : moves_, object);
    }
    return best;
  }

  std::int64_t edge_cost(const nb::object& state, nb::handle move) {
    if (!cost_) return 1;
    const nb::object cost = call(cost_, state, state, move);
    const std::int64_t value = PyLong_Check(cost.ptr()) ? PyLong_AsLongLong(cost.ptr()) : index(cost);
    if (value == -1 && PyErr_Occurred()) fail(cost_, state);
    if (value >= 0 && value <= custom::max_cost) return value;
    PyErr_Format(PyExc_ValueError, "it returned %R; expected a whole number between 0 and %lld", cost.ptr(),
                 static_cast<long long>(custom::max_cost));
    fail(cost_, state);
  }
  static std::int64_t index(nb::handle number) {
    const nb::object whole = nb::steal(PyNumber_Index(number.ptr()));
    if (whole.is_valid()) return PyLong_AsLongLong(whole.ptr());
    PyErr_Clear();
    PyErr_Format(PyExc_TypeError, "it returned %R; expected a whole number", number.ptr());
    return -1;
  }

  // Rounds up: costs are whole numbers, so a lower bound stays one. Ignores rounding errors of the last digits.
  std::int64_t estimate_of(nb::handle value, nb::handle state, const Callback& callback) {
    constexpr double tolerance = 1e-6;
    const double number = PyFloat_AsDouble(value.ptr());
    if (number == -1 && PyErr_Occurred()) {
      PyErr_Clear();
      PyErr_Format(PyExc_TypeError, "it returned %R; expected a number", value.ptr());
      fail(callback, state);
    }
    if (std::isnan(number)) {
      PyErr_SetString(PyExc_ValueError, "it returned nan; expected a number");
      fail(callback, state);
    }
    if (number == HUGE_VAL && !finite_) return custom::infinite;
    if (number > static_cast<double>(custom::max_estimate)) return custom::max_estimate;
    return number <= 0 ? 0 : static_cast<std::int64_t>(std::ceil(number - tolerance));
  }

  State permanent(nb::handle object) {
    const State state = intern(object, object);
    ++slots_[state.slot].holds;
    return state;
  }

  // The state that an object is; `from` is the state from which a move led to it.
  State intern(nb::handle object, nb::handle from) {
    PyObject* known = PyDict_GetItemWithError(numbers_.ptr(), object.ptr());
    if (known) {
      const auto slot = static_cast<std::uint32_t>(PyLong_AsUnsignedLong(known));
      return {slot, slots_[slot].serial};
    }
    if (PyErr_Occurred()) {
      const Callback& source = neighbours_ ? neighbours_ : apply_;
      if (PyObject_Hash(object.ptr()) != -1) fail(source, from);  // an error in a comparison
      PyErr_Clear();
      PyErr_Format(PyExc_TypeError, "the state %R cannot be hashed; states are hashable values, such as tuples",
                   object.ptr());
      fail(source, from);
    }
    std::uint32_t slot = static_cast<std::uint32_t>(slots_.size());
    if (!free_.empty()) {
      slot = free_.back();
      free_.pop_back();
    } else {
      slots_.emplace_back();
    }
    const nb::object number = nb::steal(PyLong_FromUnsignedLong(slot));
    if (!number.is_valid() || PyDict_SetItem(numbers_.ptr(), object.ptr(), number.ptr()) != 0) throw nb::python_error();
    slots_[slot].object = nb::borrow(object);
    slots_[slot].serial = ++serial_;
    young_.push_back(slot);
    return {slot, serial_};
  }

  Control& control_;
  nb::object failed_;
  Callback moves_, apply_, neighbours_, cost_, is_goal_, estimate_[2], batch_;
  const std::size_t batch_size_;
  const bool finite_;          // whether no estimate proves a dead end
  const std::uint64_t bytes_;  // charged for a state
  const std::int64_t min_edge_;
  nb::dict numbers_;  // the slot of each state
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> young_, free_;
  std::uint32_t serial_ = 0;
  State start_{};
  std::vector<State> goals_;
};

}  // namespace

void bind_custom(nb::module_& module) {
  module.def(
      "solve_custom",
      [](nb::object calls, const std::string& algorithm, Fraction weight, const Run& run) {
        const search::Request request = request_for(algorithm, weight, run);
        return answer(run, [&](Control& control) {
          const nb::gil_scoped_acquire gil;
          PythonRules rules(calls, control);
          return custom::solve(rules, request, control);
        });
      },
      nb::arg("calls"), nb::arg("algorithm"), nb::arg("weight"), nb::arg("run"),
      "A plan as the number of each move among the moves of its state.");

  module.def(
      "evaluate_custom",
      [](nb::object calls) {
        Control control;
        PythonRules rules(calls, control);
        return rules.estimate(rules.start(), Towards::goal);
      },
      nb::arg("calls"), "The estimate at the start.");

  module.def(
      "explore_custom",
      [](nb::object calls, bool from_goal, std::size_t keep, const Run& run) {
        bool interrupted = false;
        std::uint64_t peak_bytes = 0;
        const auto found = conduct(run, interrupted, [&](Control& control) {
          const nb::gil_scoped_acquire gil;
          PythonRules rules(calls, control);
          auto explored = custom::explore(rules, from_goal, keep, control);
          peak_bytes = control.peak_bytes();
          nb::list hardest;
          for (const State state : explored.hardest) hardest.append(rules.object(state));
          return std::pair(std::move(explored), hardest.release().ptr());  // no reference counts without the GIL
        });
        const auto& explored = found.first;
        return nb::make_tuple(explored.by_depth, nb::steal(found.second), explored.optimum, explored.goal_states,
                              why_stopped(interrupted, explored.stop), peak_bytes);
      },
      nb::arg("calls"), nb::arg("from_goal"), nb::arg("keep"), nb::arg("run"),
      nb::sig("def explore_custom(calls: object, from_goal: bool, keep: int, run: Run)"
              " -> tuple[list[int], list[object], int, int, str | None, int]"),
      "States by distance, the hardest, the optimum or -1, the number of goal states, why it stopped, peak bytes.");
}

}  // namespace budge
