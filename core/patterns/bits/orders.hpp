// The orders of k tiles on the cells that they occupy, ranked from 0 to k! - 1, and the effect of a move on all orders.
//
// A tile's place is the number of occupied cells before its own. An order is ranked by the places of the first tile,
// the second, …, each counted among the places that earlier tiles leave free (a Lehmer code). So the orders of the last
// four tiles form a block of 24 consecutive ranks. A tile that slides along its row passes no other tile and changes no
// place. A tile that slides along its column from place i to place j shifts the tiles between by one place; that is a
// fixed permutation of all ranks.
//
//   places 0 1 2, tiles a b c     The tile at place 0 goes to 2: a b c → b c a, a c b → c b a, b a c → a c b, …
//   ranks: two for each place     The permutation is split by the place of a. If a moves, the others keep their order,
//   of a; first b before c,       and two bits are copied. If a is passed, it shifts by one place, and the others make
//   then c before b               the same kind of move among the places that a leaves free.
//
// The split continues with the next tile until nothing moves, and a run of bits is copied, or until four tiles remain,
// and a table permutes their 24 bits, eight at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <vector>

#include "patterns/tuning.hpp"

namespace budge::patterns {

constexpr std::uint32_t factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

// The bits of a word that belong to a row of `bits` bits.
constexpr std::uint64_t valid_bits(std::size_t bits, std::size_t word) {
  return bits >= 64 * (word + 1) ? ~std::uint64_t{0} : (std::uint64_t{1} << (bits - 64 * word)) - 1;
}

class Orders {
 public:
  static constexpr int max_tiles = 12;  // 12! is the last factorial that fits
  static constexpr int max_tabled = 8;  // tiles: up to here a place takes three bits and tables give ranks

  // The place of each tile, the first in the lowest bits.
  using Places = std::uint64_t;

  explicit Orders(int tiles) : tiles_(tiles), bits_(tiles <= max_tabled ? 3 : 4), last_bits_(3 * std::min(tiles, 4)) {
    assert(tiles > 0 && tiles <= max_tiles);
    if (tiles > max_tabled) return;
    first_.resize(std::size_t{1} << (3 * tiles - last_bits_));
    last_.resize(std::size_t{1} << last_bits_);
    std::array<int, max_tiles> places{};
    for (int i = 0; i < tiles; ++i) places[i] = i;
    const std::uint32_t block = factorial(std::min(tiles, 4));
    do {
      const Places packed = pack(places);
      const std::uint32_t rank = counted_rank(packed);
      first_[packed & (first_.size() - 1)] = static_cast<std::uint16_t>(rank / block * block);
      last_[packed >> (3 * tiles - last_bits_)] = static_cast<std::uint8_t>(rank % block);
    } while (std::next_permutation(places.begin(), places.begin() + tiles));
  }

  int tiles() const { return tiles_; }
  int bits() const { return bits_; }  // of a place
  std::uint32_t count() const { return factorial(tiles_); }

  Places pack(const std::array<int, max_tiles>& places) const {
    Places packed = 0;
    for (int tile = 0; tile < tiles_; ++tile) packed |= static_cast<Places>(places[tile]) << (bits_ * tile);
    return packed;
  }
  int place(Places places, int tile) const { return static_cast<int>(places >> (bits_ * tile)) & ((1 << bits_) - 1); }

  // The order after the tile at place `from` goes to place `to`.
  Places moved(Places places, int from, int to) const {
    std::array<int, max_tiles> after{};
    for (int tile = 0; tile < tiles_; ++tile) after[tile] = passed(place(places, tile), from, to);
    return pack(after);
  }

  std::uint32_t rank(Places places) const {
    return tiles_ <= max_tabled ? tables().rank(static_cast<std::uint32_t>(places)) : counted_rank(places);
  }

