// SPDX-License-Identifier: Apache-2.0
// The kernels read words of managed memory, which the host has before each launch; the variants
// differ in how many words are waited for at a time.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/pages.hpp"
#include "catalogue/transfers/page_size.hpp"

namespace tilebridge::cuda::page_size_experiment {
namespace {

using Word = std::uint32_t;

/// The address of a load is known only after the load before it.
__global__ void read_in_turn(PageTouch p) {
  Word at = 0;
  for (std::size_t k = 0; k < p.touched; ++k) {
    at = p.next[at];
    p.out[k] = at;
  }
}

void one_by_one(const PageTouch& p, Stream stream) { read_in_turn<<<1, 1, 0, stream>>>(p); }

constexpr int block_size = 256;

__global__ void read_all(PageTouch p) {
  const std::size_t k = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (k < p.touched) p.out[k] = p.next[k * p.apart];
}

void all_at_once(const PageTouch& p, Stream stream) {
  read_all<<<ceil_div(p.touched, block_size), block_size, 0, stream>>>(p);
}

/// The host's turn is timed too, so it begins when the device is idle.
template <void (*read)(const PageTouch&, Stream)>
void after_the_host(const PageTouch& p, Stream stream) {
  if (p.touched == 0) return;
  check(cudaStreamSynchronize(stream), "waiting before the host's turn");
  touch_pages(p.next, p.bytes);
  read(p, stream);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("page_size/one_by_one", after_the_host<one_by_one>);
  native.add("page_size/all_at_once", after_the_host<all_at_once>);
}

}  // namespace tilebridge::cuda::page_size_experiment
