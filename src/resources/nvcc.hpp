// SPDX-License-Identifier: Apache-2.0
// NVIDIA's compiler, nvcc: compiling a build's kernels for what it says of them.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "resources/compilations.hpp"
#include "resources/resources.hpp"

namespace tilebridge {

/// Compiles everything, at most `at_once` files at a time; `compiled` is called with each file that
/// is done. Keeps nothing. Throws PlatformError where nvcc cannot be started, UsageError with its
/// first message where it refuses a file, Error (interrupted) after Ctrl-C.
ResourceTable compiled_resources(const std::vector<Compilation>& compilations, std::size_t at_once,
                                 const std::function<void(const Compilation&)>& compiled);

}  // namespace tilebridge
