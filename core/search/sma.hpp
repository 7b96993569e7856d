// SMA*: simplified memory-bounded A* (Russell, 1992).
//
// Searches like A* until memory is full, then forgets the worst leaf (highest f, shallowest) and keeps in its parent
// the least f of what was forgotten there; when that becomes the best value left, the children are made again, never
// with a lower f. Optimal whenever memory holds the nodes of one optimal path: a node below which nothing fits gets f =
// ∞, and from then on nothing is proven beyond the least f that did not fit.
//
// Two rules keep it from going in circles. The deepest of the best is expanded first. A child is stored only at the
// expense of a leaf that is worse than itself; otherwise it is the child that is forgotten at once.
//
// A child whose state is in memory at a smaller depth is left out: no optimal path leads through it. One whose state is
// in memory at the same depth is left to that node, but only until memory is full. For then that node may be forgotten,
// and when it is time to make it again, what lies on the way to it may be left, in turn, to nodes below which it was
// left out: each relies on the other, and a plan is lost. So when memory is full for the first time, every node gets
// back the f of what it left to others, and from then on each makes all its children itself.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "search/result.hpp"
#include "search/space.hpp"

namespace budge::search {

template <Space S>
class Sma {
 public:
  using State = typename S::State;
  using Op = typename S::Op;

  Sma(const S& space, Control& control)
      : space_(space), control_(control), nodes_(Accounted<Record>(control)), heads_(Accounted<Index>(control)) {}

  Result<Op> run(bool trace) {
    Result<Op> result;
    result.trace.on = trace;
    guarded(result, [&] { search(result); });
    return result;
  }

 private:
  using Index = std::uint32_t;
  static constexpr Index nobody = std::numeric_limits<Index>::max();
  static constexpr std::int32_t infinite = std::numeric_limits<std::int32_t>::max();

  // Nodes in memory form a tree. Those that can be expanded are in a list of their priority: leaves, and inner nodes
  // some of whose children were forgotten.
  struct Record {
    State state;
    Index parent, children;  // children: how many are in memory
    Index previous, next;    // in the list of its priority
    Index chain;             // in the table of states
    std::int32_t f;          // of a leaf
    std::int32_t forgotten;  // the least f of the children forgotten
    std::int32_t left;       // the least f of the children left to nodes of the same depth
    std::uint32_t depth;
    Op move;  // from the parent
    Op back;  // to the parent
  };

  // Lists of nodes by (f, deepest first).
  class Lists {
   public:
    using Key = std::pair<std::int32_t, std::int64_t>;
    explicit Lists(Sma& owner) : owner_(owner) {}

    bool empty() const { return heads_.empty(); }
    Key best() const { return heads_.begin()->first; }
    Index first() const { return heads_.begin()->second; }
    Index last() const { return heads_.rbegin()->second; }

    void add(Index index, std::int32_t f) {
      Record& record = owner_.nodes_[index];
      const auto [place, fresh] = heads_.try_emplace(key(record, f), index);
      record.previous = nobody;
      record.next = fresh ? nobody : place->second;
      if (!fresh) owner_.nodes_[place->second].previous = index;
      place->second = index;
    }
    void remove(Index index, std::int32_t f) {
      Record& record = owner_.nodes_[index];
      if (record.next != nobody) owner_.nodes_[record.next].previous = record.previous;
      if (record.previous != nobody) {
        owner_.nodes_[record.previous].next = record.next;
      } else if (record.next != nobody) {
        heads_[key(record, f)] = record.next;
      } else {
        heads_.erase(key(record, f));
      }
    }

   private:
    static Key key(const Record& record, std::int32_t f) { return {f, -static_cast<std::int64_t>(record.depth)}; }

    Sma& owner_;
    std::map<Key, Index> heads_;
  };

  void search(Result<Op>& result) {
    const auto start = space_.start();
    control_.generated = 1;
    const Index root = store(space_.pack(start), nobody, space_.h(start), 0, Op{}, Op{});
    if (root == nobody) {
      control_.lower_bound = space_.h(start);
      throw Stopped{Stop::memory};
    }
    leaves_.add(root, nodes_[root].f);
    for (;;) {
      const bool inner = !partial_.empty() && (leaves_.empty() || partial_.best() < leaves_.best());
      const auto [f, depth] = inner ? partial_.best() : leaves_.best();
      if (const auto proven = std::min(f, cut_); proven != infinite) {
        control_.lower_bound = std::max<std::int64_t>(control_.lower_bound, proven);
      }
      if (f == infinite) break;
      const Index best = inner ? partial_.first() : leaves_.first();
      const auto node = space_.unpack(nodes_[best].state);
      if (!inner && space_.is_goal(node)) {
        for (Index at = best; nodes_[at].parent != nobody; at = nodes_[at].parent)
          result.plan.push_back(nodes_[at].move);
        std::reverse(result.plan.begin(), result.plan.end());
        control_.best_cost = nodes_[best].depth;
        result.status = control_.lower_bound == control_.best_cost ? Status::optimal : Status::solved;
        return;
      }
      (inner ? partial_ : leaves_).remove(best, f);
      ++control_.expanded;
      result.trace.expansion(nodes_[best].depth);
      expand(best, node, f);
      if (control_.due()) control_.poll();
    }
    if (cut_ != infinite) throw Stopped{Stop::memory};
    result.status = Status::unsolvable;
  }

