// SPDX-License-Identifier: Apache-2.0
// One stream per piece: copy in, kernel, copy out. An event forks the streams from the runner's
// stream, and one event each joins them to it.
#include <memory>
#include <type_traits>
#include <vector>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/transfers/overlap.hpp"

namespace tilebridge::cuda {
namespace {

// [*]
constexpr int block_size = 256;

using OwnStream = std::shared_ptr<std::remove_pointer_t<cudaStream_t>>;
using Event = std::shared_ptr<std::remove_pointer_t<cudaEvent_t>>;

OwnStream make_stream() {
  cudaStream_t raw = nullptr;
  check(cudaStreamCreateWithFlags(&raw, cudaStreamNonBlocking), "creating a stream");
  return {raw, [](cudaStream_t s) { cudaStreamDestroy(s); }};
}

Event make_event() {
  cudaEvent_t raw = nullptr;
  check(cudaEventCreateWithFlags(&raw, cudaEventDisableTiming), "creating an event");
  return {raw, [](cudaEvent_t e) { cudaEventDestroy(e); }};
}

__global__ void chain(float* data, std::size_t n, int steps) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= n) return;
  float value = data[i];
  for (int step = 0; step < steps; ++step) value = Overlap::factor * value + Overlap::addend;
  data[i] = value;
}

/// Kept between launches: the elements on the device, one stream per piece, and the events.
struct Pipeline {
  std::shared_ptr<float> data;
  Event forked = make_event();
  struct Branch {
    OwnStream stream = make_stream();
    Event done = make_event();
  };
  std::vector<Branch> branches;

  explicit Pipeline(const Overlap& o)
      : data(device_memory<float>(o.n)), branches(static_cast<std::size_t>(o.streams)) {}
};

void launch_piece(const Overlap& o, Overlap::Piece piece, float* data, Stream stream) {
  const std::size_t bytes = piece.count * sizeof(float);
  float* const there = data + piece.first;
  check(cudaMemcpyAsync(there, o.in + piece.first, bytes, cudaMemcpyHostToDevice, stream),
        "copying to the device");
  chain<<<ceil_div(piece.count, block_size), block_size, 0, stream>>>(there, piece.count, o.steps);
  check(cudaMemcpyAsync(o.out + piece.first, there, bytes, cudaMemcpyDeviceToHost, stream),
        "copying to the host");
}

void launch_pieces(const Overlap& o, const Pipeline& pipeline, Stream stream) {
  check(cudaEventRecord(pipeline.forked.get(), stream), "forking");
  for (int i = 0; i < o.streams; ++i) {
    const Overlap::Piece piece = o.piece(i);
    if (piece.count == 0) break;
    const Pipeline::Branch& branch = pipeline.branches[static_cast<std::size_t>(i)];
    check(cudaStreamWaitEvent(branch.stream.get(), pipeline.forked.get(), 0), "forking");
    launch_piece(o, piece, pipeline.data.get(), branch.stream.get());
    check(cudaEventRecord(branch.done.get(), branch.stream.get()), "joining");
    check(cudaStreamWaitEvent(stream, branch.done.get(), 0), "joining");
  }
}

// [/]

}  // namespace

void add_overlap(NativeKernels& native) {
  native.add_prepared("overlap/streams", [](const Overlap& o, Stream stream) {
    return [o, stream, pipeline = std::make_shared<const Pipeline>(o)] {
      launch_pieces(o, *pipeline, stream);
    };
  });
}

}  // namespace tilebridge::cuda
