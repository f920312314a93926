// SPDX-License-Identifier: Apache-2.0
// File-scope variables, which the host accesses through their symbols.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/symbol.hpp"
#include "catalogue/memory/device_symbol.hpp"

namespace tilebridge::cuda::device_symbol_experiment {

// They are outside the anonymous namespace, in which clang 15 keeps variables from HIP's runtime.
__device__ float variable;
__device__ float array[SymbolCopy::most];

namespace {

__global__ void add_to_variable() { variable += SymbolRoundTrip::increment; }

void round_trip(const SymbolRoundTrip& r, Stream stream) {
  check(cudaMemcpyToSymbolAsync(variable, r.initial, sizeof(float), 0, cudaMemcpyHostToDevice,
                                stream),
        "setting a variable");
  add_to_variable<<<1, 1, 0, stream>>>();
  check(cudaMemcpyFromSymbolAsync(r.result, variable, sizeof(float), 0, cudaMemcpyDeviceToHost,
                                  stream),
        "reading a variable");
}

SymbolOwner array_owner;

void copy_to_array(const SymbolCopy& s, Stream stream) {
  array_owner = {};
  if (s.n == 0) return;
  check(
      cudaMemcpyToSymbolAsync(array, s.in, s.n * sizeof(float), 0, cudaMemcpyHostToDevice, stream),
      "setting an array");
}

void copy_to_address(const SymbolCopy& s, Stream stream) {
  array_owner = {};
  if (s.n == 0) return;
  void* address = nullptr;  // on the device; &array is the host's
  check(cudaGetSymbolAddress(&address, array), "asking for an array's address");
  check(cudaMemcpyAsync(address, s.in, s.n * sizeof(float), cudaMemcpyHostToDevice, stream),
        "setting an array");
}

void copy_from_array(const SymbolCopy& s, cudaMemcpyKind kind, Stream stream) {
  if (s.n == 0) return;
  check(cudaMemcpyFromSymbolAsync(s.out, array, s.n * sizeof(float), 0, kind, stream),
        "reading an array");
}

constexpr int block_size = 256;

__global__ void write_array(SymbolCopy s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) array[i] = s.in[i];
}

__global__ void read_array(SymbolCopy s) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < s.n) s.out[i] = array[i];
}

void between_kernels(const SymbolCopy& s, Stream stream) {
  array_owner = {};
  if (s.n == 0) return;
  write_array<<<ceil_div(s.n, block_size), block_size, 0, stream>>>(s);
  read_array<<<ceil_div(s.n, block_size), block_size, 0, stream>>>(s);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("device_symbol/round_trip", round_trip);
  native.add("device_symbol/to_symbol", [](const SymbolCopy& s, Stream stream) {
    copy_to_array(s, stream);
    copy_from_array(s, cudaMemcpyDeviceToDevice, stream);
  });
  native.add("device_symbol/by_address", [](const SymbolCopy& s, Stream stream) {
    copy_to_address(s, stream);
    copy_from_array(s, cudaMemcpyDeviceToDevice, stream);
  });
  native.add_prepared("device_symbol/from_symbol", [](const SymbolCopy& s, Stream stream) {
    return [s, stream, contents = SymbolContents(array, array_owner, s.in, stream, s.n)] {
      contents.put();
      copy_from_array(s, cudaMemcpyDeviceToHost, stream);
    };
  });
  native.add("device_symbol/between_kernels", between_kernels);
}

}  // namespace tilebridge::cuda::device_symbol_experiment
