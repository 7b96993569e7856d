// SMA*: simplified memory-bounded A* (Russell, 1992).
//
// Searches like A* until memory is full. Then it forgets the worst leaf (largest f, smallest g) and stores in its
// parent the smallest f of the forgotten children. When this becomes the best value left, the children are generated
// again, never with a smaller f. Optimal if memory holds the nodes of one optimal path: a node below which nothing fits
// gets f = ∞, and from then on nothing is proven beyond the smallest f that did not fit.
//
// Three rules prevent cycles. Among the best nodes, one of the largest g is expanded first. A child is stored only at
// the expense of a leaf that is worse than itself; otherwise the child is forgotten at once. If children of different f
// are forgotten, only those of the smallest f are generated again, until none of that f are left: otherwise two
// children that do not fit in memory together would be searched in turns, each forgetting the results of the other, and
// a third would never get a turn.
//
// A set of bits says which children these are, and a wide node has more children than a set has bits. Once memory is
// full, such a node generates its children page by page, a page being as many as there are bits: the next page when all
// children of the current page have a larger f. When the node has its turn again, no leaf of the same f is deeper, so
// all its children have a larger f. A child that is forgotten at that f before then belongs to the current page, and
// its bit identifies it.
//
// A child whose state is in memory with a smaller g is left out: no optimal path leads through it. A child whose state
// is in memory with the same g is left to that node, but only until memory is full. After that, that node may be
// forgotten; and when it should be generated again, the path to it may have been left, in turn, to nodes below which it
// was left out. Each would rely on the other, and a plan would be lost. So when memory fills up for the first time,
// every node gets back the f of what it left to others, and from then on each node generates all its children itself.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "search/expand.hpp"
#include "search/kit.hpp"
#include "search/path.hpp"
#include "search/record.hpp"
#include "search/result.hpp"
#include "search/space.hpp"

namespace budge::search {

// Order of priority: smallest f first, then largest g. Defined outside Sma, because all spaces share it.
template <class Cost>
struct SmaPriority {
  Cost f, g;
  bool operator<(const SmaPriority& other) const { return f != other.f ? f < other.f : g > other.g; }
};

template <Space S>
class Sma {
 public:
  using State = typename S::State;
  using Op = typename S::Op;
  using Cost = CostOf<S>;

  Sma(Ref<S> space, Control& control)
      : space_(space), control_(control), nodes_(Accounted<Record>(control)), heads_(Accounted<Index>(control)) {}

  Result<Op> run(bool trace) {
    return result_of<Op>(trace, control_, [&](auto& result) { search(result); });
  }

 private:
  using Index = std::uint32_t;
  static constexpr Index no_node = std::numeric_limits<Index>::max();
  using Kept = std::conditional_t<NodeSpace<S>, std::int32_t, Cost>;
  static constexpr Kept infinite = max_cost<Kept>;

  // A set of children of one page: bits by number. In a space of nodes, nodes have few children.
  using Children = std::conditional_t<NodeSpace<S>, std::uint16_t, std::uint64_t>;
  static constexpr Children every_child = std::numeric_limits<Children>::max();
  static constexpr int bits = std::numeric_limits<Children>::digits;
  static Children only(int number) { return static_cast<Children>(std::uint64_t{1} << number % bits); }

  // The page of a node that is not wide, or not known to be wide: it has all children.
  static constexpr Index whole = (1 << 13) - 1;

  // Nodes in memory form a tree. Those that can be expanded are in a list of their priority: leaves, and inner nodes
  // with forgotten children.
  struct Record {
    State state;
    Index parent;
    Index children : 19;   // number of children in memory
    Index page : 13;       // of a wide node: children of earlier pages have a larger f than `forgotten`, those of later
                           // pages have not been generated again yet
    Index previous, next;  // in the list of its priority
    Index chain;           // in the table of states
    Kept f;                // of a leaf
    Kept forgotten;        // the smallest f of the forgotten children
    Kept apart;            // the smallest f of the other children not in memory: those left to nodes of the same g and,
                           // once memory is full, forgotten ones of a larger f
    Kept g;
    Children again;                        // to be generated again; if empty, those of the next page
    std::uint8_t number;                   // among the children of its parent
    [[no_unique_address]] BackOf<S> back;  // the move to the parent, if moves can be undone

