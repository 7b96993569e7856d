// Sliding blocks as a search space: a position in a few words, moves by precomputed masks.
//
// A state holds the place of every slot (see packing.hpp); a Rush Hour card or Klotski fits in one word. A step is
// legal if the cells that it enters (see footprint.hpp) are not occupied. A longer move (see metric.hpp) is one
// operator of cost one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <type_traits>
#include <vector>

#include "blocks/board.hpp"
#include "blocks/bound.hpp"
#include "blocks/footprint.hpp"
#include "blocks/layout.hpp"
#include "blocks/packing.hpp"
#include "search/hooks.hpp"
#include "support/short_list.hpp"

namespace budge::blocks {

template <int word_count, class BoardType>
class BlockSpace {
 public:
  using Board = BoardType;
  using State = Words<word_count>;
  // A slot and the place to go to.
  using Op = std::conditional_t<Board::capacity <= Board256::capacity, std::uint16_t, std::uint32_t>;

  struct Node {
    State state;
    Board occupied;
    int h;
  };
  struct Undo {
    Node before;
    Op back;
  };
  using Ops = ShortList<Op, 120>;

  // The goals may differ from those of the layout: for the search from the other end, the start is the goal.
  BlockSpace(const Layout& layout, const std::vector<Goal>& goals, Metric metric, Heuristic heuristic)
      : layout_(layout), metric_(metric), heuristic_(layout, goals, metric, heuristic), packing_(layout) {
    for (const int cell : layout.solid) solid_.add(cell);
    for (const Group& group : layout.groups) footprints_.emplace_back(group, layout.width);
    for (const int group : layout.group_of) tables_.push_back(footprints_[group].data());
    start_ = pack(layout.start);
    for (const Goal& goal : goals) add_goal(goal);
  }

  static constexpr int place_bits = std::bit_width(unsigned{Board::capacity - 1});
  static std::size_t slot_of(Op op) { return op >> place_bits; }
  static Place place_of(Op op) { return op & (Board::capacity - 1); }

  // States as places, in the order of the layout's slots.
  State pack(const std::vector<Place>& places) const { return packing_.pack(places); }

  // The anchor of each piece; interchangeable pieces are in the order of their places.
  std::vector<int> listed(const State& state) const {
    std::vector<Place> places(tables_.size());
    packing_.unpack(state, places);
    std::vector<int> anchors = layout_.anchors;
    for (const Group& group : layout_.groups) {
      for (std::size_t i = 0; i < group.size(); ++i) {
        anchors[group.pieces[i]] = group.cells[places[group.first + i]][0];
      }
    }
    return anchors;
  }

  // Goal states may be very many, so only searches from both ends add them.
  void add_goal_state(const std::vector<Place>& places) { goals_.push_back(pack(places)); }
  const std::vector<State>& goals() const { return goals_; }

  Node start() const { return unpack(start_); }
  State pack(const Node& node) const { return node.state; }
  Node unpack(const State& state) const {
    Node node = unpack(state, 0);
    node.h = evaluate(node);
    return node;
  }
  Node unpack(const State& state, int h) const {
    Node node{state, solid_, h};
    Places places;
    packing_.unpack(state, places);
    for (std::size_t slot = 0; slot < tables_.size(); ++slot) tables_[slot][places[slot]].add_to(node.occupied);
    return node;
  }

  int h(const Node& node) const { return node.h; }
  bool is_goal(const Node& node) const { return is_goal(node.state); }
  bool is_goal(const State& state) const {
    for (const Target& target : targets_) {
      if (!matches(state, target)) continue;
      bool all = true;
      for (const Want& want : target.wants) all = all && holds(state, want);
      if (all) return true;
    }
    return false;
  }

  Ops moves(const Node& node) const {
    return Ops([&](Ops& ops) {
      Places places;
      packing_.unpack(node.state, places);
      each_move(places, node.occupied, tables_.size(),
                [&](std::size_t slot, Place to) { ops.push_back(op_of(slot, to)); });
    });
  }

