// Rooms of a level and the links between them: what boxes can block without cutting the floor in two.
//
// Squares of 2×2 floor cells that lie side by side make a room; one alone is no room. All other floor is corridor. Two
// rooms are linked where one can be walked to from the other through corridors alone. A link is lost while some free
// part of the first room no longer sees the second. (Shoham and Schaeffer, "The FESS Algorithm", 2020.)
//
//   ########    Two rooms and a corridor of one cell between them: one link. A box in the corridor loses it; so does a
//   #  #   #    box that shuts a corner of the left room off from the rest of it.
//   #      #
//   #  #   #
//   ########
#pragma once

#include <utility>
#include <vector>

#include "sokoban/rules/cell_set.hpp"
#include "sokoban/rules/level.hpp"

namespace budge::sokoban {

class Rooms {
 public:
  using Cell = Level::Cell;
  static constexpr int corridor = -1;

  explicit Rooms(const Level& level);

  int count() const { return static_cast<int>(cells_.size()); }
  int room(int cell) const { return room_[cell]; }
  int links() const { return links_; }

  // How many of the links are lost where only these cells are free.
  int lost(const CellSet& free);

 private:
  static constexpr int most_rooms = 24;  // beyond that, walls make too many of them to tell anything

  void find_rooms(const Level& level);
  void find_links(const Level& level);

  std::vector<int> room_;       // by cell
  std::vector<CellSet> cells_;  // by room
  CellSet corridors_;
  std::vector<std::vector<int>> linked_;  // by room: rooms of higher numbers that it is linked to
  int links_ = 0;
  CellSet left_, part_, within_, seen_, open_;
};

}  // namespace budge::sokoban
