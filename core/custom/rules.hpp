// The rules of a puzzle that the caller's own code provides, over numbered states.
//
// Equal states have one number (`slot`) while they are in use; a slot that nothing uses any more is reused for another
// state with another serial number, so a State never means two states.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "support/mix.hpp"

namespace budge::custom {

struct State {
  std::uint32_t slot, serial;

  bool operator==(const State&) const = default;
  std::uint64_t hash() const { return mix(std::uint64_t{serial} << 32 | slot); }
};

struct Child {
  State state;
  std::int64_t cost;
};

// Which end a search works towards: from the start to the goal, or back to the start.
enum class Towards : std::uint8_t { goal, start };

inline constexpr std::int64_t infinite = std::int64_t{1} << 40;      // the estimate of a dead end
inline constexpr std::int64_t max_estimate = std::int64_t{1} << 20;  // larger ones are cut off, which keeps a bound
inline constexpr std::int64_t max_cost = std::int64_t{1} << 30;      // of a move
inline constexpr std::int64_t max_total = std::int64_t{1} << 36;     // of a path

// Any function may throw: an error in the caller's code ends the search.
class Rules {
 public:
  virtual ~Rules() = default;

  virtual State start() = 0;
  virtual const std::vector<State>& goals() = 0;  // of puzzles that can list them; else empty
  virtual bool is_goal(State state) = 0;
  virtual std::int64_t min_edge() const = 0;  // no move costs less

  // The states one move after this one or, towards the start, one move before it.
  virtual void expand(State state, Towards towards, std::vector<Child>& children) = 0;
  // The number of the cheapest move from one state to the next, among the moves of the first.
  virtual int move_between(State from, State to) = 0;

  // The estimated cost from here. Values are stored with the state.
  virtual std::int64_t estimate(State state, Towards towards) = 0;
  // Computes the estimates of several states together, if the heuristic can.
  virtual void prepare(std::span<const Child> children, Towards towards) = 0;
  // The number of states whose children should be estimated together.
  virtual std::size_t batch() const = 0;

  // Forgets the states that were found since the last call and that are neither retained nor held.
  virtual void sweep() = 0;
  // A state that a search stores must be retained. Charges its memory; throws Stopped if memory is full.
  virtual void retain(State state) = 0;
  virtual void release(State state) = 0;
  // Like these, but without a charge, for the few states on a path.
  virtual void hold(State state) = 0;
  virtual void drop(State state) = 0;
};

}  // namespace budge::custom
