// Forced into every file of a mutated core: the functions that take the place of operators and constants.
//
// All mutants are compiled at once. Number k acts only if the environment variable BUDGE_MUTANT is k, so one build
// serves all. With BUDGE_REACHED=FILE, byte k of that file becomes 1 when the code of number k runs.
#pragma once

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

namespace budge::mutants {

constexpr int max_mutants = 1 << 16;

inline int chosen() {
  static const int number = [] {
    const char* text = std::getenv("BUDGE_MUTANT");
    return text ? std::atoi(text) : -1;
  }();
  return number;
}

inline char* reached() {
  static char* const bytes = []() -> char* {
    const char* path = std::getenv("BUDGE_REACHED");
    if (!path) return nullptr;
    const int file = open(path, O_RDWR | O_CREAT, 0644);
    if (file < 0 || ftruncate(file, max_mutants) != 0) std::abort();
    return static_cast<char*>(mmap(nullptr, max_mutants, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  }();
  return bytes;
}

inline bool on(int number) {
  if (char* const bytes = reached()) bytes[number] = 1;
  return number == chosen();
}

#define BUDGE_MUTANT_OF(name, usual, changed)                                    \
  template <class A, class B>                                                    \
  inline auto name(int number, const A& a, const B& b) -> decltype(a usual b) {  \
    if constexpr (requires { static_cast<decltype(a usual b)>(a changed b); }) { \
      if (on(number)) return static_cast<decltype(a usual b)>(a changed b);      \
    }                                                                            \
    return a usual b;                                                            \
  }
BUDGE_MUTANT_OF(equal, ==, !=)
BUDGE_MUTANT_OF(unequal, !=, ==)
BUDGE_MUTANT_OF(less, <, <=)
BUDGE_MUTANT_OF(less_equal, <=, <)
BUDGE_MUTANT_OF(greater, >, >=)
BUDGE_MUTANT_OF(greater_equal, >=, >)
BUDGE_MUTANT_OF(plus, +, -)
BUDGE_MUTANT_OF(minus, -, +)
#undef BUDGE_MUTANT_OF

inline int literal(int number, int value) { return on(number) ? value + 1 : value; }

}  // namespace budge::mutants
