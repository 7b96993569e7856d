// The names of how searches end, as Python and the page show them.
#pragma once

#include <stdexcept>

#include "search/result.hpp"

namespace budge::search {

inline const char* name(Status status) {
  switch (status) {
    case Status::optimal:
      return "optimal";
    case Status::solved:
      return "solved";
    case Status::unsolvable:
      return "unsolvable";
    case Status::stopped:
      return "stopped";
  }
  throw std::logic_error("no such status");
}

inline const char* name(Stop stop) {
  switch (stop) {
    case Stop::seconds:
      return "seconds";
    case Stop::nodes:
      return "nodes";
    case Stop::memory:
      return "memory";
    case Stop::disk:
      return "disk";
    case Stop::cancel:
      return "cancel";
    case Stop::none:
      break;
  }
  throw std::logic_error("nothing stopped it");
}

}  // namespace budge::search
