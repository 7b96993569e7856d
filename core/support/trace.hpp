// The record of a search, for plots and for the page.
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

// A macro move: moves a piece to another place and leaves the player at `player`. Places are cells of the puzzle.
struct MacroMove {
  int from, to, player;
  const char* advisor;  // the rule that suggested it; null if none
  int stage;            // places of the packing plan filled before
};

// A place of a packing plan: `from` is the cell of the piece that is parked for it, or -1 for any piece.
struct PlannedPlace {
  int to, from;
};

// Expansions per depth and the depth of each expansion, for the plots. Recorded only if `on`.
class Trace {
 public:
  bool on = false;
  std::vector<std::uint64_t> by_depth;
  std::vector<std::uint32_t> depths;  // every stride-th expansion
  std::uint64_t stride = 1;
  std::vector<Iteration> iterations;   // always recorded
  std::vector<PlannedPlace> packing;   // always recorded: the order in which places are filled,
  std::vector<MacroMove> macro_moves;  // and the macro moves of the first plan

  // A copy with at most `max_depths` depths, enough for display.
  Trace thinned(std::size_t max_depths) const;

  void expansion(std::size_t depth) {
    if (!on) return;
    if (depth >= by_depth.size()) by_depth.resize(depth + 1);
    ++by_depth[depth];
    if (expansions_++ % stride != 0) return;
    depths.push_back(static_cast<std::uint32_t>(depth));
    if (depths.size() == longest) thin();
  }

  // Records all expansions so far, for a search that does not report each one, with the depths sampled since the last
  // call, in order; keeps as many of them as the stride demands.
  void count(const std::vector<std::uint64_t>& all, const std::vector<std::uint32_t>& sampled);

 private:
  static constexpr std::size_t longest = 1u << 18;
  static constexpr std::uint64_t min_sampled_stride = 1 << 7;  // about the sampling interval of such searches

  std::size_t at_stride() const { return static_cast<std::size_t>((expansions_ + stride - 1) / stride); }

  void thin();

  std::uint64_t expansions_ = 0;
};

}  // namespace budge
