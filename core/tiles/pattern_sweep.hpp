// Depth-first search with additive pattern databases, in any order.
//
// Waiting for a bit of a table, and mispredicting its value, takes longer than all computation on it. So nodes are
// expanded in batches: for all their children the search computes where a record of rows is, then where a bit is, then
// its value, and each step prefetches what the next one needs. While one child waits, others proceed, and those that
// exceed the bound are dropped without a branch. Nodes are complete: no move is undone.
//
// It visits the same nodes as PatternDescent in another order, so it counts a subtree without a goal, or else says that
// there is one.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "search/meter.hpp"
#include "search/wave.hpp"
#include "tiles/automaton.hpp"
#include "tiles/pattern_tables.hpp"

namespace budge::tiles {

// Nodes are small: guides with more sums or look-ups, which are rare, do not fit.
constexpr int max_swept_sums = 2, max_swept_lookups = 4;

inline bool sweepable(const PatternTables& tables) {
  if (tables.sums() > max_swept_sums) return false;
  for (int sum = 0; sum < tables.sums(); ++sum) {
    if (tables.lookups(sum) > max_swept_lookups) return false;
  }
  return true;
}

// As PatternDescent; `Folded` if any of the tables is.
template <int Sums, int Passed, bool Folded>
class PatternSweep {
 public:
  PatternSweep(const PatternTables& tables, const Automaton& automaton, search::Meter& meter, const search::Wave& wave)
      : tables_(tables), automaton_(automaton), meter_(meter), wave_(wave) {
    assert(sweepable(tables) && tables.sums() == Sums);
    for (int sum = 0; sum < Sums; ++sum) roles_[sum] = tables.roles(sum);
  }

  // Searches below a position that is not the goal, `depth` moves from the start. Returns true as soon as it finds a
  // goal within `left` moves.
  bool operator()(const PatternTables::Position& position, Automaton::State path, int depth, int left) {
    bound_ = depth + left;
    expanded_ = meter_.counters(depth, left) + left;
    provide();
    stack_.push_back(free_.back());
    free_.pop_back();
    fill(*stack_.back(), position, path, left);
    std::array<Node*, batch> nodes;
    while (!stack_.empty()) {
      const int taken = static_cast<int>(std::min<std::size_t>(stack_.size(), max_taken()));
      std::copy(stack_.end() - taken, stack_.end(), nodes.begin());
      stack_.resize(stack_.size() - taken);
      provide();
      if (expand(nodes.data(), taken)) return true;
      free_.insert(free_.end(), nodes.begin(), nodes.begin() + taken);
    }
    return false;
  }

 private:
  static constexpr int batch = 32;

  struct State {
    std::uint32_t set, places;
  };
  template <class T>
  using Entries = std::array<std::array<T, max_swept_lookups>, Sums>;  // by sum, look-up
  struct Unfolded {};
  struct Images {
    Entries<std::uint32_t> image;
  };
  struct Node : std::conditional_t<Folded, Images, Unfolded> {
    Entries<State> state;
    std::array<std::uint8_t, PatternTables::max_tiles> board;
    Entries<std::uint8_t> value;
    std::array<std::int16_t, Sums> total;
    Automaton::State path;
    std::int16_t left;
    std::uint8_t blank;
  };
  struct Child {
    const Node* parent;
    Automaton::State path;
    std::uint8_t from, direction;
    std::uint8_t first;               // the sum that is looked up first
    std::uint8_t region;              // a cell of the blank's region, in the current sum
    const PatternTables::View* view;  // there; none if it leaves the tile out
    std::size_t index;                // of its record, then of its bit
    std::array<State, Sums> state;
    std::array<std::uint32_t, Sums> image;
    std::array<std::int16_t, Sums> total;
    std::array<std::uint8_t, Sums> value;
    std::int16_t max_h;  // prune a child with a larger total
  };

  // No more than may be counted before the next report: a limit on nodes is passed by the children of one node at most.
  std::uint64_t max_taken() const { return std::clamp<std::uint64_t>(meter_.until_due() / 4, 1, batch); }

  // Sees to it that there are nodes for all children of a batch.
  void provide() {
    if (free_.size() >= 4 * batch) return;
    blocks_.push_back(Vector<Node>(4 * batch, Accounted<Node>(meter_.control())));
    for (Node& node : blocks_.back()) free_.push_back(&node);
  }

  void fill(Node& node, const PatternTables::Position& position, Automaton::State path, int left) const {
    node.board = position.board;
    auto next = position.entries.begin();
    for (int sum = 0; sum < Sums; ++sum) {
      node.total[sum] = 0;
      for (int i = 0; i < tables_.lookups(sum); ++i, ++next) {
        assert(next->value < patterns::BitTable::unreached);
        node.state[sum][i] = {next->state.set, next->state.places};
        if constexpr (Folded) node.image[sum][i] = next->state.image;
        node.value[sum][i] = static_cast<std::uint8_t>(next->value);
        node.total[sum] = static_cast<std::int16_t>(node.total[sum] + next->value);
      }
    }
    node.path = path;
    node.left = static_cast<std::int16_t>(left);
    node.blank = static_cast<std::uint8_t>(position.blank);
  }

