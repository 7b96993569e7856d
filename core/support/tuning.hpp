// What all tables of tuning constants share. A module has one table, a macro with one line for each constant:
//
//   OPTION(name, default, min, max, "effect")
//
// BUDGE_TUNING makes a struct of the table, whose members are the constants with their defaults, and the array
// `tuning_options`, from which tests and fuzzers set each constant by name and range.
#pragma once

#include <cstdint>
#include <string_view>

namespace budge {

// A row of the table of `Tuning`.
template <class Tuning>
struct TuningOptionOf {
  using Owner = Tuning;

  std::string_view name;
  std::uint64_t Tuning::* value;
  std::uint64_t min, max;
  std::string_view effect;
};

}  // namespace budge

#define BUDGE_TUNING_MEMBER(name, value, min, max, effect) std::uint64_t name = value;
#define BUDGE_TUNING_ROW(name, value, min, max, effect) {#name, &Tuning::name, min, max, effect},
#define BUDGE_TUNING(TABLE)                             \
  struct Tuning {                                       \
    static constexpr std::uint64_t never = UINT64_MAX;  \
    TABLE(BUDGE_TUNING_MEMBER)                          \
  };                                                    \
  using TuningOption = ::budge::TuningOptionOf<Tuning>; \
  inline constexpr TuningOption tuning_options[] = {TABLE(BUDGE_TUNING_ROW)};
