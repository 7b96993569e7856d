// Variations of a known plan: other plans for the level, or plans that begin like it and end differently.
//
// A plan depends above all on the order in which targets are filled, and by which boxes. Vicinity search changes little
// of that; FESS decides it at the outset, by its packing plan. So each variation is a FESS with randomly varied weights
// of the packing plan and costs of moves. It begins at the start of the level or, to keep what is good of the plan, at
// a random position on it. Successful runs are fast, so it pays to try many.
//
// Which costs lead to good plans differs from level to level: every way to vary a plan gets expansions in proportion
// to the plans that it has found. The random numbers depend only on the tries so far, so equal searches find equal
// plans.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sokoban/any/fess.hpp"
#include "sokoban/deadlocks/deadlocks.hpp"
#include "sokoban/rules/level.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

class Variations {
 public:
  // `level` outlives it.
  Variations(const Level& level, Control& control);

  // A plan of at most `max_pushes` pushes that varies the given legal one, or nothing if this try has failed. Throws
  // Stopped.
  std::vector<int> next(const std::vector<int>& plan, int max_pushes);

  // The next variations vary the settings of the last one.
  void accept() { settings_ = tried_; }

  // The last variation led to a better plan: its method is tried more often.
  void reward() { methods_[last_].worth += 4; }

  // True if many tries in a row have failed.
  bool is_exhausted() const { return failed_ >= level_.tuning().variation_failures; }

 private:
  enum class From : std::uint8_t { start, position };
  struct Method {
    From from;
    MoveCost move_cost;
    std::uint64_t expanded = 0;  // positions
    std::uint64_t worth = 1;     // plans found, and a reward for better ones
  };

  // The settings of a variation.
  struct Settings {
    FessOptions options;
    std::vector<std::uint8_t> weights;  // see PackingOptions
  };

  std::size_t choose() const;
  std::uint64_t draw(std::uint64_t below);
  Settings first();
  Settings randomized(MoveCost move_cost);

  const Level& level_;
  Control& control_;
  Deadlocks deadlocks_;
  std::array<Method, 10> methods_;
  Settings settings_, tried_;
  std::size_t last_ = 0;
  std::size_t next_start_ = 0;
  std::uint64_t tries_ = 0, failed_ = 0, chance_ = 0;
};

}  // namespace budge::sokoban
