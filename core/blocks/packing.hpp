// How a position is packed: a field for each group of interchangeable pieces, or for each of its pieces.
//
// A position is a list of places, one for each slot, sorted within each group (see layout.hpp). A field holds either
// the place of one slot, in as many bits as its group needs to distinguish places, or the places of a whole group as a
// set, one bit for each place. A group takes whichever is smaller: four dominoes with sixteen places take 16 bits
// either way, twelve single cells with twenty places 20 bits instead of 60. Sets are also faster to change.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <compare>
#include <cstdint>
#include <vector>

#include "blocks/layout.hpp"
#include "support/mix.hpp"

namespace budge::blocks {

// Of the largest state: a field of ten bits for each cell of a board of 32×32.
inline constexpr int max_words = (Puzzle::longest_side * Puzzle::longest_side + 5) / 6;

template <int count>
struct Words {
  std::uint64_t words[count];

  auto operator<=>(const Words&) const = default;
  std::uint64_t hash() const {
    std::uint64_t hash = mix(words[0]);
    for (int i = 1; i < count; ++i) hash = mix(hash + words[i]);
    return hash;
  }
};

// Some bits of one word: fields do not cross word boundaries.
struct Field {
  std::uint64_t mask;
  std::uint8_t word, shift;
  bool set;                   // of the places of a group; otherwise the place of one slot
  std::uint16_t first, last;  // slots of the group
};

// The fields of a layout in the order of slots, and the number of words they need.
struct Fields {
  explicit Fields(const Layout& layout) {
    int word = 0, used = 0;
    const auto add = [&](const Group& group, int bits, bool set) {
      if (used + bits > 64) {
        ++word;
        used = 0;
      }
      const auto first = static_cast<std::uint16_t>(group.first);
      const auto last = static_cast<std::uint16_t>(group.first + group.size() - 1);
      all.push_back({~std::uint64_t{0} >> (64 - bits), static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(used),
                     set, first, last});
      used += bits;
    };
    for (const Group& group : layout.groups) {
      const std::size_t bits = std::bit_width(group.places() - 1);
      if (group.size() > 1 && group.places() <= 64 && group.places() <= bits * group.size()) {
        add(group, static_cast<int>(group.places()), true);
      } else {
        for (std::size_t i = 0; i < group.size(); ++i) add(group, static_cast<int>(bits), false);
      }
    }
    words = word + 1;
  }

  std::vector<Field> all;
  int words;
};

// Reads and changes packed positions.
template <int word_count>
class Packing {
 public:
  using State = Words<word_count>;

  explicit Packing(const Layout& layout) : fields_(Fields(layout).all) {
    for (const Field& field : fields_) {
      const auto number = static_cast<std::uint16_t>(&field - fields_.data());
      of_slot_.insert(of_slot_.end(), field.set ? field.last - field.first + 1 : 1, number);
    }
  }

  State pack(const std::vector<Place>& places) const {
    State state{};
    for (std::size_t slot = 0; slot < places.size(); ++slot) add(state, slot, places[slot]);
    return state;
  }
  // Adds a place to a state in which the slot's place is still missing.
  void add(State& state, std::size_t slot, Place place) const {
    const Field& field = field_of(slot);
    state.words[field.word] |= (field.set ? std::uint64_t{1} << place : place) << field.shift;
  }
  // The bits that tell whether a slot is at a place: all of its field, or the place's bit in a set.
  void add_mask(State& mask, std::size_t slot, Place place) const {
    const Field& field = field_of(slot);
    mask.words[field.word] |= (field.set ? std::uint64_t{1} << place : field.mask) << field.shift;
  }
  bool is_set(std::size_t slot) const { return field_of(slot).set; }

  // The places of all slots.
  template <class Places>
  void unpack(const State& state, Places& places) const {
    std::size_t slot = 0;
    for (const Field& field : fields_) {
      std::uint64_t value = state.words[field.word] >> field.shift & field.mask;
      if (field.set) {
        for (; value; value &= value - 1) places[slot++] = static_cast<Place>(std::countr_zero(value));
      } else {
        places[slot++] = static_cast<Place>(value);
      }
    }
  }
  Place place(const State& state, std::size_t slot) const {
    const Field& field = field_of(slot);
    std::uint64_t value = state.words[field.word] >> field.shift & field.mask;
    if (!field.set) return static_cast<Place>(value);
    for (std::size_t skip = slot - field.first; skip > 0; --skip) value &= value - 1;
    return static_cast<Place>(std::countr_zero(value));
  }

  // Moves the piece of a slot and keeps its group sorted; returns the new slot of the piece.
  std::size_t move(State& state, std::size_t slot, Place from, Place to) const {
    const Field& field = field_of(slot);
    if (field.set) {
      std::uint64_t& word = state.words[field.word];
      word ^= (std::uint64_t{1} << from | std::uint64_t{1} << to) << field.shift;
      const std::uint64_t below = (word >> field.shift) & ((std::uint64_t{1} << to) - 1);
      return field.first + static_cast<std::size_t>(std::popcount(below));
    }
    for (Place next; slot < field.last && (next = place(state, slot + 1)) < to; ++slot) put(state, slot, next);
    for (Place next; slot > field.first && (next = place(state, slot - 1)) > to; --slot) put(state, slot, next);
    put(state, slot, to);
    return slot;
  }

 private:
  const Field& field_of(std::size_t slot) const { return fields_[of_slot_[slot]]; }

  void put(State& state, std::size_t slot, Place place) const {
    const Field& field = field_of(slot);
    std::uint64_t& word = state.words[field.word];
    word = (word & ~(field.mask << field.shift)) | static_cast<std::uint64_t>(place) << field.shift;
  }

  std::vector<Field> fields_;
  std::vector<std::uint16_t> of_slot_;
};

}  // namespace budge::blocks
