// One direction of the X-Y heuristic on boards whose table of successors would be too large, up to 5×5.
//
// The blank counts as a tile of the line that is its home, so a state is a matrix of which every row and column has the
// sum `width`, and the blank's line. Rows are chosen one after the other. The number of ways to complete the rows below
// depends only on how many tiles of each home are left, so the rank of a matrix, in the order of its rows, is a sum of
// one table entry per row: a perfect hash. A byte per rank holds the distance from the goal.
//
// Breadth-first search from the goal fills in one level after another, as far as a search asks: a puzzle of few moves
// needs little of it. The complete 5×5 table has 65,650,495 states in 110 MB, and takes 10 s.
#pragma once

#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <vector>

#include "support/control.hpp"

namespace budge::tiles {

class LargeWalk {
 public:
  using Index = std::uint32_t;
  static constexpr int max_lines = 7;
  // Of each line, the number of its tiles of each home as digits of `bits` bits.
  using Codes = std::array<std::uint32_t, max_lines>;

  // `lines` lines of `width` cells; the goal's blank is in line `blank`.
  LargeWalk(int lines, int width, int blank);

  // What a tile of a home line adds to the code of the line in which it is.
  std::uint32_t tile_of(int home) const { return std::uint32_t{1} << (bits_ * home); }

  // The blank is in line `blank`, and counts as a tile of its home.
  Index find(const Codes& codes, int blank) const {
    std::uint32_t rank = 0, node = 0;
    for (int line = 0; line < lines_; ++line) {
      const Edge& edge = edges_[node * rows_ + numbers_[codes[line]]];
      rank += edge.rank;
      node = edge.to;
    }
    return rank * lines_ + blank;
  }

  // Any thread.
  int distance(Index state) const {
    const std::uint8_t known = read(state);
    return (known != unknown ? known : grown(state)) - 1;
  }

  // Fills in the levels up to this state; if they are long, all levels, so that `distance` rarely waits for one.
  void prepare(Index state, Control& control) const;

  // Of the complete table, and of the longest two levels, which are a twentieth of the states each.
  std::uint64_t bytes() const { return states_ + states_ / 10 * sizeof(Index) + edges_.size() * sizeof(Edge); }

  // The number of states that the search from the goal has reached.
  std::uint64_t reached() const { return reached_; }

 private:
  static constexpr std::uint8_t unknown = 0;               // else 1 + distance
  static constexpr std::uint64_t max_partial = 1'000'000;  // states; a search that needs more needs most of them

  // The choice of a row: how many matrices precede those with it, and the node for the rows below.
  struct Edge {
    std::uint32_t rank, to;
  };
  struct Free {
    void operator()(std::uint8_t* memory) const { std::free(memory); }
  };

  void add_rows(int home, int left, std::uint32_t code);
  bool fits(std::uint32_t row, std::uint32_t tiles) const;
  std::uint32_t matrices(std::uint32_t left, std::vector<std::uint32_t>& nodes);

  std::uint8_t read(Index state) const { return std::atomic_ref(distances_[state]).load(std::memory_order_relaxed); }
  int grown(Index state) const;
  template <class Poll>
  void grow(const Poll& poll) const;
  template <class Visit>
  void visit_neighbours(Index state, const Visit& visit) const;

  int lines_, width_, bits_, blank_;
  std::uint64_t states_ = 0;            // ranks; the blank's line may contradict the matrix
  std::size_t rows_ = 0;                // number of rows
  std::vector<std::uint32_t> codes_;    // of the rows, by number
  std::vector<std::uint32_t> numbers_;  // of the rows, by code
  std::vector<Edge> edges_;             // by node, number of the row
  std::vector<std::uint32_t> totals_;   // matrices, by node
  // What a level changes; readers need no lock, because a distance never changes once it is known.
  mutable std::mutex growing_;
  mutable std::unique_ptr<std::uint8_t[], Free> distances_;  // zero pages until they are written
  mutable std::vector<Index> level_;
  mutable std::uint64_t reached_ = 0;
};

}  // namespace budge::tiles
