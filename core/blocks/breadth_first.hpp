// Breadth-first search over blocks, for solving and for exploring alike: compiled once, in breadth_first.cpp.
#pragma once

#include "blocks/with_space.hpp"
#include "search/breadth_first.hpp"

namespace budge::search {

extern template class BreadthFirst<blocks::BlockSpace<1, blocks::Board64>>;
#ifndef __SANITIZE_ADDRESS__  // see every_size
extern template class BreadthFirst<blocks::BlockSpace<2, blocks::Board256>>;
extern template class BreadthFirst<blocks::BlockSpace<8, blocks::Board256>>;
#endif
extern template class BreadthFirst<blocks::BlockSpace<32, blocks::Board256>>;

}  // namespace budge::search