  // Ranking by table, for at most `max_tabled` tiles: one table for the last four tiles, one for those before them.
  struct Tables {
    const std::uint16_t* first;
    const std::uint8_t* last;
    std::uint32_t mask, bits;  // of the places of the tiles before the last four

    std::uint32_t rank(std::uint32_t places) const {
      return first[places & mask] + std::uint32_t{last[places >> bits]};
    }
  };
  Tables tables() const {
    assert(tiles_ <= max_tabled);
    const auto bits = static_cast<std::uint32_t>(3 * tiles_ - last_bits_);
    return {first_.data(), last_.data(), (1u << bits) - 1, bits};
  }

  // The new place of the tile at `place` when the tile at `from` goes to `to`.
  static int passed(int place, int from, int to) {
    if (place == from) return to;
    return place - (from < place && place <= to) + (to <= place && place < from);
  }

 private:
  std::uint32_t counted_rank(Places places) const {
    std::uint32_t rank = 0, before = 0;
    for (int tile = 0; tile < tiles_; ++tile) {
      const int at = place(places, tile);
      rank = rank * (tiles_ - tile) + at - std::popcount(before & ((1u << at) - 1));
      before |= 1u << at;
    }
    return rank;
  }

  int tiles_, bits_;
  int last_bits_;  // of the places of the last four tiles
  std::vector<std::uint16_t> first_;
  std::vector<std::uint8_t> last_;
};

// The effect of a move on a row of bits, one bit for each order.
class RowMoves {
 public:
  explicit RowMoves(int tiles)
      : tiles_(tiles), block_(std::min(tiles, 4)), listed_(std::min(tiles, static_cast<int>(tuning.listed_tiles))) {
    for (int from = 0; from < block_; ++from) {
      for (int to = 0; to < block_; ++to) add_block(from, to);
    }
    for (int from = 0; from < listed_; ++from) {
      for (int to = 0; to < listed_; ++to) {
        std::vector<Piece>& pieces = pieces_.emplace_back();
        if (from != to) list(listed_, from, to, 0, 0, pieces);
      }
    }
  }

  // The bytes of a row that `add` may read and write.
  static std::size_t bytes(int tiles) { return (factorial(tiles) + 63) / 64 * 8; }

  // Moves the tile at place `from` to place `to` in each order whose bit in row `source` equals `bit`, and sets the
  // bits of the resulting orders in row `target`. If k! is not a multiple of 8, bits past the end may be set, too.
  void add(const std::uint8_t* source, bool bit, std::uint8_t* target, int from, int to) const {
    assert(from >= 0 && from < tiles_ && to >= 0 && to < tiles_);
    add(tiles_, source, bit ? 0 : ~std::uint64_t{0}, target, from, to);
  }

 private:
  // Bytes to copy, or a block to permute.
  struct Piece {
    std::uint16_t source, target;
    std::uint16_t bytes;
    std::uint16_t block;
  };
  using Block =
      std::array<std::array<std::uint32_t, 256>, 3>;  // for each of three bytes and its value: the permuted bits

  static std::uint32_t row_bytes(int tiles) { return (factorial(tiles) + 7) / 8; }

  // Bits are read as they are if `flip` is zero, and inverted if it is all ones.
  void add(int tiles, const std::uint8_t* source, std::uint64_t flip, std::uint8_t* target, int from, int to) const {
    if (from == to) return copy(source, flip, target, row_bytes(tiles));
    if (tiles > listed_) {
      const std::uint32_t part = row_bytes(tiles - 1);
      for (int place = 0; place < tiles; ++place) {
        const int after = Orders::passed(place, from, to);
        const int next = place == from ? 0 : from - (place < from), last = place == from ? 0 : to - (after < to);
        add(tiles - 1, source + place * part, flip, target + after * part, next, last);
      }
      return;
    }
    const auto byte = static_cast<std::uint8_t>(flip);
    for (const Piece& piece : pieces_[from * listed_ + to]) {
      const std::uint8_t* const input = source + piece.source;
      if (piece.bytes != 0) {
        copy(input, flip, target + piece.target, piece.bytes);
      } else if (block_ < 4) {
        target[piece.target] |= static_cast<std::uint8_t>(blocks_[piece.block][0][input[0] ^ byte]);
      } else if (const int one = input[0] ^ byte, two = input[1] ^ byte, three = input[2] ^ byte; one | two | three) {
        const Block& block = blocks_[piece.block];
        const std::uint32_t bits = block[0][one] | block[1][two] | block[2][three];
        std::uint8_t* const output = target + piece.target;
        output[0] |= static_cast<std::uint8_t>(bits);
        output[1] |= static_cast<std::uint8_t>(bits >> 8);
        output[2] |= static_cast<std::uint8_t>(bits >> 16);
      }
    }
  }

