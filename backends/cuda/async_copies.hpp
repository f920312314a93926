// SPDX-License-Identifier: Apache-2.0
// Copies from global to shared memory that go on while a thread does other things: by each thread
// (cp.async), and in bulk by the copy engine of an SM (cp.async.bulk, since sm_90).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "backends/cuda/cuda.hpp"
#include "backends/instructions/async_copies.hpp"
#include "base/error.hpp"

namespace tilebridge::cuda {

using instructions::copy_16_async;
using instructions::copy_async;
using instructions::end_of_copies;
using instructions::wait_for_copies;

#ifdef TILEBRIDGE_WITH_HIP

template <class... Arguments>
void check_compiled_for(int /*version*/, void (* /*kernel*/)(Arguments...)) {
  throw NoEquivalent("HIP has no asynchronous copies to shared memory");
}

template <class... Arguments>
std::size_t resident_blocks(void (* /*kernel*/)(Arguments...), int /*block_size*/,
                            std::size_t /*shared_bytes*/ = 0) {
  return 0;
}

#else

// [shown]
/// Throws if `kernel` was compiled for a device of a lower compute capability, ten times of which
/// is `version`.
template <class... Arguments>
void check_compiled_for(int version, void (*kernel)(Arguments...)) {
  cudaFuncAttributes attributes = {};
  check(cudaFuncGetAttributes(&attributes, kernel), "asking what a kernel was compiled for");
  if (attributes.ptxVersion < version)
    throw Unavailable("needs compute capability " + std::to_string(version / 10) + ".0");
}

/// The number of blocks of `kernel` that the device can hold at a time, for kernels that walk
/// through tiles. A block has `shared_bytes` of dynamic shared memory.
template <class... Arguments>
std::size_t resident_blocks(void (*kernel)(Arguments...), int block_size,
                            std::size_t shared_bytes = 0) {
  int per_multiprocessor = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_multiprocessor, kernel, block_size,
                                                      shared_bytes),
        "asking how many blocks an SM can hold");
  return static_cast<std::size_t>(per_multiprocessor) * static_cast<std::size_t>(multiprocessors());
}

// [hidden]
#endif

// [shown]
/// Throws if the device has no cp.async, or if `kernel` was compiled for one without it.
template <class... Arguments>
void check_async_copies(void (*kernel)(Arguments...)) {
  check_compiled_for(80, kernel);
}

constexpr kernels::Feature bulk_copies = {CUDART_VERSION >= 12000,
                                          "compilers before CUDA 12 have no bulk copies"};

/// Throws if the device has no cp.async.bulk, or if `kernel` was compiled for one without it.
template <class... Arguments>
void check_bulk_copies(void (*kernel)(Arguments...)) {
  check_compiled_for(90, kernel);
  if (!bulk_copies.present) throw Unavailable(bulk_copies.lack);
}

// [hidden]
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && CUDART_VERSION >= 12000
#define TILEBRIDGE_BULK_COPIES
#endif

// [shown]
/// Every thread calls it before the barrier after which a bulk copy may overwrite what it has read
/// or stored in shared memory. The copy engine takes another way to this memory than threads do, on
/// which it can overtake their loads: without this fence a transpose was wrong now and then.
__device__ inline void before_bulk_copies() {
#ifdef TILEBRIDGE_BULK_COPIES
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

/// An mbarrier in shared memory, which counts arrivals and the bytes of bulk copies, one round
/// after another. Elsewhere it only compiles, and is never launched.
class Arrivals {
 public:
  /// One thread calls it, before a barrier of the block: a round takes `count` arrivals.
  __device__ void begin([[maybe_unused]] unsigned count = 1) {
#ifdef TILEBRIDGE_BULK_COPIES
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared(&word_)), "r"(count)
                 : "memory");
#endif
    before_bulk_copies();  // the copy engine sees it too
  }

  /// Arrives without copies.
  __device__ void arrive() {
#ifdef TILEBRIDGE_BULK_COPIES
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared(&word_)) : "memory");
#endif
  }

  /// One thread calls it, arrives and starts copies: the round is complete when `bytes` have come.
  __device__ void expect([[maybe_unused]] unsigned bytes) {
#ifdef TILEBRIDGE_BULK_COPIES
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared(&word_)),
                 "r"(bytes)
                 : "memory");
#endif
  }

  /// One thread calls it: it starts a round of one copy, of so many bytes, a multiple of 16, to
  /// shared memory from global memory, both aligned to 16 bytes.
  __device__ void copy([[maybe_unused]] void* to, [[maybe_unused]] const void* from,
                       unsigned bytes) {
    expect(bytes);
#ifdef TILEBRIDGE_BULK_COPIES
    if (bytes > 0)
      asm volatile(
          "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
          "[%3];" ::"r"(shared(to)),
          "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(shared(&word_))
          : "memory");
#endif
  }

  /// Any thread calls it: it waits for the round with that number, counted from 0, if it is the
  /// last or the one before.
  __device__ void wait([[maybe_unused]] unsigned number) {
#ifdef TILEBRIDGE_BULK_COPIES
    unsigned is_complete = 0;
    while (is_complete == 0)
      asm volatile(
          "{\n"
          "  .reg .pred complete;\n"
          "  mbarrier.try_wait.parity.shared::cta.b64 complete, [%1], %2;\n"
          "  selp.u32 %0, 1, 0, complete;\n"
          "}"
          : "=r"(is_complete)
          : "r"(shared(&word_)), "r"(number % 2)
          : "memory");
#endif
  }

#ifdef TILEBRIDGE_BULK_COPIES
  /// The address in shared memory that instructions take.
  __device__ static unsigned shared(const void* address) {
    return static_cast<unsigned>(__cvta_generic_to_shared(address));
  }
  __device__ unsigned address() const { return shared(&word_); }
#endif

 private:
  [[maybe_unused]] std::uint64_t word_;
};

}  // namespace tilebridge::cuda
