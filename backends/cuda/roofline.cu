// The chains of bandwidth's `fma`, from one step on.
#include "backends/cuda/fma_chain.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/roofline.hpp"

namespace tilebridge::cuda {

void add_roofline(Native& native) { native.add("roofline/fma_chain", launch_chains); }

}  // namespace tilebridge::cuda
