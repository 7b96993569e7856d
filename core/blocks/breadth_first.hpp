// Breadth-first search over blocks, for solving and exploring: compiled once, in breadth_first.cpp.
#pragma once

#include "blocks/with_space.hpp"
#include "search/breadth_first.hpp"

extern template class budge::search::BreadthFirst<budge::blocks::BlockSpace<1, budge::blocks::Board64>>;
#ifndef __SANITIZE_ADDRESS__  // see every_size
extern template class budge::search::BreadthFirst<budge::blocks::BlockSpace<2, budge::blocks::Board256>>;
extern template class budge::search::BreadthFirst<budge::blocks::BlockSpace<8, budge::blocks::Board256>>;
extern template class budge::search::BreadthFirst<budge::blocks::BlockSpace<8, budge::blocks::Board1024>>;
extern template class budge::search::BreadthFirst<budge::blocks::BlockSpace<32, budge::blocks::Board1024>>;
#endif
extern template class budge::search::BreadthFirst<
    budge::blocks::BlockSpace<budge::blocks::max_words, budge::blocks::Board1024>>;
