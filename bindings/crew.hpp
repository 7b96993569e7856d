// A crew for IDA* that Python implements.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "search/crew.hpp"

namespace budge {

// Wraps a Python object with the functions of search::Crew; null for None.
std::unique_ptr<search::Crew> crew_of(nanobind::object crew);

}  // namespace budge
