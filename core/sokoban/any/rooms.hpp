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
  int lost(const CellSet& free) {
    int lost = 0;
    for (const int room : from_) lost += recalled(room, free);
    return lost;
  }

 private:
  void find_rooms(const Level& level);
  void find_links(const Level& level);

  // What a room and its surroundings looked like, and the answer. Few of them differ from one position to the next.
  struct Memory {
    std::uint64_t hash = 0;  // two that are alike would at worst misjudge a position
    int lost = -1;
  };
  int recalled(int room, const CellSet& free) {
    const std::uint64_t hash = free.hash_within(zone_[room]);
    Memory& memory = memory_[room][hash % memories];
    if (memory.lost < 0 || memory.hash != hash) memory = {hash, lost_of(room, free)};
    return memory.lost;
  }
  int lost_of(int room, const CellSet& free);

  static constexpr std::size_t memories = 1 << 10;

  std::vector<int> room_;       // by cell
  std::vector<CellSet> cells_;  // by room
  CellSet corridors_;
  std::vector<std::vector<int>> linked_;  // by room: rooms of higher numbers that it is linked to
  std::vector<int> from_;                 // rooms that have some
  std::vector<CellSet> zone_;             // by room: cells that decide which of its links are lost
  std::vector<std::vector<Memory>> memory_;
  int links_ = 0;
  CellSet left_, part_, within_, seen_, open_;
};

}  // namespace budge::sokoban
