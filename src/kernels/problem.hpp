// SPDX-License-Identifier: Apache-2.0
// A pair's problem and its validation, through its C interface.
#pragma once

#include <tilebridge/pair.h>

#include <cstdint>
#include <vector>

#include "catalogue/problem.hpp"

namespace tilebridge::kernels {

/// The arguments of every kernel of a pair.
struct PairArguments {
  std::vector<std::int64_t> parameters;  // in the pair's order
  std::vector<void*> arrays;
};

/// `pair` must outlive it. Without a reference, the first outputs that are validated on a workspace
/// are the reference for all others.
ProblemPointer problem_of_pair(const tilebridge_pair& pair);

}  // namespace tilebridge::kernels
