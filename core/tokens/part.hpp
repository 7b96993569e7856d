// The connected part of a graph that the blank can visit.
#pragma once

#include <algorithm>
#include <vector>

#include "tokens/graph.hpp"

namespace budge::tokens {

// Vertices and tokens are renumbered without gaps, in the same order.
struct Part {
  std::vector<int> vertices;  // their numbers in the whole graph, ascending
  std::vector<int> tokens;    // their numbers in the whole puzzle, ascending; the blank first
  Adjacency graph;
  std::vector<int> source;
  int blank;
  std::vector<int> distance;  // of every vertex from the blank in the source
  bool bipartite = true;

  Part(const Adjacency& whole, const std::vector<int>& arrangement) {
    const int start = static_cast<int>(std::find(arrangement.begin(), arrangement.end(), 0) - arrangement.begin());
    const std::vector<int> far = distances_from(whole, start);
    for (int vertex = 0; vertex < static_cast<int>(whole.size()); ++vertex) {
      if (far[vertex] >= 0) vertices.push_back(vertex);
    }
    for (const int vertex : vertices) tokens.push_back(arrangement[vertex]);
    std::sort(tokens.begin(), tokens.end());
    for (const int vertex : vertices) {
      source.push_back(place(tokens, arrangement[vertex]));
      distance.push_back(far[vertex]);
      graph.emplace_back();
      for (const int other : whole[vertex]) {
        graph.back().push_back(place(vertices, other));
        bipartite &= (far[vertex] + far[other]) % 2 == 1;
      }
    }
    blank = place(vertices, start);
  }

  int size() const { return static_cast<int>(vertices.size()); }

 private:
  static int place(const std::vector<int>& sorted, int value) {
    return static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin());
  }
};

}  // namespace budge::tokens
