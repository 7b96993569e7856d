// What the processor can do: asked before the module that fits it is loaded.
#include <nanobind/nanobind.h>

NB_MODULE(_cpu, module) {
  module.def(
      "has_v3",
      [] {
#if defined(__x86_64__)
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
               __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
#else
        return false;
#endif
      },
      "Whether this processor runs code built for x86-64-v3.");
}
