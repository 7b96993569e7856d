// Reading a table of one bit a state.
//
// The bit is the one worth two in the state's distance from home; the colours of the occupied cells tell the one worth
// one. So a table knows distances modulo four. Neighbours differ by exactly one: who knows the distance of a state
// reads that of a neighbour from its bit, and who knows none walks home, to a neighbour that is one nearer each time.
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "patterns/bits/images.hpp"
#include "patterns/bits/orders.hpp"
#include "patterns/bits/rows.hpp"
#include "patterns/bits/turn.hpp"

namespace budge::patterns {

class BitTable {
 public:
  static constexpr int unreached = 255;  // the distance of what no moves bring home

  struct State {
    CellSet set;
    Orders::Places places;
    int blank;  // any cell of its region
  };

  // The state in which every tile is on its home.
  static State at_home(const std::vector<int>& homes, int blank, const Orders& orders) {
    CellSet set = 0;
    for (const int home : homes) set |= one_cell(home);
    std::array<int, Orders::most> places{};
    for (int tile = 0; tile < orders.tiles(); ++tile) places[tile] = count_before(set, homes[tile]);
    return {set, orders.pack(places), blank};
  }

  BitTable(std::shared_ptr<const Rows> rows, int tiles, const State& home, const std::uint8_t* bits)
      : rows_(std::move(rows)), orders_(tiles), width_(width(rows_->count())), home_(home), bits_(bits) {
    if (rows_->mirror().folds()) images_.emplace(rows_->mirror(), orders_, home.set, home.places);
  }
  BitTable(const BitTable&) = delete;  // its images know it
  BitTable& operator=(const BitTable&) = delete;

  // The bits of one order, a row each, filled up to whole words; and the bytes of all orders.
  static std::size_t width(std::size_t rows) { return 64 * words_for(rows); }
  static std::uint64_t bytes(std::size_t rows, int tiles) { return width(rows) / 8 * factorial(tiles); }

  const Orders& orders() const { return orders_; }
  const Mirror& mirror() const { return rows_->mirror(); }
  const std::optional<OrderImages>& images() const { return images_; }  // if it is folded

  // All that a fast search reads, in one place: for boards of at most 32 cells and patterns of at most 8 tiles.
  struct Tables {
    Sets::Tables sets;
    Rows::Records rows;
    Orders::Tables orders;
    std::size_t width;
    const std::uint8_t* data;

    // `image` is the order of the state's image, for a table that is folded.
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

  // The distance of a neighbour of a state at this distance, from the neighbour's bit.
  static int after(int distance, int bit) { return distance + 1 - (((distance + 1) ^ bit << 1) & 2); }

  // The bits of states that are never reached are zero: no walk leads on from there.
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

  // Goes to a neighbour that is one nearer, if there is one.
  bool step_home(State& state, CellSet region) const {
    const int wanted = (modulo_four(state) + 3) % 4;
    for (CellSet tiles = state.set & rows_->field().near(region); tiles != 0; tiles &= tiles - 1) {
      const int from = std::countr_zero(tiles);
      for (CellSet there = rows_->field().near(one_cell(from)) & region; there != 0; there &= there - 1) {
        const int to = std::countr_zero(there);
        const CellSet set = state.set ^ one_cell(from) ^ one_cell(to);
        const State next{set, orders_.moved(state.places, count_before(state.set, from), count_before(set, to)), from};
        if (modulo_four(next) != wanted) continue;
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
