// Mirror images of orders: of the order of one state, and of all columns of a row at once.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include "patterns/bits/mirror.hpp"
#include "patterns/bits/orders.hpp"

namespace budge::patterns {

// The member of the set with `place` members before it.
inline int cell_at(CellSet set, int place) {
  for (; place > 0; --place) set &= set - 1;
  return std::countr_zero(set);
}

class OrderImages {
 public:
  // `home` is the set of the tiles' homes, which the mirror maps onto itself; `places` is the order of the tiles there.
  OrderImages(const Mirror& mirror, const Orders& orders, CellSet home, Orders::Places places)
      : mirror_(mirror), orders_(orders) {
    assert(mirror.of(home) == home);
    for (int tile = 0; tile < orders.tiles(); ++tile) {
      const int image = mirror.of(cell_at(home, orders.place(places, tile)));
      while (cell_at(home, orders.place(places, part_[tile])) != image) ++part_[tile];
    }
  }

  // The tile whose role this tile takes in the image: its home is the mirrored home of this tile.
  int part(int tile) const { return part_[tile]; }

  // The order of a state's image, for the state's set and order.
  Orders::Places of(CellSet set, Orders::Places places) const { return moved(places_of(set), places); }

  // For each place in a set, the place of its mirror image in the mirrored set.
  using PlaceMap = std::array<int, Orders::max_tiles>;
  PlaceMap places_of(CellSet set) const {
    const CellSet image = mirror_.of(set);
    PlaceMap map{};
    for (int place = 0; place < orders_.tiles(); ++place) {
      map[place] = count_before(image, mirror_.of(cell_at(set, place)));
    }
    return map;
  }
  Orders::Places moved(const PlaceMap& map, Orders::Places places) const {
    std::array<int, Orders::max_tiles> after{};
    for (int tile = 0; tile < orders_.tiles(); ++tile) after[part_[tile]] = map[orders_.place(places, tile)];
    return orders_.pack(after);
  }

 private:
  const Mirror& mirror_;
  const Orders& orders_;
  std::array<int, Orders::max_tiles> part_{};
};

// Images of all columns of a row at once. Sets with equal numbers of cells in each row of the board share a map.
class ColumnImages {
 public:
  ColumnImages(const Mirror& mirror, const Orders& orders, CellSet home, Orders::Places places)
      : orders_(orders), images_(mirror, orders, home, places) {}

  // The number of the set's map, from 1 on; 0 stands for no map.
  std::uint16_t of(CellSet set) {
    const OrderImages::PlaceMap places = images_.places_of(set);
    const auto [entry, inserted] = numbers_.try_emplace(places, static_cast<std::uint16_t>(maps_.size() + 1));
    if (inserted) maps_.push_back(columns(places));
    return entry->second;
  }
  std::uint64_t bytes() const { return maps_.size() * orders_.count() * sizeof(std::uint16_t); }

  // Writes the mirrored row to all words of `image`: sets the bits of the images of the orders with this bit in `row`.
  void write(std::uint16_t number, const std::uint64_t* row, bool bit, std::uint64_t* image, std::size_t words) const {
    const std::uint16_t* const map = maps_[number - 1].data();
    std::fill(image, image + words, 0);
    for (std::size_t word = 0; word < words; ++word) {
      const std::uint64_t matching = bit ? row[word] : ~row[word];
      for (std::uint64_t bits = matching & valid_bits(orders_.count(), word); bits != 0; bits &= bits - 1) {
        const std::uint32_t to = map[64 * word + std::countr_zero(bits)];
        image[to / 64] |= std::uint64_t{1} << (to % 64);
      }
    }
  }

 private:
  std::vector<std::uint16_t> columns(const OrderImages::PlaceMap& map) const {
    assert(orders_.tiles() <= Orders::max_tabled);
    std::vector<std::uint16_t> to;
    std::array<int, Orders::max_tiles> places{};
    std::iota(places.begin(), places.begin() + orders_.tiles(), 0);
    do {  // in the order of their ranks
      to.push_back(static_cast<std::uint16_t>(orders_.rank(images_.moved(map, orders_.pack(places)))));
    } while (std::next_permutation(places.begin(), places.begin() + orders_.tiles()));
    return to;
  }

  const Orders& orders_;
  OrderImages images_;
  std::map<OrderImages::PlaceMap, std::uint16_t> numbers_;
  std::vector<std::vector<std::uint16_t>> maps_;
};

}  // namespace budge::patterns
