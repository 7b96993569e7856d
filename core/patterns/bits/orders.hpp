// The orders of k tiles on the cells that they occupy, numbered from 0 to k! - 1, and what a move does to all at once.
//
// A tile's place is how many of the occupied cells come before its own. An order is ranked by the places of the first
// tile, the second, …, each counted among those that earlier tiles have left: the last four tiles make a block of 24
// ranks that follow one another. A tile that slides along its row passes no other and changes no place. One that slides
// along its column from place i to place j makes those between close up, and that is one permutation of all ranks.
//
//   places 0 1 2, tiles a b c     a goes from place 0 to 2: a b c → b c a, a c b → c b a, b a c → b c a …
//   ranks: a at 0, 1, 2 stands for two ranks each; then b and c in order, or not
//                                 With a's place the rest is settled. If a is the one that moves, the others stay in
//                                 their order, and two bits are copied. If a is passed, it closes up by one place, and
//                                 the others undergo the same move among the places that a leaves them.
//
// So it goes on from tile to tile, until nothing moves and a stretch of bits is copied, or four tiles are left and a
// table permutes their 24 bits, eight at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <vector>

namespace budge::patterns {

constexpr std::uint32_t factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

// Of a row of so many bits: those of a word that belong to it.
constexpr std::uint64_t valid_bits(std::size_t bits, std::size_t word) {
  return bits >= 64 * (word + 1) ? ~std::uint64_t{0} : (std::uint64_t{1} << (bits - 64 * word)) - 1;
}

class Orders {
 public:
  static constexpr int most = 12;       // tiles: 12! is the last factorial that fits
  static constexpr int max_tabled = 8;  // of which three bits name a place

  // The place of each tile, the first in the lowest bits.
  using Places = std::uint64_t;

