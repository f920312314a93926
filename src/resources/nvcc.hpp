// SPDX-License-Identifier: Apache-2.0
// NVIDIA's compiler, nvcc: compiles a build's kernels for their resource usage.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "resources/compilations.hpp"
#include "resources/resources.hpp"

namespace tilebridge::resources {

/// Compiles everything, at most `at_once` files at a time; `compiled` is called with each finished
/// file. Without code sizes if nvcc's fat binary has no kernels that can be read. Keeps no output
/// files. Throws PlatformError if nvcc cannot be started, UsageError with its first message if it
/// rejects a file, Error (interrupted) after Ctrl-C.
BuildResources compiled_resources(const std::vector<Compilation>& compilations, std::size_t at_once,
                                  const std::function<void(const Compilation&)>& compiled);

}  // namespace tilebridge::resources
