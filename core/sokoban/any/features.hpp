// What a feature space search knows a position by.
#pragma once

#include <algorithm>
#include <cstdint>

namespace budge::sokoban {

struct Features {
  int stage;        // of the packing plan
  int regions;      // into which boxes cut the floor
  int links;        // between rooms that are lost
  int out_of_plan;  // boxes on cells that the plan will soon wall off
  int hot;          // boxes that take targets from others
  int far;  // boxes' distances to the nearest target, summed: the more, the more room there is around the targets;
            // or how near they are, where targets are filled as it comes

  // Compared in turn: the higher, the better.
  std::uint64_t score() const {
    return many(stage, 10) << 54 | few(regions, 8) << 46 | few(links, 8) << 38 | few(out_of_plan, 8) << 30 |
           few(hot, 8) << 22 | many(far, 22);
  }
  // The cell of feature space.
  std::uint64_t cell() const { return many(stage, 10) << 16 | few(regions, 8) << 8 | few(out_of_plan, 8); }

 private:
  static std::uint64_t many(int number, int bits) { return std::min<std::uint64_t>(number, (1u << bits) - 1); }
  static std::uint64_t few(int number, int bits) { return (1u << bits) - 1 - many(number, bits); }
};

}  // namespace budge::sokoban
