// A minimal test harness: TEST(name) { CHECK(condition); CHECK_EQ(a, b); }
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <vector>

namespace budge::test {

struct Case {
  const char* name;
  void (*body)();
};

inline std::vector<Case>& cases() {
  static std::vector<Case> all;
  return all;
}

inline int failures = 0;

// Sanitizers make tests ten times slower, so random tests then run an eighth of their rounds, but at least `once`,
// which covers every case of the test. Checks that enough interesting cases occurred apply only to full runs:
// CHECK(sampled || found > 20).
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(BUDGE_SAMPLED)
inline constexpr bool sampled = true;
#else
inline constexpr bool sampled = false;
#endif
constexpr int rounds(int all, int once = 0) { return sampled ? std::max(once, (all + 7) / 8) : all; }

struct Registration {
  Registration(const char* name, void (*body)()) { cases().push_back({name, body}); }
};

}  // namespace budge::test

#define TEST(name)                                                         \
  static void name();                                                      \
  static const budge::test::Registration registration_##name(#name, name); \
  static void name()

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      ++budge::test::failures;                                                \
      std::cerr << __FILE__ << ":" << __LINE__ << ": " << #condition << "\n"; \
    }                                                                         \
  } while (false)

#define CHECK_EQ(left, right)                                                                                 \
  do {                                                                                                        \
    const auto l = (left);                                                                                    \
    const auto r = (right);                                                                                   \
    if (!(l == r)) {                                                                                          \
      ++budge::test::failures;                                                                                \
      std::cerr << __FILE__ << ":" << __LINE__ << ": " << #left << " is " << l << ", expected " << r << "\n"; \
    }                                                                                                         \
  } while (false)
