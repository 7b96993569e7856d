// Work shared among threads: every task runs once, and an exception in one thread stops all.
#include "support/share.hpp"

#include "tests/check.hpp"

namespace budge::test {

namespace {

Stop why_stopped(const Control& control) {
  try {
    control.check();
  } catch (const Stopped& stopped) {
    return stopped.reason;
  }
  return Stop::none;
}

}  // namespace

TEST(every_task_is_done_by_one_thread) {
  Control control;
  std::vector<std::atomic<int>> times(1000);
  share(4, times.size(), control, [&](std::size_t i) { ++times[i]; });
  for (const auto& each : times) CHECK_EQ(each.load(), 1);
}

TEST(an_exception_in_one_thread_stops_all) {
  Control control;
  const auto work = [&](bool owner) {
    if (!owner) throw std::bad_alloc();
    for (;;) control.check();
  };
  together(3, control, work, [] {});
  CHECK(why_stopped(control) == Stop::memory);
}

TEST(a_thread_that_waits_for_others_continues_polling) {
  Control control;
  const auto work = [&](bool owner) {
    while (!owner) control.check();
  };
  together(2, control, work, [&] { control.stop(Stop::cancel); });  // without this, the other thread never ends
  CHECK(why_stopped(control) == Stop::cancel);
}

}  // namespace budge::test