  // Puts the children of these nodes that fit the bound onto the stack. True if one is the goal.
  bool expand(const Node* const* nodes, int taken) {
    int count = 0;
    for (int i = 0; i < taken; ++i) {
      ++expanded_[-nodes[i]->left];
      count = add_children(*nodes[i], count);
    }
    meter_.tally.generated += count;
    if (meter_.due()) [[unlikely]]
      meter_.report_if_due(bound_ - nodes[0]->left);
    for (int step = 0; step < Sums; ++step) {
      for (int i = 0; i < count; ++i) find_record(*within_[i], step);
      for (int i = 0; i < count; ++i) find_bit(*within_[i], step);
      int kept = 0;
      for (int i = 0; i < count; ++i) {
        Child* const child = within_[i];
        within_[kept] = child;
        kept += read(*child, step);
      }
      count = kept;
    }
    bool met = false;
    for (int i = 0; i < count; ++i) {
      Node* const node = free_[free_.size() - 1 - i];
      met |= make(*within_[i], *node);
      stack_.push_back(node);
    }
    free_.resize(free_.size() - count);
    return met;
  }

  // As in PatternDescent, the greatest sum comes first. Returns how many children there are now.
  int add_children(const Node& node, int count) {
    int first = 0;
    for (int sum = 1; sum < Sums; ++sum) first = node.total[sum] > node.total[first] ? sum : first;
    const auto max_h = static_cast<std::int16_t>(wave_.max_h(node.left - 1));
    for (const PatternTables::Move move : tables_.moves(node.blank)) {
      const Automaton::State path = automaton_.after(node.path, move.direction);
      Child& child = children_[count];
      child.parent = &node;
      child.path = path;
      child.from = move.from;
      child.direction = move.direction;
      child.first = static_cast<std::uint8_t>(first);
      child.max_h = max_h;
      within_[count] = &child;
      count += path != Automaton::refused;
    }
    return count;
  }

  static int sum_at(const Child& child, int step) { return Sums == 2 ? child.first ^ step : step; }

  void find_record(Child& child, int step) const {
    const int sum = sum_at(child, step);
    const Node& node = *child.parent;
    const PatternTables::Role& role = roles_[sum][node.board[child.from]];
    const PatternTables::View* const view = role.view;
    child.view = view;
    if (!view) return;
    const PatternTables::Slide& slide = view->slides[node.blank][child.direction];
    State state = node.state[sum][role.lookup];
    state.set ^= slide.cells;
    state.places += PatternTables::change<Passed>(role.passing, node.board.data(), slide);
    child.state[sum] = state;
    if constexpr (Folded) {
      const PatternTables::Slide& mirrored = view->mirrored[node.blank][child.direction];
      child.image[sum] =
          node.image[sum][role.lookup] + PatternTables::change<Passed>(role.mirrored, node.board.data(), mirrored);
    }
    child.region = slide.blank;
    child.value[sum] = node.value[sum][role.lookup];  // so far
    child.index = view->table.sets.rank(state.set) * view->table.rows.stride;
    __builtin_prefetch(view->table.rows.data + child.index);
  }

  void find_bit(Child& child, int step) const {
    if (!child.view) return;
    const int sum = sum_at(child, step);
    const patterns::BitTable::Tables& table = child.view->table;
    const patterns::Rows::Place place = table.rows.place_at(child.index, child.region);
    std::uint32_t places = child.state[sum].places;
    if constexpr (Folded) places = place.mirrored ? child.image[sum] : places;
    child.index = table.orders.rank(places) * table.width + place.row;
    __builtin_prefetch(table.byte(child.index));
  }

  // Whether the sum is within what it may be.
  bool read(Child& child, int step) const {
    const int sum = sum_at(child, step);
    const int total = child.parent->total[sum];
    child.total[sum] = static_cast<std::int16_t>(total);
    if (!child.view) return total <= child.max_h;
    const int before = child.value[sum];
    const int after = patterns::BitTable::after(before, child.view->table.bit(child.index));
    child.value[sum] = static_cast<std::uint8_t>(after);
    child.total[sum] = static_cast<std::int16_t>(total + after - before);
    return child.total[sum] <= child.max_h;
  }

  // Makes a child a node. True if it is the goal.
  bool make(const Child& child, Node& node) const {
    const Node& parent = *child.parent;
    const std::uint8_t tile = parent.board[child.from];
    node = parent;
    node.board[child.from] = parent.board[parent.blank];
    node.board[parent.blank] = tile;
    for (int sum = 0; sum < Sums; ++sum) {
      const PatternTables::Role& role = roles_[sum][tile];
      if (!role.view) continue;
      node.state[sum][role.lookup] = child.state[sum];
      if constexpr (Folded) node.image[sum][role.lookup] = child.image[sum];
      node.value[sum][role.lookup] = child.value[sum];
    }
    node.total = child.total;
    node.path = child.path;
    automaton_.fetch(child.path);
    node.left = static_cast<std::int16_t>(parent.left - 1);
    node.blank = child.from;
    return child.total[0] == 0 && is_goal(node);
  }

  bool is_goal(const Node& node) const {
    for (int cell = 0; cell < tables_.cells(); ++cell) {
      if (node.board[cell] != cell) return false;
    }
    return true;
  }

  const PatternTables& tables_;
  const Automaton& automaton_;
  search::Meter& meter_;
  const search::Wave& wave_;
  int bound_ = 0;
  std::uint64_t* expanded_ = nullptr;  // as in PatternDescent
  std::array<const PatternTables::Role*, Sums> roles_;
  std::vector<Vector<Node>> blocks_;
  std::vector<Node*> stack_, free_;
  std::array<Child, 4 * batch> children_;
  std::array<Child*, 4 * batch> within_;
};

}  // namespace budge::tiles
