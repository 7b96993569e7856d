#include "blocks/breadth_first.hpp"

template class budge::search::BreadthFirst<budge::blocks::BlockSpace<1, budge::blocks::Board64>>;
#ifndef __SANITIZE_ADDRESS__  // see every_size
template class budge::search::BreadthFirst<budge::blocks::BlockSpace<2, budge::blocks::Board256>>;
template class budge::search::BreadthFirst<budge::blocks::BlockSpace<8, budge::blocks::Board256>>;
template class budge::search::BreadthFirst<budge::blocks::BlockSpace<8, budge::blocks::Board1024>>;
template class budge::search::BreadthFirst<budge::blocks::BlockSpace<32, budge::blocks::Board1024>>;
#endif
template class budge::search::BreadthFirst<
    budge::blocks::BlockSpace<budge::blocks::max_words, budge::blocks::Board1024>>;
