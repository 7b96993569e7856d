// Other plans for a level of which one is known: of another shape, or the same up to somewhere and then another end.
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

  // A variation of a legal plan of at most so many pushes, or nothing if this try has found none. Throws Stopped.
  std::vector<int> next(const std::vector<int>& plan, int most_pushes);

  // The variation found last is the plan to be varied from now on.
  void accept() { genes_ = tried_; }

  // It was of use: variations made that way are tried more often.
  void reward() { ways_[last_].worth += 4; }

  // True if the latest tries have all failed.
  bool is_exhausted() const { return failed_ >= level_.tuning().variation_failures; }

 private:
  enum class From : std::uint8_t { start, way };
  struct Way {
    From from;
    Price price;
    std::uint64_t expanded = 0;  // positions
    std::uint64_t worth = 1;     // plans found, and more for those of use
  };

  // What a variation is made of.
  struct Genes {
    FessOptions options;
    std::vector<std::uint8_t> weights;  // see PackingWish
  };

  std::size_t choose() const;
  std::uint64_t draw(std::uint64_t below);
  Genes first();
  Genes mutated(Price price);

  const Level& level_;
  Control& control_;
  Deadlocks deadlocks_;
  std::array<Way, 10> ways_;
  Genes genes_, tried_;
  std::size_t last_ = 0;
  std::size_t next_start_ = 0;
  std::uint64_t tries_ = 0, failed_ = 0, chance_ = 0;
};

}  // namespace budge::sokoban