  // Calls visit(state, inverse move) for every child of a state except those that are pointless after `back`, in the
  // order of moves(): all that a search without a heuristic needs, without constructing nodes.
  template <class Visit>
  void each_child(const State& state, Op back, bool root, const Visit& visit) const {
    Places places;
    Board occupied = solid_;
    packing_.unpack(state, places);
    for (std::size_t slot = 0; slot < tables_.size(); ++slot) tables_[slot][places[slot]].add_to(occupied);
    const std::size_t last = root ? tables_.size() : slot_of(back);
    each_move(places, occupied, metric_.turns ? last : tables_.size(), [&](std::size_t slot, Place to) {
      if (slot == last && pointless(op_of(slot, to), back)) return;
      State child = state;
      const std::size_t at = packing_.move(child, slot, places[slot], to);
      visit(child, op_of(at, places[slot]));
    });
  }

  Undo apply(Node& node, Op op) const {
    Undo undo{node, 0};
    const std::size_t slot = slot_of(op);
    const Place from = packing_.place(node.state, slot), to = place_of(op);
    tables_[slot][from].remove_from(node.occupied);
    tables_[slot][to].add_to(node.occupied);
    undo.back = op_of(packing_.move(node.state, slot, from, to), from);
    if (heuristic_.depends_on(static_cast<int>(slot))) node.h = evaluate(node);
    return undo;
  }
  void undo(Node& node, const Undo& undo) const { node = undo.before; }
  Op reverse(const Undo& undo) const { return undo.back; }
  Op retreat(Node& node, Op back) const { return reverse(apply(node, back)); }

  // Two moves of a piece along one line are one move if that reaches as far; two moves that may turn always are one.
  bool pointless(Op op, Op back) const {
    if (metric_.reach == 1 || slot_of(op) != slot_of(back)) return op == back;
    if (metric_.turns) return true;
    const Footprint* table = tables_[slot_of(op)];
    const Footprint *to = &table[place_of(op)], *from = &table[place_of(back)];
    if (to->row != from->row && to->column != from->column) return false;
    return std::abs(to->row - from->row) + std::abs(to->column - from->column) <= metric_.reach;
  }

  // The steps of a shortest path of a piece to another place while all others stay.
  std::vector<int> steps(const Node& node, Op op) const {
    const Footprint* table = tables_[slot_of(op)];
    const Place from = packing_.place(node.state, slot_of(op)), to = place_of(op);
    Board others = node.occupied;
    table[from].remove_from(others);
    std::vector<int> came(Board::capacity, -1);
    std::vector<Place> queue{from};
    for (std::size_t head = 0; head < queue.size() && came[to] < 0; ++head) {
      const Footprint& here = table[queue[head]];
      const unsigned free = here.free_directions(others);
      for (int direction = 0; direction < 4; ++direction) {
        const Place next = here.next[direction];
        if (!(free >> direction & 1) || next == from || came[next] >= 0) continue;
        came[next] = direction;
        queue.push_back(next);
      }
    }
    std::vector<int> way;
    for (Place at = to; at != from; at = table[at].next[opposite(came[at])]) way.push_back(came[at]);
    return {way.rbegin(), way.rend()};
  }

 private:
  using Footprint = typename Footprints<Board>::Footprint;
  using Places = std::array<Place, Board::capacity>;

  // A goal: single pieces and sets of places are compared together, the places of other groups one by one.
  struct Target {
    State mask{}, value{};
    std::vector<Want> wants;
  };

  void add_goal(const Goal& goal) {
    Target target;
    for (const Want& want : goal) {
      const Group& group = layout_.groups[want.group];
      if (group.size() > 1 && !packing_.is_set(group.first)) {
        target.wants.push_back(want);
        continue;
      }
      packing_.add_mask(target.mask, group.first, want.place);
      packing_.add(target.value, group.first, want.place);
    }
    targets_.push_back(target);
  }
  static bool matches(const State& state, const Target& target) {
    std::uint64_t differ = 0;
    for (int i = 0; i < word_count; ++i) differ |= (state.words[i] & target.mask.words[i]) ^ target.value.words[i];
    return differ == 0;
  }
  bool holds(const State& state, const Want& want) const {
    const Group& group = layout_.groups[want.group];
    for (std::size_t i = 0; i < group.size(); ++i) {
      if (packing_.place(state, group.first + i) == want.place) return true;
    }
    return false;
  }

