// SPDX-License-Identifier: Apache-2.0
// Kokkos's lifetime, and its implementations on the runner's platforms. Needs no Kokkos header.
#pragma once

#include <functional>
#include <string>

#include "kernels/registrar.hpp"

namespace tilebridge::kokkos {

/// Initialises Kokkos, on GPU `device` if this Kokkos has a GPU backend, and finalises it.
/// Everything that holds a View or an execution space must have been destroyed by then.
class Session {
 public:
  explicit Session(int device);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

/// Whether this Kokkos runs on GPUs, and on which.
bool has_gpu();
Platform gpu_platform();

/// The number of threads that Kokkos's host space uses.
int host_threads();

void add_host(kernels::Registry& registry);
/// Runs on instances made from what `stream` returns, a cudaStream_t or hipStream_t: one for each,
/// kept. Throws std::logic_error without has_gpu().
void add_gpu(kernels::Registry& registry, std::function<void*()> stream);

/// "4.7.01", "Cuda, Serial", and the output of print_configuration.
std::string version();
std::string spaces();
std::string configuration();

}  // namespace tilebridge::kokkos
