// SPDX-License-Identifier: Apache-2.0
// Launches kernels in CUDA. HIP compiles them too, and without a GPU's compiler they run on the
// host, as written: one block after another, its threads in turn from one barrier to the next. A
// kernel that reads what another thread writes without a barrier between them is wrong there too.
// Supported are one- to three-dimensional launches, static shared memory, barriers, shuffles of 32
// lanes and atomicAdd().
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__HIPCC__)
#include <hip/hip_runtime.h>
#elif !defined(__CUDACC__)
#include <ucontext.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <vector>

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __launch_bounds__(...)
#define __shared__ static  // blocks run one after another

struct dim3 {
  constexpr dim3(unsigned of_x = 1, unsigned of_y = 1, unsigned of_z = 1)
      : x(of_x), y(of_y), z(of_z) {}
  unsigned x, y, z;
};
inline dim3 threadIdx, blockIdx, blockDim, gridDim;

namespace tilebridge::emulation {

/// The threads of a block, each with a stack of its own.
class Block {
 public:
  static Block*& current() {
    static Block* block = nullptr;
    return block;
  }

  explicit Block(std::size_t threads, std::function<void()> kernel)
      : kernel_(std::move(kernel)), threads_(threads), stacks_(new char[threads * stack_bytes]) {
    current() = this;
    for (std::size_t i = 0; i < threads; ++i) {
      ucontext_t& context = threads_[i].context;
      ::getcontext(&context);
      context.uc_stack.ss_sp = stacks_.get() + i * stack_bytes;
      context.uc_stack.ss_size = stack_bytes;
      context.uc_link = nullptr;
      ::makecontext(&context, run_thread, 0);
    }
  }

  /// Throws std::runtime_error if a barrier is not reached by all that have not returned.
  void run() {
    for (Thread& thread : threads_) thread.state = State::ready;
    for (bool in_order = true; run_ready(in_order); in_order = !in_order) release();
    for (const Thread& thread : threads_)
      if (thread.state != State::done)
        throw std::runtime_error("some threads wait at a barrier that others do not reach");
  }

  void wait_for_block() { leave(State::at_block_barrier); }
  void wait_for_warp() { leave(State::at_warp_barrier); }

  /// The value that `lane` of this thread's warp gives; this thread's if there is no such lane.
  template <class T>
  T exchanged(T value, unsigned lane) {
    static_assert(sizeof(T) <= sizeof(Thread::given));
    const std::size_t other = now_ / warp * warp + lane;
    std::memcpy(threads_[now_].given, &value, sizeof(T));
    wait_for_warp();
    if (lane < warp && other < threads_.size())
      std::memcpy(&value, threads_[other].given, sizeof(T));
    wait_for_warp();
    return value;
  }
  unsigned lane() const { return static_cast<unsigned>(now_ % warp); }

 private:
  static constexpr std::size_t stack_bytes = 1 << 16;
  static constexpr std::size_t warp = 32;
  enum class State { ready, at_warp_barrier, at_block_barrier, done };
  struct Thread {
    ucontext_t context;
    State state;
    char given[16];  // to other lanes
  };

  static void run_thread() {
    for (;;) {
      current()->kernel_();
      current()->leave(State::done);
    }
  }

  void leave(State state) {
    Thread& thread = threads_[now_];
    thread.state = state;
    ::swapcontext(&thread.context, &scheduler_);
  }

  /// Backwards at every second time, so that no order of threads replaces a barrier.
  bool run_ready(bool in_order) {
    bool any = false;
    for (std::size_t k = 0; k < threads_.size(); ++k) {
      now_ = in_order ? k : threads_.size() - 1 - k;
      if (threads_[now_].state != State::ready) continue;
      any = true;
      const auto i = static_cast<unsigned>(now_);
      threadIdx = {i % blockDim.x, i / blockDim.x % blockDim.y, i / blockDim.x / blockDim.y};
      ::swapcontext(&scheduler_, &threads_[now_].context);
    }
    return any;
  }

  void release() {
    for (std::size_t first = 0; first < threads_.size(); first += warp)
      release(first, std::min(first + warp, threads_.size()), State::at_warp_barrier);
    release(0, threads_.size(), State::at_block_barrier);
  }
  /// If all of these that have not returned wait at this barrier.
  void release(std::size_t first, std::size_t last, State at) {
    for (std::size_t i = first; i < last; ++i)
      if (threads_[i].state != at && threads_[i].state != State::done) return;
    for (std::size_t i = first; i < last; ++i)
      if (threads_[i].state == at) threads_[i].state = State::ready;
  }

  std::function<void()> kernel_;
  std::vector<Thread> threads_;
  std::unique_ptr<char[]> stacks_;
  ucontext_t scheduler_ = {};
  std::size_t now_ = 0;
};

}  // namespace tilebridge::emulation

inline void __syncthreads() { tilebridge::emulation::Block::current()->wait_for_block(); }
inline void __syncwarp(unsigned = ~0U) { tilebridge::emulation::Block::current()->wait_for_warp(); }
template <class T>
T __shfl_down_sync(unsigned, T value, unsigned delta) {
  auto& block = *tilebridge::emulation::Block::current();
  return block.exchanged(value, block.lane() + delta);
}
template <class T>
T __shfl_xor_sync(unsigned, T value, unsigned mask) {
  auto& block = *tilebridge::emulation::Block::current();
  return block.exchanged(value, block.lane() ^ mask);
}
template <class T>
T atomicAdd(T* at, std::type_identity_t<T> value) {
  const T before = *at;
  *at += value;
  return before;
}
#endif

namespace tilebridge {

/// kernel<<<blocks, threads, 0, queue>>>(arguments…). Nothing is launched without blocks.
template <class... Taken, class... Given>
void launch(void* queue, dim3 blocks, dim3 threads, void (*kernel)(Taken...),
            const Given&... arguments) {
  if (blocks.x == 0 || blocks.y == 0 || blocks.z == 0) return;
#if defined(__HIPCC__)
  kernel<<<blocks, threads, 0, static_cast<hipStream_t>(queue)>>>(arguments...);
#elif defined(__CUDACC__)
  kernel<<<blocks, threads, 0, static_cast<cudaStream_t>(queue)>>>(arguments...);
#else
  static_cast<void>(queue);
  gridDim = blocks;
  blockDim = threads;
  emulation::Block block(std::size_t{threads.x} * threads.y * threads.z,
                         [&] { kernel(arguments...); });
  for (blockIdx.z = 0; blockIdx.z < blocks.z; ++blockIdx.z)
    for (blockIdx.y = 0; blockIdx.y < blocks.y; ++blockIdx.y)
      for (blockIdx.x = 0; blockIdx.x < blocks.x; ++blockIdx.x) block.run();
#endif
}

/// How many blocks, teams or tiles of `size` cover `count`.
constexpr unsigned covering(std::int64_t count, std::int64_t size) {
  return static_cast<unsigned>((count + size - 1) / size);
}

}  // namespace tilebridge
