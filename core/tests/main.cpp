// Runs every native test on all cores. `native_tests PART…` runs the tests whose names contain one of the parts, and
// `--stop` ends at the first failure. Lists slow tests.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <ctime>
#include <thread>
#include <vector>

#include "tests/check.hpp"

namespace {

constexpr double kLong = 5;  // seconds of processor time

// State shared by the processes: each takes the next test when it finishes one.
struct Shared {
  std::atomic<std::size_t> next = 0;
  std::atomic<int> passed = 0, failed = 0;
};

// Which tests to run.
struct Selection {
  std::vector<const char*> parts;
  bool stop = false;  // at the first failure

  bool has(const char* name) const {
    return parts.empty() || std::ranges::any_of(parts, [&](const char* part) { return std::strstr(name, part); });
  }
};

void run_tests(Shared& shared, const Selection& selection) {
  const auto& cases = budge::test::cases();
  for (std::size_t at; (at = shared.next++) < cases.size();) {
    const auto& test = cases[at];
    if (!selection.has(test.name)) continue;
    if (selection.stop && shared.failed > 0) return;
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
  Selection selection;
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(arguments[i], "--stop") == 0) {
      selection.stop = true;
    } else {
      selection.parts.push_back(arguments[i]);
    }
  }
  void* page = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return 1;
  Shared& shared = *new (page) Shared;
  // Processes, not threads: a test may change global state, and a crash does not end the other processes.
  const unsigned processes = std::max(1u, std::thread::hardware_concurrency());
  for (unsigned number = 0; number < processes; ++number) {
    if (fork() == 0) {
      run_tests(shared, selection);
      return 0;  // returns, so that the sanitizer reports leaks
    }
  }
  bool whole = true;
  for (int status; wait(&status) > 0;) whole = whole && status == 0;
  std::cout << shared.passed << " passed, " << shared.failed << " failed" << (whole ? "" : ", and a process died")
            << "\n";
  return whole && shared.failed == 0 && shared.passed > 0 ? 0 : 1;
}
