// Runs every native test; `native_tests PART` runs those whose name contains PART. Names those that take long.
#include <cstring>
#include <ctime>

#include "tests/check.hpp"

constexpr double kLong = 5;  // seconds of processor time

int main(int count, char** arguments) {
  int passed = 0, failed = 0;
  for (const auto& test : budge::test::cases()) {
    if (count > 1 && !std::strstr(test.name, arguments[1])) continue;
    const int before = budge::test::failures;
    const std::clock_t began = std::clock();
    test.body();
    const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    if (seconds > kLong) std::cout << test.name << ": " << seconds << " s\n";
    if (budge::test::failures == before) {
      ++passed;
    } else {
      ++failed;
      std::cerr << "FAILED " << test.name << "\n";
    }
  }
  std::cout << passed << " passed, " << failed << " failed\n";
  return failed == 0 && passed > 0 ? 0 : 1;
}
