// Hashing of words.
#pragma once

#include <cstdint>

namespace budge {

inline std::uint64_t mix(std::uint64_t x) {  // the finaliser of splitmix64: a bijection that spreads every bit
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

}  // namespace budge
