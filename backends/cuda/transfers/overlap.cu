// SPDX-License-Identifier: Apache-2.0
// One stream per piece: copy in, kernel, copy out. An event forks the streams from the runner's
// stream, and one event each joins them to it, or the legacy default stream does both.
#include <memory>
#include <type_traits>
#include <vector>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/transfers/overlap.hpp"

namespace tilebridge::cuda::overlap_experiment {
namespace {

constexpr int block_size = 256;

using OwnStream = std::shared_ptr<std::remove_pointer_t<cudaStream_t>>;
using Event = std::shared_ptr<std::remove_pointer_t<cudaEvent_t>>;

OwnStream make_stream(unsigned kind) {
  cudaStream_t raw = nullptr;
  check(cudaStreamCreateWithFlags(&raw, kind), "creating a stream");
  return {raw, [](cudaStream_t s) { cudaStreamDestroy(s); }};
}

Event make_event() {
  cudaEvent_t raw = nullptr;
  check(cudaEventCreateWithFlags(&raw, cudaEventDisableTiming), "creating an event");
  return {raw, [](cudaEvent_t e) { cudaEventDestroy(e); }};
}

/// Kept between launches: one stream per piece, and the events.
struct Branches {
  Event forked = make_event();
  struct Branch {
    OwnStream stream = make_stream(cudaStreamNonBlocking);
    Event done = make_event();
  };
  std::vector<Branch> all;

  explicit Branches(int count) : all(static_cast<std::size_t>(count)) {}
};

/// Calls launch(piece, its stream).
template <class Launch>
void fork_and_join(std::size_t n, const Branches& branches, Stream stream, const Launch& launch) {
  const int count = static_cast<int>(branches.all.size());
  check(cudaEventRecord(branches.forked.get(), stream), "forking");
  for (int i = 0; i < count; ++i) {
    const Piece piece = piece_of(n, count, i);
    if (piece.count == 0) break;
    const Branches::Branch& branch = branches.all[static_cast<std::size_t>(i)];
    check(cudaStreamWaitEvent(branch.stream.get(), branches.forked.get(), 0), "forking");
    launch(piece, branch.stream.get());
    check(cudaEventRecord(branch.done.get(), branch.stream.get()), "joining");
    check(cudaStreamWaitEvent(stream, branch.done.get(), 0), "joining");
  }
}

__global__ void chain(float* data, std::size_t n, int steps) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= n) return;
  float value = data[i];
  for (int step = 0; step < steps; ++step) value = Overlap::factor * value + Overlap::addend;
  data[i] = value;
}

void launch_piece(const Overlap& o, Piece piece, float* data, Stream stream) {
  const std::size_t bytes = piece.count * sizeof(float);
  float* const there = data + piece.first;
  check(cudaMemcpyAsync(there, o.in + piece.first, bytes, cudaMemcpyHostToDevice, stream),
        "copying to the device");
  chain<<<ceil_div(piece.count, block_size), block_size, 0, stream>>>(there, piece.count, o.steps);
  check(cudaMemcpyAsync(o.out + piece.first, there, bytes, cudaMemcpyDeviceToHost, stream),
        "copying to the host");
}

__global__ void twice(float* data, std::size_t n) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < n) data[i] *= 2;
}

void copy_and_double(const OneWay& o, Piece piece, Stream stream) {
  float* const there = o.out + piece.first;
  check(cudaMemcpyAsync(there, o.in + piece.first, piece.count * sizeof(float),
                        cudaMemcpyHostToDevice, stream),
        "copying to the device");
  twice<<<ceil_div(piece.count, block_size), block_size, 0, stream>>>(there, piece.count);
}

/// Kept between launches: streams as cudaStreamCreate makes them. Their work waits for what the
/// legacy default stream was given before, and what that is given later waits for theirs.
struct Blocking {
  Event forked = make_event();
  Event passed = make_event();
  Event joined = make_event();
  std::vector<OwnStream> streams;

  explicit Blocking(int count) {
    for (int i = 0; i < count; ++i) streams.push_back(make_stream(cudaStreamDefault));
  }
};

/// Calls launch(piece, its stream). `between`: the legacy default stream has an event after each
/// piece.
template <class Launch>
void in_legacy_order(std::size_t n, const Blocking& blocking, bool between, Stream stream,
                     const Launch& launch) {
  const int count = static_cast<int>(blocking.streams.size());
  check(cudaEventRecord(blocking.forked.get(), stream), "forking");
  check(cudaStreamWaitEvent(cudaStreamLegacy, blocking.forked.get(), 0), "forking");
  for (int i = 0; i < count; ++i) {
    const Piece piece = piece_of(n, count, i);
    if (piece.count == 0) break;
    launch(piece, blocking.streams[static_cast<std::size_t>(i)].get());
    if (between) check(cudaEventRecord(blocking.passed.get(), cudaStreamLegacy), "noting a piece");
  }
  check(cudaEventRecord(blocking.joined.get(), cudaStreamLegacy), "joining");
  check(cudaStreamWaitEvent(stream, blocking.joined.get(), 0), "joining");
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("overlap/streams", [](const Overlap& o, Stream stream) {
    return [o, stream, data = device_memory<float>(o.n),
            branches = std::make_shared<const Branches>(o.streams)] {
      fork_and_join(o.n, *branches, stream, [&](Piece piece, Stream its_own) {
        launch_piece(o, piece, data.get(), its_own);
      });
    };
  });
  native.add_prepared("overlap/listing", [](const OneWay& o, Stream stream) {
    return [o, stream, branches = std::make_shared<const Branches>(o.streams)] {
      fork_and_join(o.n, *branches, stream,
                    [&](Piece piece, Stream its_own) { copy_and_double(o, piece, its_own); });
    };
  });
  native.add_prepared("overlap/legacy_streams", [](const OneWay& o, Stream stream) {
    return [o, stream, blocking = std::make_shared<const Blocking>(o.streams)] {
      in_legacy_order(o.n, *blocking, false, stream,
                      [&](Piece piece, Stream its_own) { copy_and_double(o, piece, its_own); });
    };
  });
  native.add_prepared("overlap/legacy_between", [](const Overlap& o, Stream stream) {
    return [o, stream, data = device_memory<float>(o.n),
            blocking = std::make_shared<const Blocking>(o.streams)] {
      in_legacy_order(o.n, *blocking, true, stream, [&](Piece piece, Stream its_own) {
        launch_piece(o, piece, data.get(), its_own);
      });
    };
  });
}

}  // namespace tilebridge::cuda::overlap_experiment
