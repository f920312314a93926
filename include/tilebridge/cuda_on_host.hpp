// SPDX-License-Identifier: Apache-2.0
// Launches kernels in CUDA. HIP compiles them too, and without a GPU's compiler they run on the
// host, as written: one block after another, its threads in turn from one barrier to the next. A
// kernel that reads what another thread writes without a barrier between them is wrong there too,
// and one whose threads do not all reach a barrier is refused. Compiled with accesses_on_host.cpp,
// it also tells what warps access, and what is on streams. Supported are one- to three-dimensional
// launches, static shared memory, barriers, shuffles of 32 lanes, atomicAdd() and float4; and of
// CUDA's runtime streams, events and copies between host and GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>

#if defined(__HIPCC__)
#include <hip/hip_runtime.h>

using cudaError_t = hipError_t;
using cudaEvent_t = hipEvent_t;
using cudaStream_t = hipStream_t;
// Macros, because they are functions and enumerators.
#define cudaDeviceSynchronize hipDeviceSynchronize
#define cudaEventCreateWithFlags hipEventCreateWithFlags
#define cudaEventDestroy hipEventDestroy
#define cudaEventDisableTiming hipEventDisableTiming
#define cudaEventRecord hipEventRecord
#define cudaEventSynchronize hipEventSynchronize
#define cudaGetErrorString hipGetErrorString
#define cudaMemcpyAsync hipMemcpyAsync
#define cudaMemcpyDeviceToHost hipMemcpyDeviceToHost
#define cudaMemcpyHostToDevice hipMemcpyHostToDevice
#define cudaStreamCreateWithFlags hipStreamCreateWithFlags
#define cudaStreamDestroy hipStreamDestroy
#define cudaStreamNonBlocking hipStreamNonBlocking
#define cudaStreamSynchronize hipStreamSynchronize
#define cudaStreamWaitEvent hipStreamWaitEvent
#define cudaSuccess hipSuccess
#elif !defined(__CUDACC__)
#include <ucontext.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <tilebridge/watchers_on_host.hpp>
#include <type_traits>
#include <utility>
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

constexpr std::size_t warp = 32;

/// "(5, 0)": as many numbers as the launch has dimensions.
inline std::string text_of(const dim3& index, const dim3& size) {
  std::string text = "(" + std::to_string(index.x);
  if (size.y > 1 || size.z > 1) text += ", " + std::to_string(index.y);
  if (size.z > 1) text += ", " + std::to_string(index.z);
  return text + ")";
}
inline dim3 index_of(std::size_t thread) {
  const auto i = static_cast<unsigned>(thread);
  return {i % blockDim.x, i / blockDim.x % blockDim.y, i / blockDim.x / blockDim.y};
}
inline std::string name_of_thread(std::size_t thread) {
  return "thread " + text_of(index_of(thread), blockDim);
}
/// "block (2, 0)": the one that runs.
inline std::string name_of_block() { return "block " + text_of(blockIdx, gridDim); }

class Block;

/// One for the object: kernels run one after another.
struct State {
  Watcher* watcher = nullptr;  // null: nobody asks
  Block* block = nullptr;      // which runs, or ran last
  std::size_t thread = 0;      // the block's thread that runs now
  /// A kernel's own code runs now. It is volatile because the compiler does not see that accesses
  /// ask for it, and would leave out what it takes for overwritten between two barriers.
  volatile bool in_kernel = false;
};
inline State state;

/// Calls use(streams) with who is told of streams, if somebody is.
template <class Use>
void with_streams(const Use& use) {
  if (state.watcher == nullptr) return;
  if (StreamWatcher* const streams = state.watcher->streams(); streams != nullptr) use(*streams);
}

/// While it lives, what runs is not a kernel's own code.
struct Outside {
  Outside() { state.in_kernel = false; }
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;
  ~Outside() { state.in_kernel = true; }
};

/// The threads of a block, each with a stack of its own.
class Block {
 public:
  /// Each thread calls run(kernel).
  Block(std::size_t threads, void (*run)(const void*), const void* kernel)
      : run_(run), kernel_(kernel), threads_(threads), stacks_(new char[threads * stack_bytes]) {
    state.block = this;
    for (std::size_t i = 0; i < threads; ++i) {
      ucontext_t& context = threads_[i].context;
      ::getcontext(&context);
      context.uc_stack.ss_sp = stacks_.get() + i * stack_bytes;
      context.uc_stack.ss_size = stack_bytes;
      context.uc_link = nullptr;
      ::makecontext(&context, run_thread, 0);
    }
  }

