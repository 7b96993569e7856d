// Sets the constants of a tuning table to extremes: each one to both ends of its range, then all of them at random.
#pragma once

#include <algorithm>
#include <random>
#include <set>
#include <string_view>

#include "support/tuning.hpp"
#include "tests/check.hpp"

namespace budge::test {

// A value in the range of an option; small values are as likely as large ones.
template <class Option>
std::uint64_t random_value(const Option& option, std::mt19937_64& random) {
  const std::uint64_t above = random() >> random() % 64, span = option.max - option.min;
  return option.min + (span == UINT64_MAX ? above : above % (span + 1));
}

template <class Options>
void check_table(const Options& options) {
  using Tuning = std::remove_cvref_t<decltype(*std::begin(options))>::Owner;
  const Tuning defaults;
  std::set<std::string_view> names;
  for (const auto& option : options) {
    CHECK(option.min < option.max);
    CHECK(option.min <= defaults.*option.value && defaults.*option.value <= option.max);
    CHECK(!option.effect.empty());
    CHECK(names.insert(option.name).second);
  }
}

// Calls check() with each constant of `tuning` at both ends of its range, then `random_rounds` times with half of
// them random; finally restores the defaults.
template <class Tuning, class Options, class Check>
void at_extremes(Tuning& tuning, const Options& options, int random_rounds, Check&& check) {
  check_table(options);
  for (const auto& option : options) {
    for (const std::uint64_t value : {option.min, option.max}) {
      tuning = Tuning();
      tuning.*option.value = value;
      check();
    }
  }
  std::mt19937_64 random(7);
  for (int round = 0; round < random_rounds; ++round) {
    tuning = Tuning();
    for (const auto& option : options) {
      if (random() % 2) tuning.*option.value = random_value(option, random);
    }
    check();
  }
  tuning = Tuning();
}

}  // namespace budge::test
