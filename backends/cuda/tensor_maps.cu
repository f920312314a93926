// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <span>
#include <stdexcept>

#include "backends/cuda/tensor_maps.hpp"
#include "base/error.hpp"

namespace tilebridge::cuda::detail {

#if CUDART_VERSION >= 12000

namespace {

constexpr std::size_t most_dimensions = 3;
using Encoder = decltype(&cuTensorMapEncodeTiled);

/// The driver's function, by its name, as the runtime has none for it.
Encoder encoder() {
  constexpr const char* name = "cuTensorMapEncodeTiled";
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found = {};
#if CUDART_VERSION >= 12050
  const cudaError_t status =
      cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &found);
#else
  const cudaError_t status = cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &found);
#endif
  check(status, "asking the driver for tensor maps");
  if (found != cudaDriverEntryPointSuccess) throw Unavailable("this driver has no tensor maps");
  return reinterpret_cast<Encoder>(function);
}

}  // namespace

TensorMap tensor_map(const void* array, bool of_doubles, std::span<const int> size,
                     std::span<const int> box, Arrangement arrangement) {
  const std::size_t bytes = of_doubles ? sizeof(double) : sizeof(float);
  if (static_cast<std::size_t>(size[0]) * bytes % 16 != 0)
    throw Unavailable("a tensor map needs rows of a multiple of 16 bytes");
  std::array<cuuint64_t, most_dimensions> elements = {};
  std::array<cuuint64_t, most_dimensions> apart = {};  // in bytes, along the next dimension
  std::array<cuuint32_t, most_dimensions> of_box = {};
  std::array<cuuint32_t, most_dimensions> steps = {};
  for (std::size_t d = 0; d < size.size(); ++d) {
    if (size[d] == 0) return {};
    elements.at(d) = static_cast<cuuint64_t>(size[d]);
    apart.at(d) = elements.at(d) * (d == 0 ? bytes : apart.at(d - 1));
    of_box.at(d) = static_cast<cuuint32_t>(box[d]);
    steps.at(d) = 1;
  }
  TensorMap map = {};
  const CUresult status = encoder()(
      &map, of_doubles ? CU_TENSOR_MAP_DATA_TYPE_FLOAT64 : CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
      static_cast<cuuint32_t>(size.size()), const_cast<void*>(array), elements.data(), apart.data(),
      of_box.data(), steps.data(), CU_TENSOR_MAP_INTERLEAVE_NONE,
      arrangement == Arrangement::swizzled ? CU_TENSOR_MAP_SWIZZLE_128B
                                           : CU_TENSOR_MAP_SWIZZLE_NONE,
      CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  if (status != CUDA_SUCCESS) throw std::runtime_error("the driver refuses a tensor map");
  return map;
}

#else

TensorMap tensor_map(const void* /*array*/, bool /*of_doubles*/, std::span<const int> /*size*/,
                     std::span<const int> /*box*/, Arrangement /*arrangement*/) {
  return {};
}

#endif

}  // namespace tilebridge::cuda::detail
