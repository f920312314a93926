// SPDX-License-Identifier: Apache-2.0
// Kokkos's life time, and its implementations on the runner's platforms. No Kokkos header needed.
#pragma once

#include <string>

#include "measure/implementations.hpp"

namespace tilebridge::kokkos {

/// Initialises Kokkos, on GPU `device` where this Kokkos has one, and finalises it. Everything that
/// holds a View or an execution space must be gone by then.
class Session {
 public:
  explicit Session(int device);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
};

/// Whether this build's Kokkos runs on GPUs.
bool has_gpu();

/// The threads that Kokkos's host space runs on.
int host_threads();

void add_host(Implementations& implementations);
/// On an instance made from `stream`, a cudaStream_t or hipStream_t. Throws std::logic_error
/// without has_gpu().
void add_gpu(Implementations& implementations, void* stream);

/// "4.7.01", "Cuda, Serial", and what print_configuration says.
std::string version();
std::string spaces();
std::string configuration();

}  // namespace tilebridge::kokkos
