// SPDX-License-Identifier: Apache-2.0
// What the kernels of block_shape.hpp read and write.
#pragma once

#include "catalogue/execution/block_shape.hpp"
#include "catalogue/tiling/stencil3d_accesses.hpp"

namespace tilebridge::block_shape_accesses {

/// Blocks of `threads`, one element per thread, in every model.
inline Accesses in_blocks_of(const stencil3d_accesses::Element& threads) {
  return [=](const ModelForm&, const Parameters& p, const HostArrays&) -> std::vector<Kernel> {
    constexpr int bytes = sizeof(float);
    const stencil3d_accesses::Blocks blocks({p["nz"], p["ny"], p["nx"]}, bytes,
                                            {threads, threads, false});
    const Address own = blocks.of_column({});
    return {blocks.kernel({load("a", bytes, own), load("b", bytes, own), store("c", bytes, own)})};
  };
}

}  // namespace tilebridge::block_shape_accesses