  static Op op_of(std::size_t slot, Place place) { return static_cast<Op>(slot << place_bits | place); }

  // Calls visit(slot, destination) for every move except those of the slot `skip`. Free directions are computed for
  // sixteen slots at a time, without branches, because few slots can move.
  template <class Visit>
  void each_move(const Places& places, const Board& occupied, std::size_t skip, const Visit& visit) const {
    for (std::size_t begin = 0; begin < tables_.size(); begin += 16) {
      const std::size_t count = std::min<std::size_t>(16, tables_.size() - begin);
      std::uint64_t free = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const Footprint& here = tables_[begin + i][places[begin + i]];
        free |= std::uint64_t{here.free_directions(occupied)} << (4 * i);
      }
      if (skip - begin < 16) free &= ~(std::uint64_t{15} << (4 * (skip - begin)));
      while (free) {
        const int i = std::countr_zero(free) / 4;
        const std::size_t slot = begin + i;
        const unsigned directions = free >> (4 * i) & 15;
        free &= ~(std::uint64_t{15} << (4 * i));
        const auto go = [&](Place to) { visit(slot, to); };
        if (metric_.turns) {
          anywhere(occupied, tables_[slot], places[slot], directions, go);
        } else {
          straight(occupied, tables_[slot], places[slot], directions, go);
        }
      }
    }
  }

  // Along straight lines.
  template <class Visit>
  void straight(const Board& occupied, const Footprint* table, Place place, unsigned directions,
                const Visit& visit) const {
    for (; directions; directions &= directions - 1) {
      const int direction = std::countr_zero(directions);
      Place at = table[place].next[direction];
      visit(at);
      if (metric_.reach == 1) continue;
      Board others = occupied;
      table[place].remove_from(others);
      for (int cells = 1; cells < metric_.reach && (table[at].free_directions(others) >> direction & 1); ++cells) {
        at = table[at].next[direction];
        visit(at);
      }
    }
  }
  // Along any path.
  template <class Visit>
  static void anywhere(const Board& occupied, const Footprint* table, Place place, unsigned directions,
                       const Visit& visit) {
    Board others = occupied;
    table[place].remove_from(others);
    Board seen;  // places; there are at most as many as cells
    seen.add(place);
    std::array<Place, Board::capacity> queue;
    std::size_t end = 0;
    for (std::size_t head = 0;; ++head) {
      for (; directions; directions &= directions - 1) {
        const Place next = table[place].next[std::countr_zero(directions)];
        if (seen.has(next)) continue;
        seen.add(next);
        queue[end++] = next;
        visit(next);
      }
      if (head == end) return;
      place = queue[head];
      directions = table[place].free_directions(others);
    }
  }

  int evaluate(const Node& node) const {
    return heuristic_.evaluate([&](int slot) { return packing_.place(node.state, slot); });
  }

  const Layout& layout_;
  Metric metric_;
  BlockBound heuristic_;
  Board solid_;
  Packing<word_count> packing_;
  std::vector<Footprints<Board>> footprints_;  // by group
  std::vector<const Footprint*> tables_;       // by slot
  State start_;
  std::vector<State> goals_;
  std::vector<Target> targets_;
};

using SmallBlockSpace = BlockSpace<1, Board64>;
static_assert(search::Reversible<SmallBlockSpace> && search::SpaceWithGoals<SmallBlockSpace>);
static_assert(search::HasPointless<SmallBlockSpace> && search::MakesChildren<SmallBlockSpace>);
static_assert(search::HasListing<SmallBlockSpace>);

}  // namespace budge::blocks
