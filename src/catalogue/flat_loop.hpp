// SPDX-License-Identifier: Apache-2.0
// The launch of a loop over elements, one a thread.
#pragma once

#include "catalogue/terms.hpp"

namespace tilebridge {

/// Threads of a block: 256, as native code has and Kokkos code that is matched to it. Plain Kokkos
/// code is a RangePolicy, whose blocks have 128 threads on CUDA where a thread takes 32 registers
/// at most (Kokkos 4.7, cuda_deduce_block_size).
inline int flat_block_size(const Form& form) {
  const bool in_range = form.model == Model::kokkos && !form.is_matched();
  return in_range ? 128 : 256;
}

}  // namespace tilebridge