    bool is_wide() const { return page != whole; }
    void turn_to_first_page() {
      page = 0;
      again = every_child;
    }
  };

  // Lists of nodes by (f, largest g first).
  class Lists {
   public:
    using Key = SmaPriority<Kept>;

    explicit Lists(Sma& owner) : owner_(owner) {}

    bool empty() const { return heads_.empty(); }
    Key best() const { return heads_.begin()->first; }
    Index first() const { return heads_.begin()->second; }
    Index last() const { return heads_.rbegin()->second; }

    void add(Index index, Kept f) {
      Record& record = owner_.nodes_[index];
      const auto [place, fresh] = heads_.try_emplace(key(record, f), index);
      record.previous = no_node;
      record.next = fresh ? no_node : place->second;
      if (!fresh) owner_.nodes_[place->second].previous = index;
      place->second = index;
    }
    void remove(Index index, Kept f) {
      Record& record = owner_.nodes_[index];
      if (record.next != no_node) owner_.nodes_[record.next].previous = record.previous;
      if (record.previous != no_node) {
        owner_.nodes_[record.previous].next = record.next;
      } else if (record.next != no_node) {
        heads_[key(record, f)] = record.next;
      } else {
        heads_.erase(key(record, f));
      }
    }

   private:
    static Key key(const Record& record, Kept f) { return {f, record.g}; }

    Sma& owner_;
    std::map<Key, Index> heads_;
  };

  void search(Result<Op>& result) {
    const State start = packed(space_, space_.start());
    control_.generated = 1;
    const Cost h = value_of(space_, start);
    if (is_lost<S>(h)) {
      result.status = Status::unsolvable;
      return;
    }
    const Index root = store(start, hash_of(space_, start), no_node, 0, static_cast<Kept>(h), Kept{}, {});
    if (root == no_node) {
      control_.lower_bound = coded(space_, static_cast<Kept>(h));
      throw Stopped{Stop::memory};
    }
    leaves_.add(root, nodes_[root].f);
    for (;;) {
      const bool inner = !partial_.empty() && (leaves_.empty() || partial_.best() < leaves_.best());
      const Kept f = (inner ? partial_.best() : leaves_.best()).f;
      if (const Kept proven = std::min(f, cut_); proven != infinite) {
        control_.lower_bound = std::max(control_.lower_bound, coded(space_, proven));
      }
      if (f == infinite) break;
      const Index best = inner ? partial_.first() : leaves_.first();
      auto&& here = position(space_, nodes_[best].state);
      if (!inner && space_.is_goal(here)) {
        control_.best_cost = coded(space_, nodes_[best].g);
        result.plan = plan_to(best);
        result.status = control_.lower_bound == control_.best_cost ? Status::optimal : Status::solved;
        return;
      }
      (inner ? partial_ : leaves_).remove(best, f);
      ++control_.expanded;
      note_expansion(
          result.trace, space_, nodes_[best].state, static_cast<Cost>(nodes_[best].g), [&] { return space_.h(here); },
          control_);
      expand_node(best, here, f);
      if (control_.due()) control_.poll();
    }
    if (cut_ != infinite) throw Stopped{Stop::memory};
    result.status = Status::unsolvable;
  }

  std::vector<Op> plan_to(Index end) {
    if constexpr (Reversible<S>) {
      std::vector<Op> plan;
      auto node = space_.unpack(nodes_[end].state);
      for (Index at = end; nodes_[at].parent != no_node; at = nodes_[at].parent) {
        plan.push_back(space_.retreat(node, nodes_[at].back));
      }
      std::reverse(plan.begin(), plan.end());
      return plan;
    } else {
      std::vector<State> path;
      for (Index at = end; at != no_node; at = nodes_[at].parent) path.push_back(nodes_[at].state);
      std::reverse(path.begin(), path.end());
      return moves_along<S>(space_, path);
    }
  }

