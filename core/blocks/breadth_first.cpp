#include "blocks/breadth_first.hpp"

namespace budge::search {

template class BreadthFirst<blocks::BlockSpace<1, blocks::Board64>>;
#ifndef __SANITIZE_ADDRESS__  // see every_size
template class BreadthFirst<blocks::BlockSpace<2, blocks::Board256>>;
template class BreadthFirst<blocks::BlockSpace<8, blocks::Board256>>;
#endif
template class BreadthFirst<blocks::BlockSpace<32, blocks::Board256>>;

}  // namespace budge::search
