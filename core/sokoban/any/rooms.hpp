// The rooms of a level and the links between them, for room connectivity: boxes can block a link without cutting the
// floor in two (Shoham and Schaeffer, "The FESS Algorithm", 2020).
//
// Adjacent squares of 2×2 floor cells form a room; a single square does not. All other floor is corridor. Two rooms are
// linked if the player can walk from one to the other through corridors alone. A link is lost while some free part of
// the first room has no such way to the second.
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

  // The number of links that are lost if only these cells are free.
  int lost(const CellSet& free) {
    int lost = 0;
    for (const int room : from_) lost += cached_lost(room, free);
    return lost;
  }

 private:
  void find_rooms(const Level& level);
  void find_links(const Level& level);

  // The free cells around a room, hashed, and the lost links. Few rooms change from one position to the next. A hash
  // collision could at worst misjudge a position.
  struct CacheEntry {
    std::uint64_t hash = 0;
    int lost = -1;
  };
  int cached_lost(int room, const CellSet& free) {
    const std::uint64_t hash = free.hash_within(zone_[room]);
    CacheEntry& entry = cache_[room][hash % cache_size];
    if (entry.lost < 0 || entry.hash != hash) entry = {hash, lost_of(room, free)};
    return entry.lost;
  }
  int lost_of(int room, const CellSet& free);

  static constexpr std::size_t cache_size = 1 << 10;

  std::vector<int> room_;       // by cell
  std::vector<CellSet> cells_;  // by room
  CellSet corridors_;
  std::vector<std::vector<int>> linked_;  // by room: rooms of higher numbers that it is linked to
  std::vector<int> from_;                 // rooms with such links
  std::vector<CellSet> zone_;             // by room: the cells on which its links depend
  std::vector<std::vector<CacheEntry>> cache_;
  int links_ = 0;
  CellSet left_, part_, within_, seen_, open_;
};

}  // namespace budge::sokoban