  // Generates the children of a node that are not in memory; none of them gets an f below `floor`.
  template <class Position>
  void expand_node(Index index, Position& here, Kept floor) {
    const bool was_full = full_, was_wide = nodes_[index].is_wide();
    Children wanted = std::exchange(nodes_[index].again, Children{});
    if (wanted == 0) {
      assert(was_wide);
      ++nodes_[index].page;
      wanted = every_child;
    }
    const int first = was_wide ? static_cast<int>(nodes_[index].page) * bits : 0;
    const int last = was_wide ? first + bits - 1 : std::numeric_limits<int>::max();
    nodes_[index].forgotten = was_wide ? floor : infinite;
    const Cost g = nodes_[index].g;
    int number = -1;
    const BackOf<S> back = nodes_[index].back;
    expand(space_, here, nodes_[index].parent == no_node ? nullptr : &back, inverse,
           [&](const State& state, std::uint64_t hash, Cost edge, BackOf<S> way_back, auto&& h) {
             ++number;
             if (number < first || number > last || !(wanted & only(number))) return;
             const auto reached = static_cast<Kept>(g + edge);
             const Known known = look_up(state, hash, reached, index);
             if (known == Known::dispensable) return;
             if (known == Known::no) ++control_.generated;
             const Cost value = h();
             if (is_lost<S>(value)) return;
             const Kept f = std::max(floor, static_cast<Kept>(reached + value));
             if (known == Known::elsewhere) {
               nodes_[index].apart = std::min(nodes_[index].apart, f);
             } else {
               add_child(index, number, state, hash, f, reached, way_back, floor);
             }
           });
    Record& record = nodes_[index];
    if (was_wide) {
      if (number < first) record.forgotten = infinite;  // the page before was the last
    } else if (number >= bits) {
      assert(number / bits < static_cast<int>(whole) - 1);
      record.page = 0;
      if (record.forgotten != infinite) make_all_again(record);
    }
    if (full_ && !was_full) make_all_again(record);
    settle(index);
  }

  void add_child(Index parent, int number, const State& state, std::uint64_t hash, Kept f, Kept g, BackOf<S> back,
                 Kept floor) {
    const bool was_full = full_;
    Index child = store(state, hash, parent, number, f, g, back);
    if (child == no_node && !was_full) give_back(parent, floor);
    while (child == no_node) {  // once, unless the state of a forgotten node is that of another node, too
      const Index worst = leaves_.empty() ? no_node : leaves_.last();
      if (worst == no_node) {
        cut_ = std::min(cut_, f);  // the path alone fills memory
        return;
      }
      assert(nodes_[worst].parent !=
             no_node);  // a root that is a leaf is being expanded, so it is not among the leaves
      const Record& leaf = nodes_[worst];
      if (leaf.f < f || (leaf.f == f && leaf.g >= g)) {
        count_forgotten(nodes_[parent], number, f);
        return;
      }
      forget(worst, parent);
      child = store(state, hash, parent, number, f, g, back);
    }
    ++nodes_[parent].children;
    leaves_.add(child, f);
  }

  // Forgets a leaf and stores its f in the parent, except for the node being expanded, which settles later.
  void forget(Index index, Index expanding) {
    Record& leaf = nodes_[index];
    leaves_.remove(index, leaf.f);
    unchain(index);
    if constexpr (HasRetention<S>) space_.release(leaf.state);
    free_.push_back(index);
    Record& parent = nodes_[leaf.parent];
    if (leaf.parent != expanding && parent.forgotten != infinite) partial_.remove(leaf.parent, parent.forgotten);
    count_forgotten(parent, leaf.number, leaf.f);
    --parent.children;
    if (leaf.parent != expanding) settle(leaf.parent);
  }

  static void count_forgotten(Record& parent, int number, Kept f) {
    if (f < parent.forgotten) {
      parent.apart = std::min(parent.apart, std::exchange(parent.forgotten, f));
      if (parent.is_wide()) {
        parent.turn_to_first_page();
      } else {
        parent.again = only(number);
      }
    } else if (f == parent.forgotten) {
      parent.again |= only(number);
    } else {
      parent.apart = std::min(parent.apart, f);
    }
  }

  static void make_all_again(Record& record) {
    record.forgotten = std::min(record.forgotten, std::exchange(record.apart, infinite));
    if (record.is_wide()) {
      record.turn_to_first_page();
    } else {
      record.again = every_child;
    }
  }