  static void copy(const std::uint8_t* source, std::uint64_t flip, std::uint8_t* target, std::uint32_t bytes) {
    std::uint32_t at = 0;
    for (; at + 8 <= bytes; at += 8) {
      std::uint64_t one, other;
      std::memcpy(&one, source + at, 8);
      std::memcpy(&other, target + at, 8);
      other |= one ^ flip;
      std::memcpy(target + at, &other, 8);
    }
    for (; at < bytes; ++at) target[at] |= static_cast<std::uint8_t>(source[at] ^ flip);
  }

  void list(int tiles, int from, int to, std::uint32_t source, std::uint32_t target, std::vector<Piece>& pieces) const {
    if (from == to) {
      const std::uint32_t bytes = row_bytes(tiles);
      if (!pieces.empty() && pieces.back().bytes != 0 && pieces.back().source + pieces.back().bytes == source &&
          pieces.back().target + pieces.back().bytes == target) {
        pieces.back().bytes = static_cast<std::uint16_t>(pieces.back().bytes + bytes);
      } else {
        pieces.push_back({static_cast<std::uint16_t>(source), static_cast<std::uint16_t>(target),
                          static_cast<std::uint16_t>(bytes), 0});
      }
      return;
    }
    if (tiles == block_) {
      pieces.push_back({static_cast<std::uint16_t>(source), static_cast<std::uint16_t>(target), 0,
                        static_cast<std::uint16_t>(block_of_[from * block_ + to])});
      return;
    }
    const std::uint32_t part = row_bytes(tiles - 1);
    for (int place = 0; place < tiles; ++place) {
      const int after = Orders::passed(place, from, to);
      const int next = place == from ? 0 : from - (place < from), last = place == from ? 0 : to - (after < to);
      list(tiles - 1, next, last, source + place * part, target + after * part, pieces);
    }
  }

  // Moving a tile to the next place and moving it back are the same swap.
  void add_block(int from, int to) {
    if (from == to + 1) {
      block_of_.push_back(block_of_[to * block_ + from]);
      return;
    }
    block_of_.push_back(static_cast<int>(blocks_.size()));
    Block& block = blocks_.emplace_back();
    const Orders orders(block_);
    std::array<int, Orders::max_tiles> places{};
    for (int i = 0; i < block_; ++i) places[i] = i;
    do {
      const Orders::Places packed = orders.pack(places);
      const std::uint32_t source = orders.rank(packed), target = orders.rank(orders.moved(packed, from, to));
      for (int byte = 0; byte < 256; ++byte) {
        if (byte >> (source % 8) & 1) block[source / 8][byte] |= 1u << target;
      }
    } while (std::next_permutation(places.begin(), places.begin() + block_));
  }

  int tiles_;
  int block_;   // the number of last tiles whose orders a table permutes
  int listed_;  // the number of last tiles for whose moves the pieces are listed
  std::vector<int> block_of_;
  std::vector<Block> blocks_;
  std::vector<std::vector<Piece>> pieces_;  // by the places from and to which a tile moves
};

}  // namespace budge::patterns
