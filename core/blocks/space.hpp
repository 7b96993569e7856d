// Sliding blocks as a search space: a position in a few words, moves by precomputed masks.
//
// A slot's place takes as many bits as its group has places to tell apart; a whole Rush Hour card or Klotski fits one
// word. Every place knows the cells that a step in each direction newly enters, so a step is legal if these and the
// occupied cells have nothing in common. A macro move (a slide, a move) is an operator of its own, of cost one.
#pragma once

#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "blocks/heuristic.hpp"
#include "blocks/layout.hpp"
#include "search/space.hpp"
#include "support/mix.hpp"
#include "support/short_list.hpp"

namespace budge {

template <int count>
struct Words {
  static constexpr int capacity = 64 * count;

  std::uint64_t words[count];

  auto operator<=>(const Words&) const = default;
  std::uint64_t hash() const {
    std::uint64_t hash = mix(words[0]);
    for (int i = 1; i < count; ++i) hash = mix(hash + words[i]);
    return hash;
  }
};

// Where a slot's place stands in the words: fields do not straddle words.
struct Field {
  std::uint8_t word, shift;
  std::uint64_t mask;
};

// The fields of all slots, and how many words they take.
struct Fields {
  explicit Fields(const Layout& layout) {
    int word = 0, used = 0;
    for (const int group : layout.group_of) {
      const int bits = std::bit_width(layout.groups[group].places() - 1);
      if (used + bits > 64) {
        ++word;
        used = 0;
      }
      of.push_back({static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(used), (std::uint64_t{1} << bits) - 1});
      used += bits;
    }
    words = word + 1;
  }

  std::vector<Field> of;
  int words;
};

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

  // Both the layout and the heuristic's goals may be those of another space: that is how a search turns round.
  BlockSpace(const Layout& layout, Metric metric, BlockHeuristic heuristic)
      : BlockSpace(layout, layout.goals, metric, heuristic) {}
  BlockSpace(const Layout& layout, const std::vector<Goal>& goals, Metric metric, BlockHeuristic heuristic)
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
    for (const Slot& slot : slots_) places.push_back(static_cast<Place>(get(state, slot)));
    return places;
  }

  // Goal states are many and not always wanted: whoever wants them puts them in.
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
      for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
        const auto here = static_cast<Place>(get(node.state, slots_[slot]));
        if (metric_ == Metric::steps) {
          add_steps(node, slot, here, ops);
        } else if (metric_ == Metric::slides) {
          add_slides(node, slot, here, ops);
        } else {
          add_moves(node, slot, here, ops);
        }
      }
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

  // A piece that has just slid along a line could have slid further, or less far, at once; likewise a move.
  bool pointless(Op op, Op back) const {
    if (metric_ == Metric::steps || op >> 8 != back >> 8) return op == back;
    if (metric_ == Metric::moves) return true;
    const Footprint *to = &slots_[op >> 8].table[op & 255], *from = &slots_[op >> 8].table[back & 255];
    return to->row == from->row || to->column == from->column;
  }

  // Puts a slot's piece elsewhere and keeps the group sorted; returns the piece's new slot.
  int shift(State& state, int slot, int to) const {
    int last = slots_[slot].last, first = slots_[slot].first;
    for (int next; slot < last && (next = get(state, slots_[slot + 1])) < to; ++slot) set(state, slots_[slot], next);
    for (int next; slot > first && (next = get(state, slots_[slot - 1])) > to; --slot) set(state, slots_[slot], next);
    set(state, slots_[slot], to);
    return slot;
  }

  // The steps that lead a piece to another place while all others lie still: a shortest way.
  std::vector<int> steps(const Node& node, Op op) const {
    const Slot& slot = slots_[op >> 8];
    const Place from = static_cast<Place>(get(node.state, slot)), to = op & 255;
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
  // A piece at a place: its cells, and what each step newly enters; everything, where there is no such step.
  struct Footprint {
    Board cells;
    std::array<Board, 4> enters;
    std::array<Place, 4> next;
    std::uint8_t row, column;
  };
  struct Slot {
    std::uint64_t mask;
    const Footprint* table;
    std::uint8_t word, shift;
    std::uint8_t first, last;  // slots of its group
  };
  // A goal: fields of groups of one piece all at once, the rest one by one.
  struct Target {
    State mask{}, value{};
    std::vector<Want> wants;
  };

  static int get(const State& state, const Slot& slot) {
    return static_cast<int>(state.words[slot.word] >> slot.shift & slot.mask);
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
        Board& enters = here.enters[direction];
        if (here.next[direction] == nowhere) {
          enters = here.cells;  // met by the piece itself
        } else {
          enters = here.cells;
          enters |= table[here.next[direction]].cells;
          enters ^= here.cells;
        }
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

  void add_steps(const Node& node, std::size_t slot, Place place, Ops& ops) const {
    const Footprint& here = slots_[slot].table[place];
    for (int direction = 0; direction < 4; ++direction) {
      if (!here.enters[direction].meets(node.occupied)) ops.push_back(op(slot, here.next[direction]));
    }
  }
  void add_slides(const Node& node, std::size_t slot, Place place, Ops& ops) const {
    const Footprint* table = slots_[slot].table;
    for (int direction = 0; direction < 4; ++direction) {
      if (table[place].enters[direction].meets(node.occupied)) continue;
      Board others = node.occupied;
      others ^= table[place].cells;
      Place at = table[place].next[direction];
      ops.push_back(op(slot, at));
      while (table[at].next[direction] != nowhere && !table[at].enters[direction].meets(others)) {
        at = table[at].next[direction];
        ops.push_back(op(slot, at));
      }
    }
  }
  void add_moves(const Node& node, std::size_t slot, Place place, Ops& ops) const {
    const Footprint* table = slots_[slot].table;
    const std::size_t begin = ops.size();
    add_steps(node, slot, place, ops);
    if (ops.size() == begin) return;
    Board others = node.occupied;
    others ^= table[place].cells;
    Board256 seen;  // of places
    const auto mark = [&seen](Place at) {
      std::uint64_t& word = seen.words[at / 64];
      const std::uint64_t bit = std::uint64_t{1} << (at % 64);
      return word & bit ? false : (word |= bit, true);
    };
    mark(place);
    for (std::size_t i = begin; i < ops.size(); ++i) mark(ops[i] & 255);
    for (std::size_t head = begin; head < ops.size(); ++head) {
      const Footprint& here = table[ops[head] & 255];
      for (int direction = 0; direction < 4; ++direction) {
        const Place next = here.next[direction];
        if (next != nowhere && !here.enters[direction].meets(others) && mark(next)) ops.push_back(op(slot, next));
      }
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

}  // namespace budge
