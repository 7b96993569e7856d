// A board of up to 32 cells as a bitmask: steps of the blank, neighbours, connected regions.
//
// These headers are compiled for the device when a search starts, and for the processor in tests, where a small shim
// replaces the CUDA extensions of the language (core/tests/gpu_shim.hpp).
#pragma once

#ifdef __CUDACC__
#define BUDGE_BOTH __host__ __device__ __forceinline__
#define BUDGE_SHARED(name) extern __shared__ uint4 name[]
#define BUDGE_UNROLL _Pragma("unroll")
#endif
#ifndef BUDGE_COMPACT  // the host sets it to `Shape.compact`
#define BUDGE_COMPACT (cells <= 25)
#endif

namespace budge::gpu {

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;

BUDGE_BOTH int ones(u32 word) {
#ifdef __CUDA_ARCH__
  return __popc(word);
#else
  return __builtin_popcount(word);
#endif
}

BUDGE_BOTH int lowest(u32 word) { return ones((word & (0u - word)) - 1); }  // index of the lowest bit
BUDGE_BOTH u32 below(int cell) { return (1u << cell) - 1; }            // all bits below this one

// The directions of the blank are up 0, left 1, right 2, down 3. A reflection at the main diagonal turns d into d ^ 1.
template <int Width, int Height>
struct Board {
  static constexpr int width = Width, height = Height, cells = Width * Height;
  static_assert(cells <= 32);
  static constexpr u32 all = ~0u >> (32 - cells);

  // On a compact board the regions of a set fit in one word, the tables that rank sets fit in shared memory, and the
  // number of a seed fits in the unused bits of the sets. Larger boards have none of this and search at a third of the
  // speed.
  static constexpr bool compact = BUDGE_COMPACT;

  static constexpr u32 column(int number) {
    u32 set = 0;
    for (int row = 0; row < Height; ++row) set |= 1u << (row * Width + number);
    return set;
  }
  static constexpr u32 chequered() {
    u32 set = 0;
    for (int cell = 0; cell < cells; ++cell) set |= static_cast<u32>((cell / Width + cell % Width) & 1) << cell;
    return set;
  }
  static constexpr u32 left = column(0), right = column(Width - 1), black = chequered();

  static BUDGE_BOTH int step(int d) { return d == 0 ? -Width : d == 1 ? -1 : d == 2 ? 1 : Width; }
  static BUDGE_BOTH bool legal(int d, int cell) {
    if (d == 0) return cell >= Width;
    if (d == 3) return cell < cells - Width;
    return !((d == 1 ? left : right) >> cell & 1);
  }
  static BUDGE_BOTH int transposed(int cell) { return cell % Width * Width + cell / Width; }  // of a square board

  static BUDGE_BOTH u32 spread(u32 set) {
    return (((set & ~right) << 1) | ((set & ~left) >> 1) | (set << Width) | (set >> Width)) & all;
  }
  static BUDGE_BOTH u32 flood(u32 from, u32 free) {
    for (u32 before = 0; before != from;) {
      before = from;
      from |= spread(from) & free;
    }
    return from;
  }
};

}  // namespace budge::gpu
