// The record of how a search went.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace budge {

struct Iteration {
  std::int64_t bound;
  std::uint64_t expanded;
  std::uint64_t generated;
  double seconds;
};

// A piece brought from one place to another at one go, and where that leaves the player. Places are those of the
// puzzle.
struct MacroMove {
  int from, to, player;
  const char* advisor;  // who named it, in a word; null if nobody did
  int stage;            // places of the packing that stood filled before
};

// A place that a piece is to come to: from where another was put aside for it, or from anywhere (-1).
struct PlannedPlace {
  int to, from;
};

// Expansions per depth and the depth of each expansion, for the plots. Only filled in when asked for.
class Trace {
 public:
  bool on = false;
  std::vector<std::uint64_t> by_depth;
  std::vector<std::uint32_t> depths;  // every stride-th expansion
  std::uint64_t stride = 1;
  std::vector<Iteration> iterations;   // kept in any case: there are few
  std::vector<PlannedPlace> packing;   // likewise: in which order places were to be filled,
  std::vector<MacroMove> macro_moves;  // and how the first plan was made

  // The same with at most so many depths: enough for whoever looks on.
  Trace thinned(std::size_t most) const;

  void expansion(std::size_t depth) {
    if (!on) return;
    if (depth >= by_depth.size()) by_depth.resize(depth + 1);
    ++by_depth[depth];
    if (seen_++ % stride != 0) return;
    depths.push_back(static_cast<std::uint32_t>(depth));
    if (depths.size() == longest) thin();
  }

  // All expansions so far, where a search does not tell them one by one, and at which depths it was since the last
  // time, in order: as many of these are kept as a stride demands.
  void count(const std::vector<std::uint64_t>& all, const std::vector<std::uint32_t>& seen);

 private:
  static constexpr std::size_t longest = 1u << 18;
  static constexpr std::uint64_t least_counted = 1 << 7;  // about as often as searches that count look up

  std::size_t at_stride() const { return static_cast<std::size_t>((seen_ + stride - 1) / stride); }

  void thin();

  std::uint64_t seen_ = 0;
};

}  // namespace budge
