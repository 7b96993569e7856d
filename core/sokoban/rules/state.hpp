// States as they are stored, and the store of all that a search has met.
//
// A state is the set of boxes, a bit for each kind and cell, and the player's cell (or the first that it can walk to).
// The store keeps records in the order they came, with a flat index of their numbers by Zobrist key (Zobrist, 1970).
// States are always compared in full: keys that collide cost time, never an answer.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <new>
#include <vector>

#include "sokoban/rules/level.hpp"
#include "sokoban/rules/objective.hpp"
#include "support/control.hpp"

namespace budge::sokoban {

template <int Words>
struct PackedState {
  std::array<std::uint64_t, Words> boxes{};
  std::uint16_t player = 0;

  void flip(int bit) { boxes[bit / 64] ^= std::uint64_t{1} << bit % 64; }
  bool test(int bit) const { return boxes[bit / 64] >> bit % 64 & 1; }

  template <class Visit>
  void each(Visit&& visit) const {
    for (int word = 0; word < Words; ++word) {
      for (std::uint64_t left = boxes[word]; left; left &= left - 1) visit(word * 64 + std::countr_zero(left));
    }
  }

  // Word by word: for one or two of them a call to compare memory takes longer than all the rest.
  bool same_boxes(const PackedState& other) const {
    std::uint64_t difference = 0;
    for (int word = 0; word < Words; ++word) difference |= boxes[word] ^ other.boxes[word];
    return difference == 0;
  }
  bool operator==(const PackedState& other) const { return player == other.player && same_boxes(other); }
};

// True if every target holds a box that may end there.
template <int Words>
bool solves(const Level& level, const PackedState<Words>& state) {
  return std::all_of(level.targets().begin(), level.targets().end(), [&](Level::Cell target) {
    for (int kind = 0; kind < level.kinds(); ++kind) {
      if (level.accepts(target, kind) && state.test(kind * level.box_cells() + target)) return true;
    }
    return false;
  });
}

// Random numbers by bit and by player's cell; the key of a state is the exclusive or of its own.
class Zobrist {
 public:
  Zobrist(int bits, int cells) {
    std::uint64_t seed = 0x9e3779b97f4a7c15;
    for (auto* keys : {&bits_, &cells_}) {
      for (int i = 0; i < (keys == &bits_ ? bits : cells); ++i) keys->push_back(mix(seed += 0x9e3779b97f4a7c15));
    }
  }

  std::uint64_t bit(int bit) const { return bits_[bit]; }
  std::uint64_t player(int cell) const { return cells_[cell]; }

  template <int Words>
  std::uint64_t operator()(const PackedState<Words>& state) const {
    std::uint64_t key = cells_[state.player];
    state.each([&](int bit) { key ^= bits_[bit]; });
    return key;
  }

 private:
  static std::uint64_t mix(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
  }

  std::vector<std::uint64_t> bits_, cells_;
};

// What is known of a state: the cheapest way to it so far, and bounds on the way from it. It fits behind the state
// without a gap, so bounds are cut off where they are large: a lower value is a bound all the same.
template <class State>
struct SokobanRecord : State {
  std::uint16_t closed : 1 = 0, bound : 15 = 0;  // on the pushes
  std::uint32_t parent = 0xffffffff;
  std::uint32_t pushes : 20 = 0, walk : 12 = 0;  // of that way; and how many more moves than pushes are to come
  std::uint32_t moves = 0;

  explicit SokobanRecord(const State& state) : State(state) {}
  const State& state() const { return *this; }

  void reach(std::uint32_t from, std::uint32_t with_pushes, std::uint32_t with_moves) {
    if (with_pushes >= 1u << 20) throw Stopped{Stop::memory};
    parent = from;
    pushes = with_pushes;
    moves = with_moves;
  }
  void expect(Bounds bounds) {
    bound = static_cast<std::uint16_t>(std::min(bounds.pushes, 0x7fff));
    walk = static_cast<std::uint32_t>(std::min(bounds.moves - bounds.pushes, 0xfff));
  }
  Bounds bounds() const { return {bound, static_cast<int>(bound + walk)}; }
};
static_assert(sizeof(SokobanRecord<PackedState<1>>) == 24);

// Records lie in chunks, the longest of them long enough for large pages of memory.
template <class State, class Keys = Zobrist, std::size_t longest = 1 << 18>
class RecordStore {
 public:
  using Record = SokobanRecord<State>;
  using Id = std::uint32_t;
  static constexpr Id none = 0xffffffff;

