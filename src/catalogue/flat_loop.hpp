// SPDX-License-Identifier: Apache-2.0
// The launch of a loop over elements, one per thread.
#pragma once

#include "catalogue/terms.hpp"

namespace tilebridge {

/// Threads per block: 256 in native code. Plain Kokkos code is a RangePolicy, whose blocks have 128
/// threads on CUDA where a thread takes at most 32 registers (Kokkos 4.7, cuda_deduce_block_size).
inline int flat_block_size(const ModelForm& form) {
  return form.model.is(Model::kokkos) ? 128 : 256;
}

}  // namespace tilebridge