  // Makes the children of a node that are not in memory; none of them can be better than `floor`.
  void expand(Index index, typename S::Node node, std::int32_t floor) {
    nodes_[index].forgotten = nodes_[index].left = infinite;
    const std::uint32_t depth = nodes_[index].depth + 1;
    const Op back = nodes_[index].back;
    for (const Op op : space_.moves(node)) {
      if (depth > 1 && op == back) continue;
      const auto undo = space_.apply(node, op);
      const State state = space_.pack(node);
      const auto f = std::max(floor, static_cast<std::int32_t>(depth) + space_.h(node));
      switch (look_up(state, depth, index)) {
        case Known::dispensable:
          break;
        case Known::elsewhere:
          nodes_[index].left = std::min(nodes_[index].left, f);
          break;
        case Known::no:
          ++control_.generated;
          add_child(index, state, f, depth, op, space_.reverse(undo), floor);
          break;
      }
      space_.undo(node, undo);
    }
    if (full_) nodes_[index].forgotten = std::min(nodes_[index].forgotten, std::exchange(nodes_[index].left, infinite));
    settle(index);
  }

  void add_child(Index parent, const State& state, std::int32_t f, std::uint32_t depth, Op move, Op back,
                 std::int32_t floor) {
    const bool was_full = full_;
    Index child = store(state, parent, f, depth, move, back);
    if (child == nobody) {
      if (!was_full) give_back(parent, floor);
      const Index worst = leaves_.empty() ? nobody : leaves_.last();
      if (worst == nobody) {
        cut_ = std::min(cut_, f);  // the path alone fills the memory
        return;
      }
      assert(nodes_[worst].parent != nobody);  // a root that is a leaf is expanded, and not among the leaves
      const Record& leaf = nodes_[worst];
      if (leaf.f < f || (leaf.f == f && leaf.depth >= depth)) {
        nodes_[parent].forgotten = std::min(nodes_[parent].forgotten, f);
        return;
      }
      forget(worst, parent);
      child = store(state, parent, f, depth, move, back);
    }
    ++nodes_[parent].children;
    leaves_.add(child, f);
  }

  // Drops a leaf and leaves its value with its parent, unless that is the node being expanded, which settles later.
  void forget(Index index, Index expanding) {
    Record& leaf = nodes_[index];
    leaves_.remove(index, leaf.f);
    unchain(index);
    free_.push_back(index);
    Record& parent = nodes_[leaf.parent];
    if (leaf.parent != expanding && parent.forgotten != infinite) partial_.remove(leaf.parent, parent.forgotten);
    parent.forgotten = std::min(parent.forgotten, leaf.f);
    --parent.children;
    if (leaf.parent != expanding) settle(leaf.parent);
  }

  // Memory has just become full: what was left to others counts as forgotten. None of it is better than `floor`.
  void give_back(Index expanding, std::int32_t floor) {
    for (Index index = 0; index < nodes_.size(); ++index) {
      Record& record = nodes_[index];
      if (index == expanding || record.left == infinite) continue;
      assert(record.forgotten == infinite);  // nothing was, yet
      if (record.children == 0) leaves_.remove(index, record.f);
      record.forgotten = std::max(floor, std::exchange(record.left, infinite));
      settle(index);
    }
  }

  // Puts a node where it belongs: among the leaves, among the partly forgotten, or nowhere.
  void settle(Index index) {
    Record& record = nodes_[index];
    if (record.children == 0) {
      record.f = record.forgotten;
      record.forgotten = infinite;
      leaves_.add(index, record.f);
    } else if (record.forgotten != infinite) {
      partial_.add(index, record.forgotten);
    }
  }

  // A place for a node, or nobody if memory is full.
  Index store(const State& state, Index parent, std::int32_t f, std::uint32_t depth, Op move, Op back) {
    Index index = nobody;
    if (!free_.empty()) {
      index = free_.back();
      free_.pop_back();
    } else if (!full_) {
      try {
        if (nodes_.size() >= heads_.size()) rehash();
        index = static_cast<Index>(nodes_.size());
        nodes_.emplace_back();
      } catch (const Stopped&) {
        full_ = true;
        return nobody;
      }
    } else {
      return nobody;
    }
    Index& head = heads_[state.hash() % heads_.size()];
    nodes_[index] = {state, parent, 0, nobody, nobody, head, f, infinite, infinite, depth, move, back};
    head = index;
    return index;
  }

  // Whether a child is in memory already: as such or at a smaller depth, so that it can be dispensed with; or elsewhere
  // at the same depth, which counts for as long as nothing is ever forgotten.
  enum class Known : std::uint8_t { no, elsewhere, dispensable };
  Known look_up(const State& state, std::uint32_t depth, Index parent) const {
    Known known = Known::no;
    for (Index at = heads_[state.hash() % heads_.size()]; at != nobody; at = nodes_[at].chain) {
      const Record& record = nodes_[at];
      if (record.depth > depth || !(record.state == state)) continue;
      if (record.depth < depth || record.parent == parent) return Known::dispensable;
      if (!full_) known = Known::elsewhere;
    }
    return known;
  }

  void unchain(Index index) {
    Index* at = &heads_[nodes_[index].state.hash() % heads_.size()];
    while (*at != index) at = &nodes_[*at].chain;
    *at = nodes_[index].chain;
  }

  void rehash() {
    Vector<Index> heads(std::max<std::size_t>(8, 2 * heads_.size()), nobody, Accounted<Index>(control_));
    heads_.swap(heads);
    for (Index index = 0; index < nodes_.size(); ++index) {
      Index& head = heads_[nodes_[index].state.hash() % heads_.size()];
      nodes_[index].chain = head;
      head = index;
    }
  }

  const S& space_;
  Control& control_;
  std::deque<Record, Accounted<Record>> nodes_;
  Vector<Index> heads_;
  std::vector<Index> free_;
  Lists leaves_{*this}, partial_{*this};
  bool full_ = false;
  std::int32_t cut_ = infinite;  // the least f of the paths that were given up because they did not fit
};

}  // namespace budge::search