  explicit Orders(int tiles) : tiles_(tiles), bits_(tiles <= max_tabled ? 3 : 4), last_bits_(3 * std::min(tiles, 4)) {
    assert(tiles > 0 && tiles <= most);
    if (tiles > max_tabled) return;
    first_.resize(std::size_t{1} << (3 * tiles - last_bits_));
    last_.resize(std::size_t{1} << last_bits_);
    std::array<int, most> places{};
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

  Places pack(const std::array<int, most>& places) const {
    Places packed = 0;
    for (int tile = 0; tile < tiles_; ++tile) packed |= static_cast<Places>(places[tile]) << (bits_ * tile);
    return packed;
  }
  int place(Places places, int tile) const { return static_cast<int>(places >> (bits_ * tile)) & ((1 << bits_) - 1); }

  // After the tile on place `from` goes to place `to`.
  Places moved(Places places, int from, int to) const {
    std::array<int, most> after{};
    for (int tile = 0; tile < tiles_; ++tile) after[tile] = passed(place(places, tile), from, to);
    return pack(after);
  }

  std::uint32_t rank(Places places) const {
    return tiles_ <= max_tabled ? tables().rank(static_cast<std::uint32_t>(places)) : counted_rank(places);
  }

  // The same as bare tables, for at most `max_tabled` tiles: one for the last four, one for those before them.
  struct Tables {
    const std::uint16_t* first;
    const std::uint8_t* last;
    std::uint32_t mask, bits;  // of the places of the first

    std::uint32_t rank(std::uint32_t places) const {
      return first[places & mask] + std::uint32_t{last[places >> bits]};
    }
  };
  Tables tables() const {
    assert(tiles_ <= max_tabled);
    const auto bits = static_cast<std::uint32_t>(3 * tiles_ - last_bits_);
    return {first_.data(), last_.data(), (1u << bits) - 1, bits};
  }

  // Where one is that stood on `place` when another, or itself, goes from place `from` to place `to`.
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

// What a move does to a row of bits, one for each order.
class RowMoves {
 public:
  explicit RowMoves(int tiles) : tiles_(tiles), block_(std::min(tiles, 4)), listed_(std::min(tiles, max_listed)) {
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

  // A row may be read and written up to here.
  static std::size_t bytes(int tiles) { return (factorial(tiles) + 63) / 64 * 8; }

  // Adds to the orders in row `there` what those in row `here` become when the tile on place `from` goes to `to`: those
  // whose bit is the one named. Where an order is no whole number of bytes, bits beyond it may be added.
  void add(const std::uint8_t* here, bool bit, std::uint8_t* there, int from, int to) const {
    assert(from >= 0 && from < tiles_ && to >= 0 && to < tiles_);
    add(tiles_, here, bit ? 0 : ~std::uint64_t{0}, there, from, to);
  }

 private:
  static constexpr int max_listed = 7;  // tiles: for more, pieces would not stay in the cache

  // Bytes to copy, or a block to permute.
  struct Piece {
    std::uint16_t here, there;
    std::uint16_t bytes;
    std::uint16_t block;
  };
  using Block = std::array<std::array<std::uint32_t, 256>, 3>;  // by byte, its value: the bits permuted

  static std::uint32_t row_bytes(int tiles) { return (factorial(tiles) + 7) / 8; }

  // Bits are read as they are where `flip` is zero, else the other way round.
  void add(int tiles, const std::uint8_t* here, std::uint64_t flip, std::uint8_t* there, int from, int to) const {
    if (from == to) return copy(here, flip, there, row_bytes(tiles));
    if (tiles > listed_) {
      const std::uint32_t part = row_bytes(tiles - 1);
      for (int place = 0; place < tiles; ++place) {
        const int after = Orders::passed(place, from, to);
        const int next = place == from ? 0 : from - (place < from), last = place == from ? 0 : to - (after < to);
        add(tiles - 1, here + place * part, flip, there + after * part, next, last);
      }
      return;
    }
    const auto byte = static_cast<std::uint8_t>(flip);
    for (const Piece& piece : pieces_[from * listed_ + to]) {
      const std::uint8_t* const source = here + piece.here;
      if (piece.bytes != 0) {
        copy(source, flip, there + piece.there, piece.bytes);
      } else if (block_ < 4) {
        there[piece.there] |= static_cast<std::uint8_t>(blocks_[piece.block][0][source[0] ^ byte]);
      } else if (const int one = source[0] ^ byte, two = source[1] ^ byte, three = source[2] ^ byte;
                 one | two | three) {
        const Block& block = blocks_[piece.block];
        const std::uint32_t bits = block[0][one] | block[1][two] | block[2][three];
        std::uint8_t* const target = there + piece.there;
        target[0] |= static_cast<std::uint8_t>(bits);
        target[1] |= static_cast<std::uint8_t>(bits >> 8);
        target[2] |= static_cast<std::uint8_t>(bits >> 16);
      }
    }
  }

  static void copy(const std::uint8_t* here, std::uint64_t flip, std::uint8_t* there, std::uint32_t bytes) {
    std::uint32_t at = 0;
    for (; at + 8 <= bytes; at += 8) {
      std::uint64_t one, other;
      std::memcpy(&one, here + at, 8);
      std::memcpy(&other, there + at, 8);
      other |= one ^ flip;
      std::memcpy(there + at, &other, 8);
    }
    for (; at < bytes; ++at) there[at] |= static_cast<std::uint8_t>(here[at] ^ flip);
  }

  void list(int tiles, int from, int to, std::uint32_t here, std::uint32_t there, std::vector<Piece>& pieces) const {
    if (from == to) {
      const std::uint32_t bytes = row_bytes(tiles);
      if (!pieces.empty() && pieces.back().bytes != 0 && pieces.back().here + pieces.back().bytes == here &&
          pieces.back().there + pieces.back().bytes == there) {
        pieces.back().bytes = static_cast<std::uint16_t>(pieces.back().bytes + bytes);
      } else {
        pieces.push_back({static_cast<std::uint16_t>(here), static_cast<std::uint16_t>(there),
                          static_cast<std::uint16_t>(bytes), 0});
      }
      return;
    }
    if (tiles == block_) {
      pieces.push_back({static_cast<std::uint16_t>(here), static_cast<std::uint16_t>(there), 0,
                        static_cast<std::uint16_t>(block_of_[from * block_ + to])});
      return;
    }
    const std::uint32_t part = row_bytes(tiles - 1);
    for (int place = 0; place < tiles; ++place) {
      const int after = Orders::passed(place, from, to);
      const int next = place == from ? 0 : from - (place < from), last = place == from ? 0 : to - (after < to);
      list(tiles - 1, next, last, here + place * part, there + after * part, pieces);
    }
  }

  // A move to the next place and the one back are the same exchange.
  void add_block(int from, int to) {
    if (from == to + 1) {
      block_of_.push_back(block_of_[to * block_ + from]);
      return;
    }
    block_of_.push_back(static_cast<int>(blocks_.size()));
    Block& block = blocks_.emplace_back();
    const Orders orders(block_);
    std::array<int, Orders::most> places{};
    for (int i = 0; i < block_; ++i) places[i] = i;
    do {
      const Orders::Places packed = orders.pack(places);
      const std::uint32_t here = orders.rank(packed), there = orders.rank(orders.moved(packed, from, to));
      for (int byte = 0; byte < 256; ++byte) {
        if (byte >> (here % 8) & 1) block[here / 8][byte] |= 1u << there;
      }
    } while (std::next_permutation(places.begin(), places.begin() + block_));
  }

  int tiles_;
  int block_;   // the last tiles, whose orders are permuted by a table
  int listed_;  // the last tiles, for whose moves the pieces are listed
  std::vector<int> block_of_;
  std::vector<Block> blocks_;
  std::vector<std::vector<Piece>> pieces_;  // by the places that a tile comes from and goes to
};

}  // namespace budge::patterns
