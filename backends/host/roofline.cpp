// The chains of bandwidth's `fma`, from one step on.
#include "catalogue/roofline.hpp"

#include "backends/host/fma_chain.hpp"

namespace tilebridge::host {

void add_roofline(Native& native) { native.add("roofline/fma_chain", fma_chains); }

}  // namespace tilebridge::host
