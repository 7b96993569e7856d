// Runs every native test on all cores. `native_tests PART` runs the tests whose name contains PART. Lists slow tests.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <ctime>
#include <thread>

#include "tests/check.hpp"

namespace {

constexpr double kLong = 5;  // seconds of processor time

// State shared by the processes: each takes the next test when it finishes one.
struct Shared {
  std::atomic<std::size_t> next = 0;
  std::atomic<int> passed = 0, failed = 0;
};

void run_tests(Shared& shared, const char* part) {
  const auto& cases = budge::test::cases();
  for (std::size_t at; (at = shared.next++) < cases.size();) {
    const auto& test = cases[at];
    if (!std::strstr(test.name, part)) continue;
    const int before = budge::test::failures;
    const std::clock_t began = std::clock();
    test.body();
    const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    if (seconds > kLong) std::cout << test.name << ": " << seconds << " s" << std::endl;
    if (budge::test::failures == before) {
      ++shared.passed;
    } else {
      ++shared.failed;
      std::cerr << "FAILED " << test.name << "\n";
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  const char* part = count > 1 ? arguments[1] : "";
  void* page = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return 1;
  Shared& shared = *new (page) Shared;
  // Processes, not threads: a test may change global state, and a crash does not end the other processes.
  const unsigned processes = std::max(1u, std::thread::hardware_concurrency());
  for (unsigned number = 0; number < processes; ++number) {
    if (fork() == 0) {
      run_tests(shared, part);
      return 0;  // returns, so that the sanitizer reports leaks
    }
  }
  bool whole = true;
  for (int status; wait(&status) > 0;) whole = whole && status == 0;
  std::cout << shared.passed << " passed, " << shared.failed << " failed" << (whole ? "" : ", and a process died")
            << "\n";
  return whole && shared.failed == 0 && shared.passed > 0 ? 0 : 1;
}
