// Looks up what Python passes by name.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "run.hpp"
#include "search/request.hpp"
#include "support/heuristic_list.hpp"

namespace budge {

template <class Value, std::size_t Count>
Value look_up(const std::pair<std::string_view, Value> (&names)[Count], std::string_view name) {
  for (const auto& [known, value] : names) {
    if (known == name) return value;
  }
  throw std::invalid_argument("unknown name: " + std::string(name));
}

using Fraction = std::pair<std::int64_t, std::int64_t>;  // numerator and denominator

inline search::Request request_for(std::string_view algorithm, Fraction weight, const Run& run) {
  return {search::Algorithm(algorithm),
          {weight.first, weight.second},
          run.threads,
          run.trace,
          run.crew.get(),
          run.batch.get(),
          run.disk ? &*run.disk : nullptr};
}

}  // namespace budge
