// SPDX-License-Identifier: Apache-2.0
// One element per thread, through an index; the variants differ in where the numbers are before a
// launch, and how much room the device has.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/pages.hpp"
#include "catalogue/transfers/migration.hpp"

namespace tilebridge::cuda::migration_experiment {
namespace {

constexpr int block_size = 256;

__global__ void squares(Migration m) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= m.n) return;
  const float number = m.in[m.index[i]];
  m.out[i] = number * number;
}

void launch_squares(const Migration& m, Stream stream) {
  if (m.n > 0) squares<<<ceil_div(m.n, block_size), block_size, 0, stream>>>(m);
}

/// The host's turn is timed too, so it begins when the device is idle.
void first_touch(const Migration& m, Stream stream) {
  check(cudaStreamSynchronize(stream), "waiting before the host's turn");
  touch_pages(m.in, m.n * sizeof(float));
  launch_squares(m, stream);
}

using Piece = std::shared_ptr<void>;

/// Returns null if there is no more memory.
Piece take_piece(std::size_t bytes) {
  void* taken = nullptr;
  if (cudaMalloc(&taken, bytes) != cudaSuccess) {
    (void)cudaGetLastError();
    return nullptr;
  }
  return {taken, [](void* memory) { (void)cudaFree(memory); }};
}

/// Takes all device memory but for about `left` bytes. Memory that was given to managed pages
/// counts as used even after they went back to the host, but can be taken.
std::vector<Piece> take_memory(std::size_t left) {
  constexpr std::size_t step = std::size_t{16} << 20;
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "asking for free device memory");
  std::vector<Piece> pieces;
  if (free > left + step) pieces.push_back(take_piece(free - left - step));
  while (Piece piece = take_piece(step)) pieces.push_back(std::move(piece));
  pieces.resize(pieces.size() - std::min(pieces.size(), ceil_div(left, step)));
  return pieces;
}

/// The numbers go to the host first, so that they, too, have to fit into what is left.
kernels::PreparedLaunch crowded(const CrowdedMigration& c, Stream stream) {
  touch_pages(c.migration.in, c.migration.n * sizeof(float));
  std::vector<Piece> taken;
  if (c.left > 0) taken = take_memory(c.left);
  return [c, stream, taken] { launch_squares(c.migration, stream); };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("migration/on_device", launch_squares);
  native.add("migration/second_touch", launch_squares);
  native.add("migration/first_touch", first_touch);
  native.add_prepared("migration/crowded", crowded);
}

}  // namespace tilebridge::cuda::migration_experiment
