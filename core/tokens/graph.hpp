// Graphs as lists of neighbours: simple and undirected, vertices numbered from 0.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace budge::tokens {

using Adjacency = std::vector<std::vector<int>>;

// Steps from `root` to every vertex; -1 if unreachable.
inline std::vector<int> distances_from(const Adjacency& graph, int root) {
  std::vector<int> distance(graph.size(), -1);
  std::vector<int> queue{root};
  distance[root] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const int here = queue[head];
    for (const int next : graph[here]) {
      if (distance[next] >= 0) continue;
      distance[next] = distance[here] + 1;
      queue.push_back(next);
    }
  }
  return distance;
}

// Steps between all pairs of vertices.
inline std::vector<std::vector<int>> distances(const Adjacency& graph) {
  std::vector<std::vector<int>> all;
  all.reserve(graph.size());
  for (std::size_t root = 0; root < graph.size(); ++root) all.push_back(distances_from(graph, static_cast<int>(root)));
  return all;
}

// The board of width × height cells in reading order; neighbours in the order up, left, right, down.
inline Adjacency grid(int width, int height) {
  Adjacency graph(static_cast<std::size_t>(width) * height);
  for (int row = 0; row < height; ++row) {
    for (int column = 0; column < width; ++column) {
      for (const auto& [down, right] : {std::pair{-1, 0}, {0, -1}, {0, 1}, {1, 0}}) {
        const int r = row + down, c = column + right;
        if (r >= 0 && r < height && c >= 0 && c < width) graph[row * width + column].push_back(r * width + c);
      }
    }
  }
  return graph;
}

}  // namespace budge::tokens
