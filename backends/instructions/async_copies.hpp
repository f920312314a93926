// SPDX-License-Identifier: Apache-2.0
// Copies from global to shared memory that go on while a thread does other things (cp.async, since
// sm_80): CUDA's instructions, since no other model has a word for them, in device code of any
// model that nvcc compiles. Elsewhere they only compile.
#pragma once

#include <cstddef>

#ifndef TILEBRIDGE_WITH_HIP
#include <cuda_pipeline.h>
#endif

namespace tilebridge::instructions {

// [shown]
/// Starts the copy of 4, 8 or 16 bytes to shared memory from global memory, both aligned to
/// their size.
template <class T>
__device__ void copy_async([[maybe_unused]] T* to, [[maybe_unused]] const T* from) {
#ifndef TILEBRIDGE_WITH_HIP
  __pipeline_memcpy_async(to, from, sizeof(T));
#endif
}

/// Copies where there is something to copy, and stores zeros elsewhere.
template <class T>
__device__ void copy_async(T* to, const T* from, bool is_there) {
  if (is_there)
    copy_async(to, from);
  else
    *to = T{};
}

/// Starts the copy of 16 bytes to shared memory from global memory, both aligned to 16 bytes.
__device__ inline void copy_16_async([[maybe_unused]] void* to, [[maybe_unused]] const void* from) {
#ifndef TILEBRIDGE_WITH_HIP
  __pipeline_memcpy_async(to, from, 16);
#endif
}

/// The copies that the thread started since the last end are waited for together.
__device__ inline void end_of_copies() {
#ifndef TILEBRIDGE_WITH_HIP
  __pipeline_commit();
#endif
}

/// Waits for the thread's own copies but those before the last `later` ends.
template <int later>
__device__ void wait_for_copies() {
#ifndef TILEBRIDGE_WITH_HIP
  __pipeline_wait_prior(later);
#endif
}

/// Copies `bytes`, 8 or 16, where there is something to copy, and zeros elsewhere.
template <std::size_t bytes>
__device__ void copy_or_clear_async([[maybe_unused]] void* to, [[maybe_unused]] const void* from,
                                    [[maybe_unused]] bool is_there) {
#ifndef TILEBRIDGE_WITH_HIP
  __pipeline_memcpy_async(to, from, bytes, is_there ? 0 : bytes);
#endif
}

}  // namespace tilebridge::instructions
