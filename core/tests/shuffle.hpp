// A shuffle that gives equal results with every standard library, unlike std::shuffle.
#pragma once

#include <random>
#include <utility>
#include <vector>

namespace budge::test {

template <class T>
void shuffle(std::vector<T>& values, std::mt19937& random) {
  for (std::size_t left = values.size(); left > 1; --left) std::swap(values[left - 1], values[random() % left]);
}

}  // namespace budge::test
