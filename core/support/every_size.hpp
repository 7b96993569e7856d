// Whether searches are compiled for states of every size that pays. Under sanitizers, where speed does not matter, only
// some sizes are: the code is the same and compiles in half the time.
#pragma once

namespace budge {

#ifdef __SANITIZE_ADDRESS__
inline constexpr bool every_size = false;
#else
inline constexpr bool every_size = true;
#endif

}  // namespace budge
