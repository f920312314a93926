// SPDX-License-Identifier: Apache-2.0
// alpaka's devices and queues, and its kernels on the runner's platforms. Needs no alpaka header.
#pragma once

#include <functional>
#include <string>

#include "kernels/registrar.hpp"

namespace tilebridge::alpaka3 {

/// Whether this object was compiled for GPUs.
bool has_gpu();

/// Runs on `threads` threads.
void add_host(kernels::Registry& registry, int threads);
/// Runs on the streams of GPU `device` that `stream` returns. Throws std::logic_error without
/// has_gpu().
void add_gpu(kernels::Registry& registry, int device, std::function<void*()> stream);

/// "3.0.0", "Cuda, OpenMP".
std::string version();
std::string spaces();

}  // namespace tilebridge::alpaka3
