// How a position is packed: the place of every slot, in as many bits as its group needs to distinguish places.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <vector>

#include "blocks/layout.hpp"
#include "support/mix.hpp"

namespace budge::blocks {

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

// Where the place of a slot is in the words: fields do not cross word boundaries.
struct Field {
  std::uint8_t word, shift;
  std::uint64_t mask;
};

// The fields of all slots, and the number of words they need.
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

}  // namespace budge::blocks