  /// Throws std::runtime_error if threads wait at a barrier that others do not reach.
  void run() {
    for (Thread& thread : threads_) thread.at = At::ready;
    if (state.watcher)
      state.watcher->begin(threads_.size(), stacks_.get(), threads_.size() * stack_bytes);
    for (bool in_order = true; run_ready(in_order); in_order = !in_order)
      if (!release_warps()) release_block();
    if (state.watcher) state.watcher->end();
  }

  void wait_for_block(const Place& place) { leave(At::block_barrier, place); }
  /// `mask` names the lanes that meet.
  void wait_for_warp(unsigned mask, const Place& place) {
    threads_[state.thread].mask = mask;
    leave(At::warp_barrier, place);
  }

  /// The value that `lane` of this thread's warp gives; this thread's if there is no such lane.
  template <class T>
  T exchanged(T value, unsigned lane, unsigned mask, const Place& place) {
    static_assert(sizeof(T) <= sizeof(Thread::given));
    const std::size_t other = state.thread / warp * warp + lane;
    std::memcpy(threads_[state.thread].given, &value, sizeof(T));
    wait_for_warp(mask, place);
    if (lane < warp && other < threads_.size())
      std::memcpy(&value, threads_[other].given, sizeof(T));
    wait_for_warp(mask, place);
    return value;
  }
  unsigned lane() const { return static_cast<unsigned>(state.thread % warp); }

  /// Ends this thread, and the launch with std::runtime_error: "thread (1) of block (0) …".
  [[noreturn]] void refuse(const std::string& reason) {
    refused_ = name_of_thread(state.thread) + " of " + name_of_block() + " " + reason;
    leave(At::end, {});
    std::abort();  // it is not resumed
  }

 private:
  static constexpr std::size_t stack_bytes = 1 << 16;
  enum class At { ready, warp_barrier, block_barrier, end };
  struct Thread {
    ucontext_t context;
    At at;
    Place place;     // of the barrier at which it waits
    unsigned mask;   // of the lanes that it waits for
    char given[16];  // to other lanes
  };

  static void run_thread() {
    for (;;) {
      state.in_kernel = true;
      state.block->run_(state.block->kernel_);
      state.in_kernel = false;
      state.block->leave(At::end, {});
    }
  }

  void leave(At at, const Place& place) {
    Thread& thread = threads_[state.thread];
    thread.at = at;
    thread.place = place;
    ::swapcontext(&thread.context, &scheduler_);
  }

  /// Backwards at every second time, so that no order of threads replaces a barrier.
  bool run_ready(bool in_order) {
    bool any = false;
    for (std::size_t k = 0; k < threads_.size(); ++k) {
      state.thread = in_order ? k : threads_.size() - 1 - k;
      if (threads_[state.thread].at != At::ready) continue;
      any = true;
      threadIdx = index_of(state.thread);
      ::swapcontext(&scheduler_, &threads_[state.thread].context);
      if (!refused_.empty()) throw std::runtime_error(refused_);
    }
    return any;
  }

  /// Releases the lanes that have met; whether there are any.
  bool release_warps() {
    bool any = false;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      if (threads_[i].at != At::warp_barrier || !have_met(i)) continue;
      any = true;
      const std::size_t first = i / warp * warp;
      for (std::size_t other = first; other < std::min(first + warp, threads_.size()); ++other)
        if (is_named(other, threads_[i].mask)) threads_[other].at = At::ready;
      if (state.watcher) state.watcher->warp_met(first);
    }
    return any;
  }
  static bool is_named(std::size_t thread, unsigned mask) {
    return (mask >> (thread % warp) & 1U) != 0;
  }
  /// Whether all lanes that thread i waits for wait too, for the same lanes.
  bool have_met(std::size_t i) const {
    const std::size_t first = i / warp * warp;
    for (std::size_t other = first; other < std::min(first + warp, threads_.size()); ++other) {
      if (!is_named(other, threads_[i].mask)) continue;
      if (threads_[other].at == At::end) fail(i, other);
      if (threads_[other].at != At::warp_barrier || threads_[other].mask != threads_[i].mask)
        return false;
    }
    return true;
  }

  /// Nobody is ready: all threads wait at the same barrier, or all have ended.
  void release_block() {
    const std::size_t waiting = first_waiting();
    if (waiting == threads_.size()) return;
    for (std::size_t i = 0; i < threads_.size(); ++i)
      if (i != waiting && !is_with(threads_[waiting], threads_[i])) fail(waiting, i);
    for (Thread& thread : threads_) thread.at = At::ready;
    if (state.watcher) state.watcher->block_met(threads_[waiting].place);
  }
  /// At a barrier of the block, or else at one of a warp; all have ended if there is none.
  std::size_t first_waiting() const {
    for (const At at : {At::block_barrier, At::warp_barrier})
      for (std::size_t i = 0; i < threads_.size(); ++i)
        if (threads_[i].at == at) return i;
    return threads_.size();
  }
  static bool is_with(const Thread& a, const Thread& b) {
    return a.at == At::block_barrier && b.at == a.at && a.place.line == b.place.line &&
           std::strcmp(a.place.file, b.place.file) == 0;
  }

  [[noreturn]] void fail(std::size_t waiting, std::size_t other) const {
    const Thread& of_other = threads_[other];
    throw std::runtime_error(
        name_of_thread(waiting) + " of " + name_of_block() + " waits at the barrier in " +
        text_of(threads_[waiting].place) + ", which " + name_of_thread(other) +
        " does not reach: it " +
        (of_other.at == At::end ? "has ended" : "waits in " + text_of(of_other.place)));
  }

  void (*run_)(const void*);
  const void* kernel_;
  std::vector<Thread> threads_;
  std::unique_ptr<char[]> stacks_;
  ucontext_t scheduler_ = {};
  std::string refused_ = {};  // why the launch ends; "" while it need not
};

}  // namespace tilebridge::emulation

