// A crew for IDA* that Python leads.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "search/crew.hpp"

namespace budge {

// Of an object with the functions of search::Crew; of None, none.
std::unique_ptr<search::Crew> crew_of(nanobind::object crew);

}  // namespace budge
