#include "tiles/automaton.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "tokens/cells.hpp"

namespace budge::tiles {

namespace {

// A string of moves as a number in base four; its first move is the highest digit.
struct String {
  std::uint32_t code;
  int length;

  int operator[](int i) const { return static_cast<int>(code >> (2 * (length - 1 - i))) & 3; }
};

// The blank's walk over a board so large that it meets no wall.
class Walk {
 public:
  Walk() { std::iota(tiles_.begin(), tiles_.end(), std::uint16_t{0}); }

  void move(int direction) {
    const int from = blank_, to = blank_ + step[direction];
    hash_ ^= place(from) ^ place(to);
    slide(to);
    hash_ ^= place(from) ^ place(to);
  }
  void undo(int direction, std::uint64_t hash_before) {
    slide(blank_ - step[direction]);
    hash_ = hash_before;
  }

  // Equal for equal configurations.
  std::uint64_t hash() const { return hash_; }
  bool operator==(const Walk& other) const { return tiles_ == other.tiles_; }

 private:
  static constexpr int side = 32;
  static constexpr std::array<int, 4> step{-side, -1, 1, side};

  void slide(int to) {
    std::swap(tiles_[blank_], tiles_[to]);
    blank_ = to;
  }

  std::uint64_t place(int cell) const { return mix(static_cast<std::uint64_t>(cell) << 16 | tiles_[cell]); }

  std::array<std::uint16_t, side * side> tiles_;
  int blank_ = side / 2 * side + side / 2;
  std::uint64_t hash_ = 0;
};

// The smallest rectangle around the blank's path, relative to its origin.
struct Box {
  int left = 0, right = 0, top = 0, bottom = 0;

  explicit Box(const String& moves) {
    int x = 0, y = 0;
    for (int i = 0; i < moves.length; ++i) {
      y += (moves[i] == 3) - (moves[i] == 0);
      x += (moves[i] == 2) - (moves[i] == 1);
      left = std::min(left, x);
      right = std::max(right, x);
      top = std::min(top, y);
      bottom = std::max(bottom, y);
    }
  }
  bool holds(const Box& other) const {
    return left <= other.left && right >= other.right && top <= other.top && bottom >= other.bottom;
  }
};

bool same_configuration(const String& one, const String& other) {
  Walk a, b;
  for (int i = 0; i < one.length; ++i) a.move(one[i]);
  for (int i = 0; i < other.length; ++i) b.move(other[i]);
  return a == b;
}

// Finds all refused strings that contain no shorter one, in order.
class Learner {
 public:
  explicit Learner(int longest) : kept_(longest + 1), slots_(slot_count(longest), 0) {
    for (int length = 0; length <= longest; ++length) {
      kept_[length].resize(std::size_t{1} << (2 * length));
      visit({0, 0}, length);
    }
  }

  const std::vector<String>& refused() const { return refused_; }

 private:
  // Almost no walk turns back, so at most about 4·3^(n-1) strings of length n are kept, and half as many shorter ones.
  static std::size_t slot_count(int longest) {
    std::size_t count = 64;
    for (int length = 2; length <= longest; ++length) count *= 3;
    return std::size_t{1} << (std::bit_width(count / 8) + 1);
  }

  void visit(const String& moves, int length) {
    if (moves.length == length) {
      kept_[length][moves.code] = keep(moves);
      return;
    }
    if (!kept_[moves.length][moves.code]) return;
    for (int direction = 0; direction < 4; ++direction) {
      const std::uint64_t hash = walk_.hash();
      walk_.move(direction);
      visit({moves.code << 2 | static_cast<std::uint32_t>(direction), moves.length + 1}, length);
      walk_.undo(direction, hash);
    }
  }

  // Stores a string, unless it contains a refused one or is refused itself.
  bool keep(const String& moves) {
    if (moves.length > 0) {
      const std::uint32_t tail = moves.code & ((1u << (2 * moves.length - 2)) - 1);
      if (!kept_[moves.length - 1][tail]) return false;
    }
    // A slot holds the string with a leading mark, and the high half of the hash, which distinguishes strings.
    const std::uint64_t hash = mix(walk_.hash()), mask = slots_.size() - 1;
    for (std::uint64_t at = hash & mask;; at = (at + 1) & mask) {
      if (slots_[at] == 0) {
        slots_[at] = hash >> 32 << 32 | 1u << (2 * moves.length) | moves.code;
        return true;
      }
      if (slots_[at] >> 32 != hash >> 32) continue;
      const auto marked = static_cast<std::uint32_t>(slots_[at]);
      const int length = (std::bit_width(marked) - 1) / 2;
      const String first{marked ^ 1u << (2 * length), length};
      if (Box(moves).holds(Box(first)) && same_configuration(first, moves)) {
        refused_.push_back(moves);
        return false;
      }
    }
  }

  std::vector<std::vector<bool>> kept_;  // by length, code
  std::vector<std::uint64_t> slots_;
  Walk walk_;
  std::vector<String> refused_;
};

}  // namespace

// The states are the prefixes of refused strings: after a path, the longest prefix that it ends with (Aho and Corasick,
// 1975). If a prefix has no continuation with a move, its longest proper suffix decides.
Automaton::Automaton(int length) {
  const Learner learner(std::clamp(length, shortest, longest));

  constexpr State none = refused - 1;
  std::vector<std::array<State, 4>> tree{{none, none, none, none}};
  for (const String& moves : learner.refused()) {
    State at = 0;
    for (int i = 0; i < moves.length; ++i) {
      State child = tree[at][moves[i]];
      if (i + 1 == moves.length) {
        child = refused;
      } else if (child == none) {
        child = static_cast<State>(tree.size());
        tree.push_back({none, none, none, none});
      }
      tree[at][moves[i]] = child;
      at = child;
    }
  }
  // Refused strings come in order of length, but their prefixes do not: traverse the tree by depth.
  std::vector<State> suffix(tree.size(), 0), queue{0};
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const State at = queue[head];
    for (int direction = 0; direction < 4; ++direction) {
      State& next = tree[at][direction];
      const State shorter = at == 0 ? 0 : tree[suffix[at]][direction];
      if (next == none) {
        next = shorter;
      } else if (next != refused) {
        suffix[next] = shorter;
        queue.push_back(next);
      }
    }
  }
  for (const auto& row : tree) next_.insert(next_.end(), row.begin(), row.end());
}

Automaton::Automaton(std::vector<State> table) : next_(std::move(table)) {
  bool sound = !next_.empty() && next_.size() % 4 == 0;
  for (const State next : next_) sound = sound && (next == refused || next < states());
  if (!sound) throw std::invalid_argument("the table is none of a machine of walks");
}

std::size_t count_refused(int length) { return Learner(length).refused().size(); }

namespace {

struct Machines {
  std::mutex mutex;
  std::map<int, std::shared_ptr<const Automaton>> known;
};
Machines& machines() {
  static Machines all;
  return all;
}

}  // namespace

std::shared_ptr<const Automaton> automaton(int length) {
  length = std::clamp(length, Automaton::shortest, Automaton::longest);
  Machines& all = machines();
  const std::lock_guard lock(all.mutex);
  auto& machine = all.known[length];
  if (!machine) machine = std::make_shared<const Automaton>(length);
  return machine;
}

void store_automaton(int length, Automaton machine) {
  Machines& all = machines();
  const std::lock_guard lock(all.mutex);
  auto& place = all.known[length];
  if (!place) place = std::make_shared<const Automaton>(std::move(machine));
}

}  // namespace budge::tiles
