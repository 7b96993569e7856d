// A layer of a breadth-first search as sorted arrays of packed states, one for every vertex of the blank.
//
// The graph of states is undirected, so the successors of a layer lie in it, in the previous layer, or in the next one:
// subtracting two layers detects all duplicates (frontier search; Korf, Zhang, Thayer and Hohwald, 2005). Memory holds
// two layers and the states being gathered.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "support/control.hpp"
#include "tokens/part.hpp"

namespace budge::tokens {

// Called regularly by every thread that works on a layer; throws Stopped.
using Pause = std::function<void()>;

class Pacer {
 public:
  explicit Pacer(const Pause& pause) : pause_(pause) {}
  void step() {
    if (++steps_ % 65536 == 0) pause_();
  }

 private:
  const Pause& pause_;
  std::uint32_t steps_ = 0;
};

// Cells are packed so that states compare as their arrangements do.
template <int words>
class SortedLayer {
 public:
  using State = std::array<std::uint64_t, words>;

  SortedLayer(const Part& part, Control& control)
      : part_(part), bits_(bits_per_cell(part.size())), per_word_(64 / bits_), alloc_(control) {
    older_.assign(part.size(), Vector<State>(alloc_));
    current_.assign(part.size(), Vector<State>(alloc_));
    State state{};
    for (int vertex = 0; vertex < part.size(); ++vertex) toggle(state, vertex, part.source[vertex]);
    current_[part.blank].push_back(state);
  }

  static bool holds(int vertices) {
    const int per_word = 64 / bits_per_cell(vertices);
    return (vertices + per_word - 1) / per_word <= words;
  }

  std::uint64_t count(int vertex) const { return current_[vertex].size(); }

  // Finds the states of the next layer with the blank at `vertex`; returns their number.
  std::uint64_t gather(int vertex, const Pause& pause) {
    Pacer pacer(pause);
    Vector<State> found(alloc_);
    std::size_t arriving = 0;
    for (const int from : part_.graph[vertex]) arriving += current_[from].size();
    found.reserve(arriving);
    for (const int from : part_.graph[vertex]) {
      for (State state : current_[from]) {
        const std::uint64_t token = get(state, vertex);
        toggle(state, from, token);
        toggle(state, vertex, token);
        found.push_back(state);
        pacer.step();
      }
    }
    std::sort(found.begin(), found.end(), [&](const State& one, const State& other) {
      pacer.step();
      return one < other;
    });
    keep_new(found, older_[vertex], current_[vertex], pacer);
    older_[vertex] = Vector<State>(found.begin(), found.end(), alloc_);
    return found.size();
  }

  void advance() { older_.swap(current_); }

  // The first `keep` arrangements of the layer with the blank at `vertex`.
  std::vector<std::vector<int>> first(int vertex, std::size_t keep) const {
    std::vector<std::vector<int>> result;
    for (std::size_t i = 0; i < current_[vertex].size() && i < keep; ++i) result.push_back(cells(current_[vertex][i]));
    return result;
  }

  // Calls visit for every state of this layer and the previous one.
  template <class Visit>
  void visit(const Visit& visit) const {
    for (int vertex = 0; vertex < part_.size(); ++vertex) {
      for (const State& state : older_[vertex]) visit(vertex, cells(state), false);
      for (const State& state : current_[vertex]) visit(vertex, cells(state), true);
    }
  }

 private:
  static int bits_per_cell(int vertices) {
    return static_cast<int>(std::bit_width(static_cast<unsigned>(vertices - 1) | 1));
  }

  // The first vertex lies in the highest bits.
  int shift(int vertex) const { return 64 - bits_ * (vertex % per_word_ + 1); }
  std::uint64_t get(const State& state, int vertex) const {
    return state[vertex / per_word_] >> shift(vertex) & ((std::uint64_t{1} << bits_) - 1);
  }
  // Swaps a token and the blank.
  void toggle(State& state, int vertex, std::uint64_t token) const {
    state[vertex / per_word_] ^= token << shift(vertex);
  }

  std::vector<int> cells(const State& state) const {
    std::vector<int> result;
    for (int vertex = 0; vertex < part_.size(); ++vertex) result.push_back(static_cast<int>(get(state, vertex)));
    return result;
  }

  // Removes duplicates from `found`, and all states of the two layers. Everything is sorted.
  static void keep_new(Vector<State>& found, const Vector<State>& older, const Vector<State>& current, Pacer& pacer) {
    auto old = older.begin(), now = current.begin();
    auto kept = found.begin();
    for (const State& state : found) {
      pacer.step();
      if (kept != found.begin() && kept[-1] == state) continue;
      while (old != older.end() && *old < state) ++old;
      while (now != current.end() && *now < state) ++now;
      if ((old != older.end() && *old == state) || (now != current.end() && *now == state)) continue;
      *kept++ = state;
    }
    found.erase(kept, found.end());
  }

  const Part& part_;
  int bits_, per_word_;
  Accounted<State> alloc_;
  std::vector<Vector<State>> older_, current_;  // gathering replaces the older layer by the next one
};

}  // namespace budge::tokens