  // Memory has just filled up: children left to other nodes count as forgotten, with an f of at least `floor`.
  void give_back(Index expanding, Kept floor) {
    for (Index index = 0; index < nodes_.size(); ++index) {
      Record& record = nodes_[index];
      if (index == expanding || record.apart == infinite) continue;
      assert(record.forgotten == infinite);  // nothing was forgotten before
      if (record.children == 0) leaves_.remove(index, record.f);
      record.apart = std::max(floor, record.apart);
      make_all_again(record);
      settle(index);
    }
  }

  // Files a node: among the leaves, among the nodes with forgotten children, or in no list.
  void settle(Index index) {
    Record& record = nodes_[index];
    if (full_ && record.forgotten == infinite) make_all_again(record);
    if (record.children == 0) {
      record.f = record.forgotten;
      record.forgotten = infinite;
      leaves_.add(index, record.f);
    } else if (record.forgotten != infinite) {
      partial_.add(index, record.forgotten);
    }
  }

  // Stores a node. Returns no_node if memory is full.
  Index store(const State& state, std::uint64_t hash, Index parent, int number, Kept f, Kept g, BackOf<S> back) {
    if constexpr (HasRetention<S>) {
      if (free_.empty() && full_) return no_node;
      try {
        space_.retain(state);
      } catch (const Stopped&) {
        full_ = true;
        return no_node;
      }
    }
    const Index index = store_node(state, hash, parent, number, f, g, back);
    if constexpr (HasRetention<S>) {
      if (index == no_node) space_.release(state);
    }
    return index;
  }
  Index store_node(const State& state, std::uint64_t hash, Index parent, int number, Kept f, Kept g, BackOf<S> back) {
    Index index = no_node;
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
        return no_node;
      }
    } else {
      return no_node;
    }
    Index& head = heads_[hash % heads_.size()];
    nodes_[index] = {state,
                     parent,
                     0,
                     whole,
                     no_node,
                     no_node,
                     head,
                     f,
                     infinite,
                     infinite,
                     g,
                     every_child,
                     static_cast<std::uint8_t>(number % bits),
                     back};
    head = index;
    return index;
  }

  // Whether a child is in memory already: as a child of this node or with a smaller g, so that it is dispensable; or
  // elsewhere with the same g, which counts only while nothing was ever forgotten.
  enum class Known : std::uint8_t { no, elsewhere, dispensable };
  Known look_up(const State& state, std::uint64_t hash, Kept g, Index parent) const {
    Known known = Known::no;
    for (Index at = heads_[hash % heads_.size()]; at != no_node; at = nodes_[at].chain) {
      const Record& record = nodes_[at];
      if (record.g > g || !(record.state == state)) continue;
      if (record.g < g || record.parent == parent) return Known::dispensable;
      if (!full_) known = Known::elsewhere;
    }
    return known;
  }

  void unchain(Index index) {
    Index* at = &heads_[hash_of(space_, nodes_[index].state) % heads_.size()];
    while (*at != index) at = &nodes_[*at].chain;
    *at = nodes_[index].chain;
  }

  void rehash() {
    Vector<Index> heads(std::max<std::size_t>(8, 2 * heads_.size()), no_node, Accounted<Index>(control_));
    heads_.swap(heads);
    for (Index index = 0; index < nodes_.size(); ++index) {
      Index& head = heads_[hash_of(space_, nodes_[index].state) % heads_.size()];
      nodes_[index].chain = head;
      head = index;
    }
  }

  Ref<S> space_;
  Control& control_;
  std::deque<Record, Accounted<Record>> nodes_;
  Vector<Index> heads_;
  std::vector<Index> free_;
  Lists leaves_{*this}, partial_{*this};
  bool full_ = false;
  Kept cut_ = infinite;  // the smallest f of the paths that did not fit
};

struct SmaSearch {
  static constexpr std::string_view name = "sma";

  template <HasGuided K>
  static Solution run(const K& kit, const Request& request, Control& control) {
    return kit.guided([&]<class S>(S& space) { return widen(Sma<S>(space, control).run(request.trace)); });
  }
};

}  // namespace budge::search
