// SPDX-License-Identifier: Apache-2.0
// Converts what bounds a launch on AMD's GPUs, for native code and for Kokkos alike.
#pragma once

#include <algorithm>
#include <cstddef>

namespace tilebridge::hip {

/// Threads per wavefront of gfx9, the architectures that the kernels are compiled for.
constexpr int wavefront_size = 64;

/// Wavefronts on each of a compute unit's 4 SIMDs when it holds `blocks` blocks of `threads`
/// threads: the second argument of HIP's __launch_bounds__, where CUDA's takes `blocks` itself (HIP
/// C++ language extensions, "__launch_bounds__": MIN_WARPS_PER_EXECUTION_UNIT). Kokkos hands the
/// second argument of its LaunchBounds to either as it is.
constexpr int simd_wavefronts(int threads, int blocks) {
  constexpr int simds = 4;
  const int wavefronts = (threads + wavefront_size - 1) / wavefront_size * blocks;
  return (wavefronts + simds - 1) / simds;
}

/// Returns at most `wanted` blocks of so many bytes of LDS, as many as a compute unit of CDNA 1 to
/// 3 holds in its 64 KiB (AMD, Instinct MI200 and MI300 Instruction Set Architecture, "LDS"). The
/// compiler warns of bounds that ask for more.
constexpr int blocks_held(int wanted, std::size_t lds_bytes) {
  constexpr std::size_t lds = std::size_t{64} << 10U;
  return std::clamp(static_cast<int>(lds / lds_bytes), 1, wanted);
}

}  // namespace tilebridge::hip
