// SPDX-License-Identifier: Apache-2.0
#include "backends/alpaka/session.hpp"

#include <omp.h>

#include <functional>
#include <map>
#include <stdexcept>
#include <string>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3 {
namespace {

#ifdef TILEBRIDGE_ALPAKA_GPU
/// The queue behind a GpuQueue.
using StreamQueue = GpuQueue::element_type;

cudaStream_t& stream_of(StreamQueue& queue);

/// The arguments of an explicit instantiation may name private members.
template <cudaStream_t StreamQueue::*stream>
struct PrivateStream {
  friend cudaStream_t& stream_of(StreamQueue& queue) { return queue.*stream; }
};
template struct PrivateStream<&StreamQueue::m_UniformCudaHipQueue>;

/// An alpaka queue on the runner's stream. A queue of alpaka 3.0 makes a stream of its own and
/// takes no other, so that one is exchanged here. The alternative, to launch the kernel template
/// behind enqueue() on the stream, would leave out what alpaka does on the host for each launch,
/// and offer no reductions; on the GPU both launch the same kernel by the same `<<<…>>>`, which is
/// the native one too. Queues and devices are never destroyed: a queue destroys its stream, and a
/// device resets the GPU.
GpuQueue queue_on(cudaStream_t stream, int device) {
  static auto& queues = *new std::map<cudaStream_t, GpuQueue>;
  const auto known = queues.find(stream);
  if (known != queues.end()) return known->second;
  static auto& gpu = *new GpuDevice(onHost::makeDeviceSelector(api::cuda, deviceKind::nvidiaGpu)
                                        .makeDevice(static_cast<std::uint32_t>(device)));
  GpuQueue queue = gpu.makeQueue(queueKind::nonBlocking);
  cudaStreamDestroy(stream_of(*queue.get()));
  stream_of(*queue.get()) = stream;
  return queues.emplace(stream, queue).first->second;
}
#endif

}  // namespace

bool has_gpu() {
#ifdef TILEBRIDGE_ALPAKA_GPU
  return true;
#else
  return false;
#endif
}

void add_host(kernels::Registry& registry, int threads) {
  AlpakaKernels<HostQueue> registrar(registry, [threads] {
    omp_set_num_threads(threads);  // alpaka's parallel regions name no number
    static const HostQueue queue = onHost::makeDeviceSelector(api::host, deviceKind::cpu)
                                       .makeDevice(0)
                                       .makeQueue(queueKind::blocking);
    return queue;
  });
  add_all(registrar);
}

void add_gpu([[maybe_unused]] kernels::Registry& registry, [[maybe_unused]] int device,
             [[maybe_unused]] std::function<void*()> stream) {
#ifdef TILEBRIDGE_ALPAKA_GPU
  AlpakaKernels<GpuQueue> registrar(
      registry, [device, stream] { return queue_on(static_cast<cudaStream_t>(stream()), device); });
  add_all(registrar);
#else
  throw std::logic_error("this build's alpaka has no GPU");
#endif
}

std::string version() {
  return std::to_string(ALPAKA_VERSION_MAJOR) + '.' + std::to_string(ALPAKA_VERSION_MINOR) + '.' +
         std::to_string(ALPAKA_VERSION_PATCH);
}

std::string spaces() {
  const auto& host = exec::cpuOmpBlocks;
  return (has_gpu() ? "GpuCuda, " : "") + host.getName();
}

}  // namespace tilebridge::alpaka3
