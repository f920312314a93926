// SPDX-License-Identifier: Apache-2.0
// Each piece is copied in, computed and copied out in a stream of its own. Events fork the streams
// from the runner's stream and join them to it, or the legacy default stream does both.
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

/// These streams, one per piece, and events are kept between launches.
struct Branches {
  Event forked = make_event();
  struct Branch {
    OwnStream stream = make_stream(cudaStreamNonBlocking);
    Event done = make_event();
  };
  std::vector<Branch> all;

  explicit Branches(int count) : all(static_cast<std::size_t>(count)) {}
};

__global__ void chain(float* data, std::size_t n, int steps) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= n) return;
  float value = data[i];
  for (int step = 0; step < steps; ++step) value = Overlap::factor * value + Overlap::addend;
  data[i] = value;
}

/// Copies a piece in, computes its elements and copies them out.
struct ChainOfPiece {
  Overlap o;
  std::shared_ptr<float> data = device_memory<float>(o.n);

  void operator()(Piece piece, Stream stream) const {
    const std::size_t bytes = piece.count * sizeof(float);
    float* const there = data.get() + piece.first;
    check(cudaMemcpyAsync(there, o.in + piece.first, bytes, cudaMemcpyHostToDevice, stream),
          "copying to the device");
    chain<<<ceil_div(piece.count, block_size), block_size, 0, stream>>>(there, piece.count,
                                                                        o.steps);
    check(cudaMemcpyAsync(o.out + piece.first, there, bytes, cudaMemcpyDeviceToHost, stream),
          "copying to the host");
  }
};

__global__ void twice(float* data, std::size_t n) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < n) data[i] *= 2;
}

/// Copies a piece in and doubles its elements.
struct TwicePiece {
  OneWay o;

  void operator()(Piece piece, Stream stream) const {
    float* const there = o.out + piece.first;
    check(cudaMemcpyAsync(there, o.in + piece.first, piece.count * sizeof(float),
                          cudaMemcpyHostToDevice, stream),
          "copying to the device");
    twice<<<ceil_div(piece.count, block_size), block_size, 0, stream>>>(there, piece.count);
  }
};

/// `launch(piece, stream)` puts the work on a piece on its stream.
template <class Launch, class Case>
auto forked(const Case& c, Stream stream) {
  return [=, launch = Launch{c}, branches = std::make_shared<const Branches>(c.streams)] {
    check(cudaEventRecord(branches->forked.get(), stream), "forking");
    for (int i = 0; i < c.streams; ++i) {
      const Piece piece = piece_of(c.n, c.streams, i);
      if (piece.count == 0) break;
      const auto& [own_stream, done] = branches->all[static_cast<std::size_t>(i)];
      check(cudaStreamWaitEvent(own_stream.get(), branches->forked.get(), 0), "forking");
      launch(piece, own_stream.get());
      check(cudaEventRecord(done.get(), own_stream.get()), "joining");
      check(cudaStreamWaitEvent(stream, done.get(), 0), "joining");
    }
  };
}

/// Streams as cudaStreamCreate makes them are kept between launches. Their work waits for what the
/// legacy default stream was given before, and what that stream is given later waits for their
/// work.
struct Blocking {
  Event forked = make_event();
  Event passed = make_event();
  Event joined = make_event();
  std::vector<OwnStream> streams;

  explicit Blocking(int count) {
    for (int i = 0; i < count; ++i) streams.push_back(make_stream(cudaStreamDefault));
  }
};

/// With `between`, the legacy default stream has an event after each piece.
template <class Launch, bool between, class Case>
auto in_legacy_order(const Case& c, Stream stream) {
  return [=, launch = Launch{c}, blocking = std::make_shared<const Blocking>(c.streams)] {
    check(cudaEventRecord(blocking->forked.get(), stream), "forking");
    check(cudaStreamWaitEvent(cudaStreamLegacy, blocking->forked.get(), 0), "forking");
    for (int i = 0; i < c.streams; ++i) {
      const Piece piece = piece_of(c.n, c.streams, i);
      if (piece.count == 0) break;
      launch(piece, blocking->streams[static_cast<std::size_t>(i)].get());
      if (between)
        check(cudaEventRecord(blocking->passed.get(), cudaStreamLegacy), "noting a piece");
    }
    check(cudaEventRecord(blocking->joined.get(), cudaStreamLegacy), "joining");
    check(cudaStreamWaitEvent(stream, blocking->joined.get(), 0), "joining");
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("overlap/streams", forked<ChainOfPiece, Overlap>);
  native.add_prepared("overlap/listing", forked<TwicePiece, OneWay>);
  native.add_prepared("overlap/legacy_streams", in_legacy_order<TwicePiece, false, OneWay>);
  native.add_prepared("overlap/legacy_between", in_legacy_order<ChainOfPiece, true, Overlap>);
}

}  // namespace tilebridge::cuda::overlap_experiment
