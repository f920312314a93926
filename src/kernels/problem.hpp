// SPDX-License-Identifier: Apache-2.0
// A pair's problem, its validation and its launches, through its C interface.
#pragma once

#include <tilebridge/pair.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "catalogue/problem.hpp"
#include "kernels/platform.hpp"

namespace tilebridge::kernels {

/// The arguments of every kernel of a pair.
struct PairArguments {
  std::vector<std::int64_t> parameters;  // in the pair's order
  std::vector<void*> arrays;
};

std::int32_t number_of(Platform platform);

/// `pair` must outlive it. Without a reference, the first outputs that are validated on a workspace
/// are the reference for all others.
ProblemPointer problem_of_pair(const tilebridge_pair& pair);

/// Throws KernelFailed, with the pair's own reason, where it fails to prepare or to
/// launch. Holds `owner` as long as what was prepared. `model` is an index in the pair's list.
Launch launch_of(std::shared_ptr<const void> owner, const tilebridge_pair& pair,
                 std::uint32_t model, const PairArguments& arguments, void* queue);

}  // namespace tilebridge::kernels
