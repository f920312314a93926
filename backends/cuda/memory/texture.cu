// SPDX-License-Identifier: Apache-2.0
// One pixel per thread, in blocks of 32 × 8; the variants differ in how neighbours are read.
#include <memory>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "base/error.hpp"
#include "catalogue/memory/texture.hpp"

namespace tilebridge::cuda {
namespace {

// [*]
constexpr int radius = Neighbourhood::radius;
constexpr int columns = 32;  // per block
constexpr int rows = 8;
constexpr int block_size = columns * rows;
constexpr int blocks_wanted = most_resident_threads / block_size;

__device__ std::size_t at(int y, int x, int cols) { return std::size_t(y) * cols + x; }

// [global, read_only]
/// Index of the pixel nearest to row y, column x.
__device__ std::size_t nearest(const Neighbourhood& p, int y, int x) {
  return at(min(max(y, 0), p.rows - 1), min(max(x, 0), p.cols - 1), p.cols);
}

// [global]
struct Global {
  __device__ float operator()(const Neighbourhood& p, int y, int x) const {
    return p.in[nearest(p, y, x)];
  }
};

// [read_only]
struct ReadOnly {
  __device__ float operator()(const Neighbourhood& p, int y, int x) const {
    return __ldg(p.in + nearest(p, y, x));
  }
};

// [texture_object]
struct Texture {
  cudaTextureObject_t texture;
  __device__ float operator()(const Neighbourhood&, int y, int x) const {
    return tex2D<float>(texture, x + 0.5F, y + 0.5F);  // the centre of a pixel; exact
  }
};

/// A copy of the image in the layout used for textures.
std::shared_ptr<cudaArray> make_array(const Neighbourhood& p, Stream stream) {
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t raw = nullptr;
  check(cudaMallocArray(&raw, &format, p.cols, p.rows), "allocating a CUDA array");
  std::shared_ptr<cudaArray> array(raw, [](cudaArray_t a) { cudaFreeArray(a); });
  const std::size_t row_bytes = p.cols * sizeof(float);
  check(cudaMemcpy2DToArrayAsync(raw, 0, 0, p.in, row_bytes, row_bytes, p.rows,
                                 cudaMemcpyDeviceToDevice, stream),
        "copying the image to a CUDA array");
  return array;
}

/// A texture of `array` that reads pixels unmodified, and the nearest one beyond the border.
std::shared_ptr<const cudaTextureObject_t> make_texture(std::shared_ptr<cudaArray> array) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array.get();
  cudaTextureDesc reading{};
  reading.addressMode[0] = cudaAddressModeClamp;
  reading.addressMode[1] = cudaAddressModeClamp;
  reading.filterMode = cudaFilterModePoint;
  reading.readMode = cudaReadModeElementType;
  auto texture = std::make_unique<cudaTextureObject_t>();
  check(cudaCreateTextureObject(texture.get(), &resource, &reading, nullptr), "creating a texture");
  return {texture.release(), [array](const cudaTextureObject_t* t) {
            cudaDestroyTextureObject(*t);
            delete t;
          }};
}

// [*]
template <class Pixel>
__global__ void __launch_bounds__(block_size, blocks_wanted) mean(Neighbourhood p, Pixel pixel) {
  const int x = blockIdx.x * columns + threadIdx.x;
  const int y = blockIdx.y * rows + threadIdx.y;
  if (x >= p.cols || y >= p.rows) return;
  float sum = 0;
  for (int j = -radius; j <= radius; ++j)
    for (int i = -radius; i <= radius; ++i) sum += pixel(p, y + j, x + i);
  p.out[at(y, x, p.cols)] = sum * Neighbourhood::weight;
}

template <class Pixel>
void launch(const Neighbourhood& p, Pixel pixel, Stream stream) {
  const dim3 blocks(ceil_div(p.cols, columns), ceil_div(p.rows, rows));
  const dim3 threads(columns, rows);
  if (p.rows > 0 && p.cols > 0) mean<<<blocks, threads, 0, stream>>>(p, pixel);
}

// [/]

}  // namespace

void add_texture(NativeKernels& native) {
  native.add("texture/global",
             [](const Neighbourhood& p, Stream stream) { launch(p, Global{}, stream); });
  native.add("texture/read_only",
             [](const Neighbourhood& p, Stream stream) { launch(p, ReadOnly{}, stream); });
  native.add_prepared("texture/texture_object", [](const Neighbourhood& p, Stream stream) {
    if (!has_textures()) throw NoEquivalent("this GPU has no textures");
    const bool empty = p.rows == 0 || p.cols == 0;  // an array cannot be empty
    const auto texture = empty ? nullptr : make_texture(make_array(p, stream));
    return [p, texture, stream] {
      if (texture) launch(p, Texture{*texture}, stream);
    };
  });
}

}  // namespace tilebridge::cuda
