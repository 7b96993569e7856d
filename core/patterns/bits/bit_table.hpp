// A lookup table with one bit per state.
//
// The stored bit is bit 1 (worth two) of the state's distance from home; bit 0 follows from the checkerboard colours of
// the occupied cells. Together they are the distance modulo four. The distances of neighbouring states differ by
// exactly one. So if the distance of a state is known, the neighbour's bit gives the neighbour's distance. If it is not
// known, a walk home finds it: each step goes to a neighbour that is one nearer.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "patterns/bits/images.hpp"
#include "patterns/bits/orders.hpp"
#include "patterns/bits/rows.hpp"
#include "patterns/bits/transpose.hpp"

namespace budge::patterns {

class BitTable {
 public:
  static constexpr int unreached = 255;  // the distance of a state that cannot reach home

  struct State {
    CellSet set;
    Orders::Places places;
    int blank;  // any cell of its region
  };

  // The state in which every tile is on its home.
  static State at_home(const std::vector<int>& homes, int blank, const Orders& orders) {
    CellSet set = 0;
    for (const int home : homes) set |= one_cell(home);
    std::array<int, Orders::max_tiles> places{};
    for (int tile = 0; tile < orders.tiles(); ++tile) places[tile] = count_before(set, homes[tile]);
    return {set, orders.pack(places), blank};
  }

  BitTable(std::shared_ptr<const Rows> rows, int tiles, const State& home, const std::uint8_t* bits)
      : rows_(std::move(rows)), orders_(tiles), width_(width(rows_->count())), home_(home), bits_(bits) {
    if (rows_->mirror().folds()) images_.emplace(rows_->mirror(), orders_, home.set, home.places);
  }
  BitTable(const BitTable&) = delete;  // images_ refers to its members
  BitTable& operator=(const BitTable&) = delete;

  // The bits stored for one order: one per row, padded to whole words. And the bytes stored for all orders.
  static std::size_t width(std::size_t rows) { return 64 * words_for(rows); }
  static std::uint64_t bytes(std::size_t rows, int tiles) { return width(rows) / 8 * factorial(tiles); }

  const Orders& orders() const { return orders_; }
  const Mirror& mirror() const { return rows_->mirror(); }
  const std::optional<OrderImages>& images() const { return images_; }  // if the table is folded

  // The data that a fast search reads, for boards of at most 32 cells and patterns of at most 8 tiles.
  struct Tables {
    Sets::Tables sets;
    Rows::Records rows;
    Orders::Tables orders;
    std::size_t width;
    const std::uint8_t* data;

    // `image` is the order of the state's mirror image; only a folded table uses it.
    std::size_t index(std::uint32_t set, std::uint32_t places, std::uint32_t image, unsigned blank) const {
      const Rows::Place place = rows.place(sets.rank(set), blank);
      return orders.rank(place.mirrored ? image : places) * width + place.row;
    }
    const std::uint8_t* byte(std::size_t index) const { return data + index / 8; }
    int bit(std::size_t index) const { return *byte(index) >> (index % 8) & 1; }
  };
  Tables tables() const { return {rows_->sets().tables(), rows_->records(), orders_.tables(), width_, bits_}; }

  int bit(CellSet set, int blank, Orders::Places places) const {
    const Rows::Place place = rows_->place(set, blank);
    const std::size_t index = orders_.rank(place.mirrored ? images_->of(set, places) : places) * width_ + place.row;
    return bits_[index / 8] >> (index % 8) & 1;
  }

  // The distance of a neighbour, given its bit and the distance of the state.
  static int after(int distance, int bit) { return distance + 1 - (((distance + 1) ^ bit << 1) & 2); }

  // The bits of unreachable states are zero, so a walk from one of them ends after at most one step.
  int distance(State state) const {
    for (int steps = 0;; ++steps) {
      const CellSet region = rows_->field().region(state.blank, rows_->field().all() & ~state.set);
      if (state.set == home_.set && state.places == home_.places && (region & one_cell(home_.blank))) return steps;
      if (!step_home(state, region)) return unreached;
    }
  }

 private:
  int modulo_four(const State& state) const {
    const Field& field = rows_->field();
    return 2 * bit(state.set, state.blank, state.places) + (field.parity(state.set) ^ field.parity(home_.set));
  }

  // Moves `state` to a neighbour that is one nearer; false if there is none.
  bool step_home(State& state, CellSet region) const {
    const int nearer = (modulo_four(state) + 3) % 4;
    for (CellSet tiles = state.set & rows_->field().near(region); tiles != 0; tiles &= tiles - 1) {
      const int from = std::countr_zero(tiles);
      for (CellSet free = rows_->field().near(one_cell(from)) & region; free != 0; free &= free - 1) {
        const int to = std::countr_zero(free);
        const CellSet set = state.set ^ one_cell(from) ^ one_cell(to);
        const State next{set, orders_.moved(state.places, count_before(state.set, from), count_before(set, to)), from};
        if (modulo_four(next) != nearer) continue;
        state = next;
        return true;
      }
    }
    return false;
  }

  std::shared_ptr<const Rows> rows_;
  Orders orders_;
  std::size_t width_;
  State home_;
  std::optional<OrderImages> images_;
  const std::uint8_t* bits_;
};

}  // namespace budge::patterns