inline void __syncthreads(const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  const tilebridge::emulation::Outside outside;
  tilebridge::emulation::state.block->wait_for_block({file, line});
}
inline void __syncwarp(unsigned mask = ~0U, const char* file = __builtin_FILE(),
                       int line = __builtin_LINE()) {
  const tilebridge::emulation::Outside outside;
  tilebridge::emulation::state.block->wait_for_warp(mask, {file, line});
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, const char* file = __builtin_FILE(),
                   int line = __builtin_LINE()) {
  const tilebridge::emulation::Outside outside;
  auto& block = *tilebridge::emulation::state.block;
  return block.exchanged(value, block.lane() + delta, mask, {file, line});
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, unsigned lanes, const char* file = __builtin_FILE(),
                  int line = __builtin_LINE()) {
  const tilebridge::emulation::Outside outside;
  auto& block = *tilebridge::emulation::state.block;
  return block.exchanged(value, block.lane() ^ lanes, mask, {file, line});
}
template <class T>
__attribute__((noinline)) T atomicAdd(T* at, std::type_identity_t<T> value) {
  using namespace tilebridge::emulation;
  const Outside outside;
  if (state.watcher)
    state.watcher->access(state.thread, at, sizeof(T), Operation::atomic,
                          __builtin_return_address(0));
  const T before = *at;
  *at += value;
  return before;
}

/// Four numbers, which a thread loads or stores by one instruction of 16 bytes. A place that is not
/// aligned is refused here, not by a sanitizer.
struct alignas(16) float4 {
  float4() = default;
  float4(float of_x, float of_y, float of_z, float of_w) : x(of_x), y(of_y), z(of_z), w(of_w) {}
  __attribute__((noinline, no_sanitize("alignment"))) float4(const float4& from) {
    copy(from, __builtin_return_address(0));
  }
  __attribute__((noinline, no_sanitize("alignment"))) float4& operator=(const float4& from) {
    copy(from, __builtin_return_address(0));
    return *this;
  }
  float x, y, z, w;

 private:
  __attribute__((no_sanitize("alignment"))) void copy(const float4& from, const void* instruction) {
    using namespace tilebridge::emulation;
    if (state.in_kernel) {
      const Outside outside;
      note(&from, Operation::load, instruction);
      note(this, Operation::store, instruction);
      set(from);
    } else {
      set(from);
    }
  }
  static void note(const void* at, tilebridge::emulation::Operation operation,
                   const void* instruction) {
    using namespace tilebridge::emulation;
    if (reinterpret_cast<std::uintptr_t>(at) % sizeof(float4) != 0)
      state.block->refuse("accesses a float4 at an address that is no multiple of 16");
    if (state.watcher)
      state.watcher->access(state.thread, at, sizeof(float4), operation, instruction);
  }
  __attribute__((no_sanitize("alignment"))) void set(const float4& from) {
    x = from.x;
    y = from.y;
    z = from.z;
    w = from.w;
  }
};
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }

// Calls of CUDA's runtime. A stream runs a call at once; what its order means on a GPU, the
// timeline knows.
struct CUstream_st {};
struct CUevent_st {};
using cudaStream_t = CUstream_st*;
using cudaEvent_t = CUevent_st*;
enum cudaError_t { cudaSuccess };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
inline const char* cudaGetErrorString(cudaError_t) { return "no error"; }
constexpr unsigned cudaStreamNonBlocking = 1, cudaEventDisableTiming = 2;

inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  *stream = new CUstream_st;
  return cudaSuccess;
}
inline cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;
  return cudaSuccess;
}
inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  *event = new CUevent_st;
  return cudaSuccess;
}
inline cudaError_t cudaEventDestroy(cudaEvent_t event) {
  tilebridge::emulation::with_streams([&](auto& streams) { streams.forget(event); });
  delete event;
  return cudaSuccess;
}
inline cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  tilebridge::emulation::with_streams([&](auto& streams) { streams.record(event, stream); });
  return cudaSuccess;
}
inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned = 0) {
  tilebridge::emulation::with_streams([&](auto& streams) { streams.wait(stream, event); });
  return cudaSuccess;
}
inline cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  tilebridge::emulation::with_streams(
      [&](auto& streams) { streams.wait_on_host_for_event(event); });
  return cudaSuccess;
}
inline cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  tilebridge::emulation::with_streams(
      [&](auto& streams) { streams.wait_on_host_for_stream(stream); });
  return cudaSuccess;
}
inline cudaError_t cudaDeviceSynchronize() {
  tilebridge::emulation::with_streams([](auto& streams) { streams.wait_on_host_for_all(); });
  return cudaSuccess;
}
inline cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes,
                                   cudaMemcpyKind kind, cudaStream_t stream,
                                   const char* file = __builtin_FILE(),
                                   int line = __builtin_LINE()) {
  using namespace tilebridge::emulation;
  with_streams([&](StreamWatcher& streams) {
    streams.add(stream, kind == cudaMemcpyHostToDevice ? Engine::to_gpu : Engine::to_host,
                {file, line});
    streams.access(bytes_at(from, bytes), Operation::load);
    streams.access(bytes_at(to, bytes), Operation::store);
  });
  if (bytes > 0) std::memcpy(to, from, bytes);
  return cudaSuccess;
}

namespace tilebridge::emulation {

/// A stream, and the line that launches a kernel on it.
struct Queue {
  Queue(void* of, const char* file = __builtin_FILE(), int line = __builtin_LINE())
      : stream(of), place({file, line}) {}
  const void* stream;
  Place place;
};

}  // namespace tilebridge::emulation
#endif

namespace tilebridge {

#if defined(__HIPCC__) || defined(__CUDACC__)
using Queue = void*;
#else
using emulation::Queue;
#endif

/// kernel<<<blocks, threads, 0, queue>>>(arguments…). Nothing is launched without blocks.
template <class... Taken, class... Given>
void launch(Queue queue, dim3 blocks, dim3 threads, void (*kernel)(Taken...),
            const Given&... arguments) {
  if (blocks.x == 0 || blocks.y == 0 || blocks.z == 0) return;
#if defined(__HIPCC__)
  kernel<<<blocks, threads, 0, static_cast<hipStream_t>(queue)>>>(arguments...);
#elif defined(__CUDACC__)
  kernel<<<blocks, threads, 0, static_cast<cudaStream_t>(queue)>>>(arguments...);
#else
  emulation::with_streams([&](emulation::StreamWatcher& streams) {
    streams.add(queue.stream, emulation::Engine::kernel, queue.place);
  });
  gridDim = blocks;
  blockDim = threads;
  const auto call = [=] { kernel(arguments...); };  // arguments are copied once, as for a GPU
  emulation::Block block(
      std::size_t{threads.x} * threads.y * threads.z,
      [](const void* of) { (*static_cast<decltype(&call)>(of))(); }, &call);
  for (blockIdx.z = 0; blockIdx.z < blocks.z; ++blockIdx.z)
    for (blockIdx.y = 0; blockIdx.y < blocks.y; ++blockIdx.y)
      for (blockIdx.x = 0; blockIdx.x < blocks.x; ++blockIdx.x) block.run();
#endif
}

/// Does all the work of a launch, which `queue` is given: on a host its order is looked at. Throws
/// std::runtime_error if a GPU could run it in another order with other results.
template <class Work>
void in_order(void* queue, const Work& work) {
#if defined(__HIPCC__) || defined(__CUDACC__)
  static_cast<void>(queue);
  work();
#else
  emulation::with_streams([&](emulation::StreamWatcher& streams) { streams.begin(queue); });
  work();
  emulation::with_streams([](emulation::StreamWatcher& streams) { streams.end(); });
#endif
}

/// Throws std::runtime_error if a call of CUDA's runtime has failed.
inline void check(cudaError_t status) {
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

/// How many blocks, teams or tiles of `size` cover `count`.
constexpr unsigned covering(std::int64_t count, std::int64_t size) {
  return static_cast<unsigned>((count + size - 1) / size);
}

}  // namespace tilebridge
