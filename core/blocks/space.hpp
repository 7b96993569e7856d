// Sliding blocks as a search space: a position in a few words, moves by precomputed masks.
//
// A state holds the place of every slot (see packing.hpp); a Rush Hour card or Klotski fits in one word. For every
// place and direction a table holds the cells that a step enters, so a step is legal if they do not intersect the
// occupied cells. A longer move (see metric.hpp) is one operator of cost one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <vector>

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include "blocks/board.hpp"
#include "blocks/bound.hpp"
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
  using Op = std::uint16_t;  // slot and place to go to

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
      : layout_(layout), metric_(metric), heuristic_(layout, goals, metric, heuristic) {
    const Fields fields(layout);
    for (const int cell : layout.solid) solid_.add(cell);
    for (const Group& group : layout.groups) tables_.push_back(table(group));
    for (int slot = 0; slot < layout.slots(); ++slot) {
      const int number = layout.group_of[slot];
      const Group& group = layout.groups[number];
      const Field& field = fields.of[slot];
      slots_.push_back({field.mask, tables_[number].data(), field.word, field.shift,
                        static_cast<std::uint8_t>(group.first),
                        static_cast<std::uint8_t>(group.first + group.size() - 1)});
    }
    start_ = pack(layout.start);
    for (const Goal& goal : goals) add_goal(goal);
  }

  // States are numbered places, in the order of the layout's slots.
  State pack(const std::vector<Place>& places) const {
    State state{};
    for (std::size_t slot = 0; slot < places.size(); ++slot) set(state, slots_[slot], places[slot]);
    return state;
  }
  std::vector<Place> places(const State& state) const {
    std::vector<Place> places;
    for (const Slot& slot : slots_) places.push_back(get(state, slot));
    return places;
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
    for (const Slot& slot : slots_) node.occupied |= slot.table[get(state, slot)].cells;
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
      for (std::size_t slot = 0; slot < slots_.size(); ++slot) places[slot] = get(node.state, slots_[slot]);
      each_move(places, node.occupied, slots_.size(), [&](std::size_t slot, Place to) { ops.push_back(op(slot, to)); });
    });
  }

  // Calls visit(state, inverse move) for every child of a state except those that are pointless after `back`, in the
  // order of moves(): all that a search without a heuristic needs, without constructing nodes.
  template <class Visit>
  void each_child(const State& state, Op back, bool root, const Visit& visit) const {
    Places places;
    Board occupied = solid_;
    for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
      places[slot] = get(state, slots_[slot]);
      occupied |= slots_[slot].table[places[slot]].cells;
    }
    const std::size_t last = root ? slots_.size() : back >> 8;
    each_move(places, occupied, metric_.turns ? last : slots_.size(), [&](std::size_t slot, Place to) {
      if (slot == last && pointless(op(slot, to), back)) return;
      State child = state;
      const int at = shift(child, static_cast<int>(slot), to);
      visit(child, op(at, places[slot]));
    });
  }

  Undo apply(Node& node, Op op) const {
    Undo undo{node, 0};
    const int slot = op >> 8;
    const int from = get(node.state, slots_[slot]);
    node.occupied ^= slots_[slot].table[from].cells;
    node.occupied |= slots_[slot].table[op & 255].cells;
    undo.back = static_cast<Op>(shift(node.state, slot, op & 255) << 8 | from);
    if (heuristic_.depends_on(slot)) node.h = evaluate(node);
    return undo;
  }
  void undo(Node& node, const Undo& undo) const { node = undo.before; }
  Op reverse(const Undo& undo) const { return undo.back; }
  Op retreat(Node& node, Op back) const { return reverse(apply(node, back)); }

  // Two moves of a piece along one line are one move if that reaches as far; two moves that may turn always are one.
  bool pointless(Op op, Op back) const {
    if (metric_.reach == 1 || op >> 8 != back >> 8) return op == back;
    if (metric_.turns) return true;
    const Footprint *to = &slots_[op >> 8].table[op & 255], *from = &slots_[op >> 8].table[back & 255];
    if (to->row != from->row && to->column != from->column) return false;
    return std::abs(to->row - from->row) + std::abs(to->column - from->column) <= metric_.reach;
  }

  // Moves the piece of a slot and keeps the group sorted; returns the new slot of the piece.
  int shift(State& state, int slot, int to) const {
    int last = slots_[slot].last, first = slots_[slot].first;
    for (int next; slot < last && (next = get(state, slots_[slot + 1])) < to; ++slot) set(state, slots_[slot], next);
    for (int next; slot > first && (next = get(state, slots_[slot - 1])) > to; --slot) set(state, slots_[slot], next);
    set(state, slots_[slot], to);
    return slot;
  }

  // The steps of a shortest path of a piece to another place while all others stay.
  std::vector<int> steps(const Node& node, Op op) const {
    const Slot& slot = slots_[op >> 8];
    const Place from = get(node.state, slot), to = op & 255;
    Board others = node.occupied;
    others ^= slot.table[from].cells;
    std::vector<int> came(256, -1);
    std::vector<Place> queue{from};
    for (std::size_t head = 0; head < queue.size() && came[to] < 0; ++head) {
      const Footprint& here = slot.table[queue[head]];
      for (int direction = 0; direction < 4; ++direction) {
        const Place next = here.next[direction];
        if (next == nowhere || next == from || came[next] >= 0 || here.enters[direction].meets(others)) continue;
        came[next] = direction;
        queue.push_back(next);
      }
    }
    std::vector<int> way;
    for (Place at = to; at != from; at = slot.table[at].next[opposite(came[at])]) way.push_back(came[at]);
    return {way.rbegin(), way.rend()};
  }

 private:
  // A piece at a place: its cells, the steps that the board allows, and the cells that each step enters.
  struct alignas(64) Footprint {
    Board cells;
    std::array<Board, 4> enters;
    std::array<Place, 4> next;
    std::uint8_t row, column;
    std::uint8_t open = 0;  // one bit for each direction
  };
  struct Slot {
    std::uint64_t mask;
    const Footprint* table;
    std::uint8_t word, shift;
    std::uint8_t first, last;  // slots of its group
  };
  // A goal: the fields of groups of one piece are compared together, the others one by one.
  struct Target {
    State mask{}, value{};
    std::vector<Want> wants;
  };

  using Places = std::array<Place, 256>;

  static Place get(const State& state, const Slot& slot) {
    return static_cast<Place>(state.words[slot.word] >> slot.shift & slot.mask);
  }
  static void set(State& state, const Slot& slot, int place) {
    std::uint64_t& word = state.words[slot.word];
    word = (word & ~(slot.mask << slot.shift)) | static_cast<std::uint64_t>(place) << slot.shift;
  }

  std::vector<Footprint> table(const Group& group) const {
    std::vector<Footprint> table(group.places());
    for (std::size_t place = 0; place < table.size(); ++place) {
      for (const int cell : group.cells[place]) table[place].cells.add(cell);
      table[place].row = static_cast<std::uint8_t>(group.cells[place][0] / layout_.width);
      table[place].column = static_cast<std::uint8_t>(group.cells[place][0] % layout_.width);
    }
    for (std::size_t place = 0; place < table.size(); ++place) {
      Footprint& here = table[place];
      here.next = group.next[place];
      for (int direction = 0; direction < 4; ++direction) {
        if (here.next[direction] == nowhere) continue;
        here.open |= 1 << direction;
        here.enters[direction] = here.cells;
        here.enters[direction] |= table[here.next[direction]].cells;
        here.enters[direction] ^= here.cells;
      }
    }
    return table;
  }

  void add_goal(const Goal& goal) {
    Target target;
    for (const Want& want : goal) {
      const Group& group = layout_.groups[want.group];
      if (group.size() > 1) {
        target.wants.push_back(want);
        continue;
      }
      const Slot& slot = slots_[group.first];
      target.mask.words[slot.word] |= slot.mask << slot.shift;
      set(target.value, slot, want.place);
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
      if (get(state, slots_[group.first + i]) == want.place) return true;
    }
    return false;
  }

  static Op op(std::size_t slot, Place place) { return static_cast<Op>(slot << 8 | place); }

  // Calls visit(slot, destination) for every move except those of the slot `skip`. Free directions are computed for
  // sixteen slots at a time, without branches, because few slots can move.
  template <class Visit>
  void each_move(const Places& places, const Board& occupied, std::size_t skip, const Visit& visit) const {
    for (std::size_t begin = 0; begin < slots_.size(); begin += 16) {
      const std::size_t count = std::min<std::size_t>(16, slots_.size() - begin);
      std::uint64_t free = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const Footprint& here = slots_[begin + i].table[places[begin + i]];
        free |= std::uint64_t{free_directions(here, occupied)} << (4 * i);
      }
      if (skip - begin < 16) free &= ~(std::uint64_t{15} << (4 * (skip - begin)));
      while (free) {
        const int i = std::countr_zero(free) / 4;
        const std::size_t slot = begin + i;
        const unsigned directions = free >> (4 * i) & 15;
        free &= ~(std::uint64_t{15} << (4 * i));
        const auto go = [&](Place to) { visit(slot, to); };
        if (metric_.turns) {
          anywhere(occupied, slots_[slot].table, places[slot], directions, go);
        } else {
          straight(occupied, slots_[slot].table, places[slot], directions, go);
        }
      }
    }
  }

  // One bit for each direction.
  static unsigned free_directions(const Footprint& here, const Board& occupied) {
#ifdef __AVX2__
    if constexpr (sizeof(Board) == 8) {
      const __m256i met = _mm256_and_si256(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(&here.enters)),
                                           _mm256_set1_epi64x(static_cast<long long>(occupied.word)));
      const __m256i none = _mm256_cmpeq_epi64(met, _mm256_setzero_si256());
      return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(none))) & here.open;
    }
#endif
    unsigned free = 0;
    for (int direction = 0; direction < 4; ++direction) {
      free |= static_cast<unsigned>(!here.enters[direction].meets(occupied)) << direction;
    }
    return free & here.open;
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
      others ^= table[place].cells;
      for (int cells = 1; cells < metric_.reach && (free_directions(table[at], others) >> direction & 1); ++cells) {
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
    others ^= table[place].cells;
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
      directions = free_directions(table[place], others);
    }
  }

  int evaluate(const Node& node) const {
    return heuristic_.evaluate([&](int slot) { return get(node.state, slots_[slot]); });
  }

  const Layout& layout_;
  Metric metric_;
  BlockBound heuristic_;
  Board solid_;
  std::vector<std::vector<Footprint>> tables_;  // by group
  std::vector<Slot> slots_;
  State start_;
  std::vector<State> goals_;
  std::vector<Target> targets_;
};

using SmallBlockSpace = BlockSpace<1, Board64>;
static_assert(search::Reversible<SmallBlockSpace> && search::SpaceWithGoals<SmallBlockSpace>);
static_assert(search::HasPointless<SmallBlockSpace> && search::MakesChildren<SmallBlockSpace>);

}  // namespace budge::blocks
