// The features of a position in FESS: the score that ranks positions, and the cell of feature space that they belong to
// (Shoham and Schaeffer, "The FESS Algorithm", 2020).
#pragma once

#include <algorithm>
#include <cstdint>

namespace budge::sokoban {

struct Features {
  int stage;        // of the packing plan: the boxes packed
  int regions;      // connectivity: the regions into which boxes cut the floor
  int links;        // room connectivity: the links between rooms that boxes block
  int out_of_plan;  // boxes on cells that the plan will soon wall off
  int hot;          // hot spots: boxes off target that block other boxes' ways to targets
  int far;  // the sum of the boxes' distances to their nearest targets: more leaves more room around the targets;
            // without a packing order, the sum of their nearness

  // Features are compared in this order; a higher score is better.
  std::uint64_t score() const {
    return more(stage, 10) << 54 | fewer(regions, 8) << 46 | fewer(links, 8) << 38 | fewer(out_of_plan, 8) << 30 |
           fewer(hot, 8) << 22 | more(far, 22);
  }
  // The cell of feature space: stage, connectivity and boxes out of plan.
  std::uint64_t cell() const { return more(stage, 10) << 16 | fewer(regions, 8) << 8 | fewer(out_of_plan, 8); }

 private:
  // More of a feature is better, or fewer.
  static std::uint64_t more(int number, int bits) { return std::min<std::uint64_t>(number, (1u << bits) - 1); }
  static std::uint64_t fewer(int number, int bits) { return (1u << bits) - 1 - more(number, bits); }
};

}  // namespace budge::sokoban
