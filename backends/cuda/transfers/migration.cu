// SPDX-License-Identifier: Apache-2.0
// One element per thread, through an index; the variants differ in where the numbers are before a
// launch, and how much room the device has.
#include <memory>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/pages.hpp"
#include "catalogue/transfers/migration.hpp"

namespace tilebridge::cuda {
namespace {

// [*]
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

// [first_touch]
/// The host's turn is timed too: it begins when the device is idle.
void first_touch(const Migration& m, Stream stream) {
  check(cudaStreamSynchronize(stream), "waiting before the host's turn");
  touch_pages(m.in, m.n * sizeof(float));
  launch_squares(m, stream);
}

// [crowded]
/// All device memory but for `left` bytes.
std::shared_ptr<void> take_memory(std::size_t left) {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "asking for free device memory");
  if (left == 0 || free <= left) return nullptr;
  void* taken = nullptr;
  check(cudaMalloc(&taken, free - left), "taking device memory");
  return {taken, [](void* memory) { (void)cudaFree(memory); }};
}

/// The numbers go to the host first, so that they, too, have to fit into what is left.
measure::Launch crowded(const CrowdedMigration& c, Stream stream) {
  touch_pages(c.migration.in, c.migration.n * sizeof(float));
  return [c, stream, taken = take_memory(c.left)] { launch_squares(c.migration, stream); };
}

// [/]

}  // namespace

void add_migration(NativeKernels& native) {
  native.add("migration/on_device", launch_squares);
  native.add("migration/second_touch", launch_squares);
  native.add("migration/first_touch", first_touch);
  native.add_prepared("migration/crowded", crowded);
}

}  // namespace tilebridge::cuda
