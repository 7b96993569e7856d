// Whether searches are compiled for states of every size that is worth it. Under sanitizers, where speed does not
// matter, they are for some of these sizes only: the code is the same, and takes half as long to compile.
#pragma once

namespace budge {

#ifdef __SANITIZE_ADDRESS__
inline constexpr bool every_size = false;
#else
inline constexpr bool every_size = true;
#endif

}  // namespace budge
