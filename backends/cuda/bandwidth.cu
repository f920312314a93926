// The fastest way we know to read, write, copy and multiply-add.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/bandwidth.hpp"

namespace tilebridge::cuda {
namespace {

constexpr int block_size = 256;
constexpr int loads =
    8;  // 16-byte loads in flight a thread: 64 KiB a multiprocessor at half occupancy

__device__ float sum_of(float4 v) { return (v.x + v.y) + (v.z + v.w); }

__global__ void read(ReadBandwidth r) {
  __shared__ float sums[block_size];

  const auto* in = reinterpret_cast<const float4*>(r.in);
  const std::size_t words = r.n / 4;
  const std::size_t first = blockIdx.x * std::size_t{block_size * loads} + threadIdx.x;
  float sum = 0;
  if (first + (loads - 1) * block_size < words) {
    float4 word[loads];
#pragma unroll
    for (int k = 0; k < loads; ++k) word[k] = __ldcs(in + first + k * block_size);
#pragma unroll
    for (int k = 0; k < loads; ++k) sum += sum_of(word[k]);
  } else {
    for (std::size_t i = first; i < words; i += block_size) sum += sum_of(in[i]);
  }
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(r.result, sums[0]);
}

__global__ void write(WriteBandwidth w) {
  const std::size_t word = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (word >= w.n / 4) return;
  const auto value = [&](int k) { return static_cast<float>((4 * word + k) & 0xffff); };
  reinterpret_cast<float4*>(w.out)[word] = {value(0), value(1), value(2), value(3)};
}

__global__ void fma_chains(FmaThroughput f) {
  const std::size_t threads = f.n / FmaThroughput::chains;
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= threads) return;
  float value[FmaThroughput::chains];
#pragma unroll
  for (int k = 0; k < FmaThroughput::chains; ++k) value[k] = f.in[i + k * threads];
#pragma unroll 16
  for (int step = 0; step < f.steps; ++step)
#pragma unroll
    for (int k = 0; k < FmaThroughput::chains; ++k)
      value[k] = FmaThroughput::factor * value[k] + FmaThroughput::addend;
#pragma unroll
  for (int k = 0; k < FmaThroughput::chains; ++k) f.out[i + k * threads] = value[k];
}

}  // namespace

void add_bandwidth(Native& native) {
  native.add("bandwidth/dram_read", [](const ReadBandwidth& r, Stream stream) {
    check(cudaMemsetAsync(r.result, 0, sizeof(float), stream), "clearing the sum");
    read<<<ceil_div(r.n / 4, block_size * loads), block_size, 0, stream>>>(r);
  });
  native.add("bandwidth/dram_write", [](const WriteBandwidth& w, Stream stream) {
    write<<<ceil_div(w.n / 4, block_size), block_size, 0, stream>>>(w);
  });
  native.add("bandwidth/dram_copy", [](const CopyBandwidth& c, Stream stream) {
    check(cudaMemcpyAsync(c.out, c.in, c.n * sizeof(float), cudaMemcpyDeviceToDevice, stream),
          "copying");
  });
  native.add("bandwidth/fma", [](const FmaThroughput& f, Stream stream) {
    fma_chains<<<ceil_div(f.n / FmaThroughput::chains, block_size), block_size, 0, stream>>>(f);
  });
}

}  // namespace tilebridge::cuda
