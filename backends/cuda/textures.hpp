// SPDX-License-Identifier: Apache-2.0
// Texture objects: of a copy in the layout used for textures, or of linear memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>

#include "backends/cuda/cuda.hpp"
#include "base/error.hpp"

namespace tilebridge::cuda {

// [shown]
/// Throws NoEquivalent on a GPU without textures.
inline void check_textures() {
  if (!has_textures()) throw NoEquivalent("this GPU has no textures");
}

/// Destroyed with its last owner.
using TextureObject = std::shared_ptr<const cudaTextureObject_t>;

/// `array` is what `resource` names, if the texture is to keep it alive.
inline TextureObject make_texture(const cudaResourceDesc& resource, const cudaTextureDesc& reading,
                                  const std::shared_ptr<cudaArray>& array = nullptr) {
  auto texture = std::make_unique<cudaTextureObject_t>();
  check(cudaCreateTextureObject(texture.get(), &resource, &reading, nullptr), "creating a texture");
  return {texture.release(), [array](const cudaTextureObject_t* t) {
            cudaDestroyTextureObject(*t);
            delete t;
          }};
}

/// Copies rows × cols numbers (1 … the device's limits) into an array in the layout used for
/// textures; into one of one dimension where `rows` is 0.
inline TextureObject texture_of_copy(const float* from, int rows, int cols,
                                     const cudaTextureDesc& reading, Stream stream) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t raw = nullptr;
  check(cudaMallocArray(&raw, &format, cols, rows), "allocating a CUDA array");
  const std::shared_ptr<cudaArray> array(raw, [](cudaArray_t a) { cudaFreeArray(a); });
  const std::size_t row_bytes = cols * sizeof(float);
  check(cudaMemcpy2DToArrayAsync(raw, 0, 0, from, row_bytes, row_bytes, std::max(rows, 1),
                                 cudaMemcpyDeviceToDevice, stream),
        "copying to a CUDA array");
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = raw;
  return make_texture(resource, reading, array);
}

/// Reads `elements` Ts where they lie, by index (tex1Dfetch): there is no filter, and what lies
/// beyond is 0. `from` must outlive the texture.
template <class T>
TextureObject texture_of_memory(const T* from, std::size_t elements) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = const_cast<T*>(from);
  resource.res.linear.desc = cudaCreateChannelDesc<T>();
  resource.res.linear.sizeInBytes = elements * sizeof(T);
  return make_texture(resource, cudaTextureDesc{});
}

}  // namespace tilebridge::cuda
