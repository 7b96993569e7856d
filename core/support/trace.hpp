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

// An expansion, from which the page replays a small search.
struct Expansion {
  std::vector<int> state;  // as the space lists it
  std::int64_t g, h;
  std::uint64_t generated;  // nodes, before this expansion
  bool backwards;           // from the goal
};

// Expansions per depth and the depth of each expansion, for the plots. Recorded only if `on`. A search from both ends
// samples each direction separately, at the same stride: the nodes that NBS expands in pairs remain pairs in a long
// trace.
class Trace {
 public:
  bool on = false;
  std::vector<std::uint64_t> by_depth;
  std::vector<std::uint64_t> backward_by_depth;  // those of the backward search, which by_depth includes
  std::vector<std::uint32_t> depths;             // every stride-th expansion; from both ends, of the forward search
  std::vector<std::uint32_t> backward_depths;    // every stride-th expansion of the backward search
  std::uint64_t stride = 1;
  std::vector<Expansion> expansions;   // the first `max_expansions`
  std::size_t max_expansions = 0;      // to record, on request
  std::vector<Iteration> iterations;   // always recorded
  std::vector<PlannedPlace> packing;   // always recorded: the order in which places are filled,
  std::vector<MacroMove> macro_moves;  // and the macro moves of the first plan

  // A copy with at most `max_depths` depths in each direction and without expansions, enough for display.
  Trace thinned(std::size_t max_depths) const;

  void expansion(std::size_t depth, bool backward = false) {
    if (!on) return;
    add(by_depth, depth);
    if (backward) {
      add(backward_by_depth, depth);
      sample(backward_depths, backward_expansions_, depth);
    } else {
      sample(depths, expansions_, depth);
    }
  }

  bool records() const { return expansions.size() < max_expansions; }

  // Records all expansions so far, for a search that does not report each one, with the depths sampled since the last
  // call, in order; keeps as many of them as the stride demands.
  void count(const std::vector<std::uint64_t>& all, const std::vector<std::uint32_t>& sampled);

 private:
  static constexpr std::size_t longest = 1u << 18;
  static constexpr std::uint64_t min_sampled_stride = 1 << 7;  // about the sampling interval of such searches

  std::size_t at_stride() const { return static_cast<std::size_t>((expansions_ + stride - 1) / stride); }

  static void add(std::vector<std::uint64_t>& by_depth, std::size_t depth) {
    if (depth >= by_depth.size()) by_depth.resize(depth + 1);
    ++by_depth[depth];
  }

  void sample(std::vector<std::uint32_t>& sampled, std::uint64_t& seen, std::size_t depth) {
    if (seen++ % stride != 0) return;
    sampled.push_back(static_cast<std::uint32_t>(depth));
    if (sampled.size() == longest) thin();
  }

  void thin();

  std::uint64_t expansions_ = 0;  // as sampled in depths
  std::uint64_t backward_expansions_ = 0;
};

}  // namespace budge
