// Processor features, checked before the matching native module is loaded.
#include <nanobind/nanobind.h>

#include "has_v3.hpp"

NB_MODULE(_cpu, module) { module.def("has_v3", &has_v3, "Whether this processor runs code built for x86-64-v3."); }
