// Whether this processor runs code built for x86-64-v3. Checked when budge is built and when it is loaded.
#pragma once

inline bool has_v3() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}