  RecordStore(const Keys& keys, Control& control)
      : keys_(keys), control_(control), index_(first, none, Accounted<Id>(control)) {}
  ~RecordStore() {
    for (std::size_t i = 0; i < chunks_.size(); ++i) {
      Accounted<Record>(control_).deallocate(chunks_[i], length(i));
    }
  }
  RecordStore(const RecordStore&) = delete;
  RecordStore& operator=(const RecordStore&) = delete;

  std::uint64_t size() const { return size_; }
  Record& operator[](Id id) {
    const auto [chunk, place] = locate(id);
    return chunks_[chunk][place];
  }

  // Memory answers slowly: ask for the place of a key, then for the record there, and look for the state last of all.
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&index_[key & (index_.size() - 1)]); }
  void prefetch_record(std::uint64_t key) {
    const Id entry = index_[key & (index_.size() - 1)];
    if (entry != none && (entry ^ tag(key)) <= mask()) __builtin_prefetch(&(*this)[entry & mask()]);
  }
  Id find(const State& state, std::uint64_t key) {
    const Id entry = index_[place(state, key)];
    return entry == none ? none : entry & mask();
  }

  // A state that is not in it yet.
  Id add(const State& state, std::uint64_t key) {
    if (size_ + 1 == none) throw Stopped{Stop::memory};
    if (size_ * 3 >= index_.size() * 2) grow();
    if (locate(size_).chunk == chunks_.size()) {
      chunks_.push_back(Accounted<Record>(control_).allocate(length(chunks_.size())));
    }
    const Id id = static_cast<Id>(size_++);
    new (&(*this)[id]) Record(state);
    index_[place(state, key)] = id | tag(key);
    return id;
  }

  // The states on the way to one, from the first.
  std::vector<State> path(Id id) {
    std::vector<State> path;
    for (; id != none; id = (*this)[id].parent) path.push_back((*this)[id].state());
    std::reverse(path.begin(), path.end());
    return path;
  }

 private:
  static constexpr std::size_t first = 1 << 10;

  // Chunks double in length up to the longest.
  static constexpr std::size_t growing = std::countr_zero(longest) - std::countr_zero(first);
  static constexpr std::size_t length(std::size_t chunk) { return chunk < growing ? first << chunk : longest; }

  struct Location {
    std::size_t chunk, place;
  };
  static Location locate(std::size_t id) {
    const std::size_t at = id + first;
    if (at >= longest) return {growing + (at - longest) / longest, at % longest};
    const int chunk = std::bit_width(at) - std::bit_width(first);
    return {static_cast<std::size_t>(chunk), at - (first << chunk)};
  }

  // An entry of the index is the number of a record and, in the bits that numbers do not need yet, a part of the key:
  // records of other keys are mostly not even looked at. It never has all bits set, as the index is never full.
  Id mask() const { return static_cast<Id>(index_.size() - 1); }
  Id tag(std::uint64_t key) const { return static_cast<Id>(key >> 32) & ~mask(); }

  std::size_t place(const State& state, std::uint64_t key) {
    std::size_t at = key & mask();
    for (const Id wanted = tag(key); index_[at] != none; at = (at + 1) & mask()) {
      if ((index_[at] ^ wanted) <= mask() && (*this)[index_[at] & mask()].state() == state) break;
    }
    return at;
  }

  void grow() {
    Vector<Id> larger(index_.size() * 2, none, Accounted<Id>(control_));
    for (Id id = 0; id < size_; ++id) {
      if (id % (1 << 16) == 0) control_.poll();
      const std::uint64_t key = keys_((*this)[id].state());
      const Id mask = static_cast<Id>(larger.size() - 1);
      std::size_t at = key & mask;
      while (larger[at] != none) at = (at + 1) & mask;
      larger[at] = id | (static_cast<Id>(key >> 32) & ~mask);
    }
    index_.swap(larger);
  }

  const Keys& keys_;
  Control& control_;
  Vector<Id> index_;
  std::vector<Record*> chunks_;
  std::uint64_t size_ = 0;
};

}  // namespace budge::sokoban
