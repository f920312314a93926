// SPDX-License-Identifier: Apache-2.0
// Tests of what kernels in Kokkos are made of. Without the GPU that this Kokkos needs they are
// skipped, not passed.
#include <gtest/gtest.h>

#include <Kokkos_Core.hpp>
#include <iostream>

namespace {

bool lacks_gpu() {
#ifdef KOKKOS_ENABLE_CUDA
  int count = 0;
  return cudaGetDeviceCount(&count) != cudaSuccess || count == 0;
#else
  return false;
#endif
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (lacks_gpu()) {
    std::cout << "skipped: this Kokkos needs a GPU, and there is none\n";
    return 77;
  }
  const Kokkos::ScopeGuard kokkos;
  return RUN_ALL_TESTS();
}
