// Runs every native test; `native_tests PART` runs those whose name contains PART.
#include <cstring>

#include "tests/check.hpp"

int main(int count, char** arguments) {
  int passed = 0, failed = 0;
  for (const auto& test : budge::test::cases()) {
    if (count > 1 && !std::strstr(test.name, arguments[1])) continue;
    const int before = budge::test::failures;
    test.body();
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
