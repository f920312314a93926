// SPDX-License-Identifier: Apache-2.0
// The pattern of a kernel of Kokkos or of OpenMP, from what launches it and what its body calls.
#pragma once

#include <span>

#include "sources/code.hpp"
#include "sources/cuda_kernels.hpp"

namespace tilebridge::sources {

/// The text of a kernel of Kokkos, as far as the file has it: the lambda that the launch is given,
/// else the class around token i; empty if neither is there.
Span kernel_text(const Code& code, std::size_t i, std::size_t launch);

/// The pattern of the kernel that the launch starts, or else whose class token i is in; other where
/// neither is known. A kernel of teams is a sum, a tile or has atomics by what its text calls.
CudaPattern pattern_of_kernel(const Code& code, std::size_t i, std::size_t launch);

/// The pattern of the loop behind a directive with these words: `target teams loop collapse(2)`.
CudaPattern pattern_of_directive(std::span<const Token> words);

}  // namespace tilebridge::sources
