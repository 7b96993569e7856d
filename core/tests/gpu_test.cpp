// The device's arithmetic, compiled for the processor: regions, orders, distances modulo 4, numbers of seeds. The tests
// in tests/gpu run whole kernels on the processor, with the Python code that runs them on a GPU.
#include <random>
#include <set>
#include <vector>

#include "tests/check.hpp"

// clang-format off: the kernels need the shim's replacements for CUDA
#include "tests/gpu_shim.hpp"
#include "../../src/budge/gpu/kernels/node.cuh"
// clang-format on

namespace budge::test {

using gpu::u32;
using gpu::u64;

TEST(legal_moves_of_the_blank_stay_on_the_board) {
  using B = gpu::Board<3, 4>;
  for (int cell = 0; cell < B::cells; ++cell) {
    CHECK_EQ(B::legal(0, cell), cell / 3 > 0);
    CHECK_EQ(B::legal(1, cell), cell % 3 > 0);
    CHECK_EQ(B::legal(2, cell), cell % 3 < 2);
    CHECK_EQ(B::legal(3, cell), cell / 3 < 3);
  }
}

TEST(a_transposed_move_leads_to_the_transposed_cell) {
  using B = gpu::Board<5, 5>;
  for (int cell = 0; cell < B::cells; ++cell) {
    for (int d = 0; d < 4; ++d) {
      if (!B::legal(d, cell)) continue;
      CHECK(B::legal(d ^ 1, B::transposed(cell)));
      CHECK_EQ(B::transposed(cell + B::step(d)), B::transposed(cell) + B::step(d ^ 1));
    }
  }
}

namespace {

// Checks that two cells have the same number exactly if they are in the same region. Returns the numbers.
template <class B, class R>
std::set<u32> numbers_of_regions(u64 word, u32 cells) {
  std::set<u32> numbers;
  for (int one = 0; one < B::cells; ++one) {
    if (cells >> one & 1) continue;
    numbers.insert(R::region(word, cells, one));
    const u32 connected = B::flood(1u << one, B::all & ~cells);
    for (int other = 0; other < B::cells; ++other) {
      if (cells >> other & 1) continue;
      CHECK_EQ(R::region(word, cells, one) == R::region(word, cells, other), (connected >> other & 1) == 1);
    }
  }
  return numbers;
}

}  // namespace

TEST(a_word_has_the_region_of_every_free_cell) {
  using B = gpu::Board<3, 4>;
  using R = gpu::Ranks<B, 5, 6>;
  for (u32 cells = 0; cells <= B::all; ++cells) {
    if (gpu::ones(cells) != 5 && gpu::ones(cells) != 6) continue;
    int count = 0;
    const u64 word = R::regions_of(cells, count);
    CHECK_EQ(word & ((1ull << R::offset_bits) - 1), 0u);  // free for the first row
    const std::set<u32> numbers = numbers_of_regions<B, R>(word, cells);
    CHECK_EQ(static_cast<int>(numbers.size()), count);
    CHECK_EQ(*numbers.rbegin() + 1, static_cast<u32>(count));
  }
}

TEST(on_a_large_board_flooding_finds_the_region) {
  using B = gpu::Board<8, 4>;
  using R = gpu::Ranks<B, 5, 6>;
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    u32 cells = 1u << 1 | 1u << 8 | 1u << 10 | 1u << 17;  // cells 0 and 9 are cut off
    for (int more = round % 9; more > 0; --more) cells |= 1u << random() % 32;
    int count = 0;
    const u64 word = R::regions_of(cells, count);
    CHECK_EQ(word, 0u);  // free for the first row
    CHECK_EQ(static_cast<int>(numbers_of_regions<B, R>(word, cells).size()), count);
  }
}

TEST(a_tile_that_passes_others_keeps_their_order) {
  for (int from = 0; from < 8; ++from) {
    for (int to = 0; to < 8; ++to) {
      std::vector<u32> tiles{3, 1, 4, 0, 5, 7, 2, 6};
      u32 places = 0;
      for (int place = 0; place < 8; ++place) places |= tiles[place] << (3 * place);
      const u32 tile = tiles[from];
      tiles.erase(tiles.begin() + from);
      tiles.insert(tiles.begin() + to, tile);
      u32 expected = 0;
      for (int place = 0; place < 8; ++place) expected |= tiles[place] << (3 * place);
      CHECK_EQ(gpu::shifted(places, from, to) & gpu::below(24), expected);
    }
  }
}

TEST(one_bit_decides_whether_a_distance_rose) {
  for (u32 parent = 1; parent < 100; ++parent) {
    for (const u32 child : {parent - 1, parent + 1}) {
      const u32 risen = gpu::rises(child >> 1, parent & 3);
      CHECK_EQ(risen, child > parent ? 1u : 0u);
      for (int pattern = 0; pattern < 4; ++pattern) {
        const u32 others = 0b01101100 & ~(3u << (2 * pattern)), before = others | (parent & 3) << (2 * pattern);
        CHECK_EQ(gpu::with_distance(before, pattern, risen), others | (child & 3) << (2 * pattern));
      }
    }
  }
}

template <class V>
void check_seeds() {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    u32 node[V::words], before[V::words];
    for (u32& word : node) word = random();
    for (int k = 0; k < V::patterns - 1; ++k) node[k] &= V::B::all, node[V::slot + k] &= V::B::all;
    std::copy(node, node + V::words, before);
    const u32 seed = random() & gpu::below(V::seed_bits);
    V::set_seed(node, seed);
    CHECK_EQ(V::seed(node, node[V::first] >> 5 & 1), seed);
    for (int k = 0; k < V::patterns - 1; ++k) {
      CHECK_EQ(node[k] & V::B::all, before[k]);
      CHECK_EQ(node[V::slot + k] & V::B::all, before[V::slot + k]);
    }
    // The number does not change when the slots are swapped.
    for (int k = 0; k < V::slot; ++k) std::swap(node[k], node[V::slot + k]);
    CHECK_EQ(V::seed(node, !(node[V::first] >> 5 & 1)), seed);
  }
}

TEST(the_number_of_a_seed_fits_next_to_the_cells) {
  check_seeds<gpu::Views<5, 5, true, 8, 8, 8>>();
  check_seeds<gpu::Views<5, 5, true, 6, 6, 6, 6>>();
  check_seeds<gpu::Views<4, 4, true, 7, 8>>();
  check_seeds<gpu::Views<3, 4, false, 6, 5>>();
  check_seeds<gpu::Views<8, 4, false, 6, 5, 5, 5, 5, 5>>();
}

}  // namespace budge::test
