// What can move where: the analysis of a puzzle on which states and heuristics are based.
//
// Pieces that cannot move even on an empty board become walls. The others form groups of interchangeable pieces: same
// shape, same axis, same forbidden cells, same region of the board, and not distinguished by the goals. A group numbers
// the places where one of its pieces can be, found by moving it alone. A position is a list of places, one for each
// slot, sorted within each group, so that equal arrangements have equal lists.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "blocks/puzzle.hpp"
#include "support/control.hpp"

namespace budge::blocks {

using Place = std::uint16_t;
inline constexpr Place nowhere = 0xffff;

struct Group {
  std::vector<int> pieces;  // sorted by start
  int first = 0;            // its slots are first … first + pieces.size() - 1
  Axis axis = Axis::both;
  std::vector<std::vector<int>> cells;     // of a place, in reading order; the first is the anchor
  std::vector<std::array<Place, 4>> next;  // of a place by direction, nowhere if the board alone forbids it

  std::size_t size() const { return pieces.size(); }
  std::size_t places() const { return cells.size(); }
};

// A piece of the group has to be at the place.
struct Want {
  int group;
  Place place;

  auto operator<=>(const Want&) const = default;
};
using Goal = std::vector<Want>;

struct Layout {
  // Comparing hundreds of pieces and goals takes time: `control`, if given, may stop it and the set-up that follows.
  explicit Layout(const Puzzle& puzzle, Control* control = nullptr);

  // Throws Stopped when time is up.
  void poll_clock() const {
    if (control_) control_->poll_clock();
  }

  Control* control_;
  int width, height;
  std::vector<int> solid;    // walls and pieces that cannot move
  std::vector<int> anchors;  // of all pieces at the start
  std::vector<Group> groups;
  std::vector<int> group_of;  // a slot
  std::vector<Place> start;   // place of each slot
  std::vector<Goal> goals;    // those that are possible on the board

  int slots() const { return static_cast<int>(group_of.size()); }

 private:
  void find_groups(const Puzzle& puzzle);
  void find_goals(const Puzzle& puzzle);
};

}  // namespace budge::blocks
