// SPDX-License-Identifier: Apache-2.0
// Compiled twice: with -Xptxas -dlcm=ca and TILEBRIDGE_DLCM=ca, and both with cg.
#include "backends/cuda/compiled_loads.hpp"
#include "backends/cuda/patterned_copy.hpp"

namespace tilebridge::cuda {

// [shown]
/// A plain load, of which -Xptxas -dlcm=ca makes __ldca's instruction, and -dlcm=cg __ldcg's.
template <LoadOption option>
struct CompiledLoad {
  __device__ static float load(const float* from) { return *from; }
};

template <LoadOption option>
void launch_compiled(const PatternedCopy& c, Stream stream) {
  launch_copy<CompiledLoad<option>>(c, stream);
}

// [hidden]

template void launch_compiled<LoadOption::TILEBRIDGE_DLCM>(const PatternedCopy&, Stream);

}  // namespace tilebridge::cuda
