// SPDX-License-Identifier: Apache-2.0
// One pixel per thread. The variants differ in how they read the pixels around it, or around the
// place from which it comes.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/textures.hpp"
#include "catalogue/memory/texture.hpp"

namespace tilebridge::cuda::texture_experiment {
namespace {

constexpr int columns = PixelBlock::columns;
constexpr int rows = PixelBlock::rows;

/// Index of the pixel nearest to row y, column x.
template <class Image>
__device__ std::size_t nearest_index(const Image& p, int y, int x) {
  return pixel_at(min(max(y, 0), p.rows - 1), min(max(x, 0), p.cols - 1), p.cols);
}

struct Global {
  __device__ float operator()(const Neighbourhood& p, int y, int x) const {
    return p.in[nearest_index(p, y, x)];
  }
};

struct ReadOnly {
  __device__ float operator()(const Neighbourhood& p, int y, int x) const {
    return __ldg(p.in + nearest_index(p, y, x));
  }
};

struct Texture {
  cudaTextureObject_t texture;
  __device__ float operator()(const Neighbourhood&, int y, int x) const {
    return tex2D<float>(texture, x + 0.5F, y + 0.5F);  // the centre of a pixel; exact
  }
};

constexpr int radius = Neighbourhood::radius;

template <class Pixel>
__global__ void mean(Neighbourhood p, Pixel pixel) {
  const int x = blockIdx.x * columns + threadIdx.x;
  const int y = blockIdx.y * rows + threadIdx.y;
  if (x >= p.cols || y >= p.rows) return;
  float sum = 0;
  for (int j = -radius; j <= radius; ++j)
    for (int i = -radius; i <= radius; ++i) sum += pixel(p, y + j, x + i);
  p.out[pixel_at(y, x, p.cols)] = sum * Neighbourhood::weight;
}

/// A place in the input, in pixels.
struct Place {
  float x, y;
};

/// The place from which the pixel in row y, column x comes.
__device__ Place place_of(const Rotation& p, int y, int x) {
  constexpr float pixels = 1.0F / Rotation::one;
  const int right = x - p.cols / 2;
  const int down = y - p.rows / 2;
  const int u = Rotation::column(p.cols / 2, right, down);
  const int v = Rotation::row(p.rows / 2, right, down);
  return {pixels * u, pixels * v};
}

struct Bilinear {
  __device__ float operator()(const Rotation& p, Place place) const {
    const float left = floorf(place.x);
    const float top = floorf(place.y);
    const int x = static_cast<int>(left);
    const int y = static_cast<int>(top);
    const auto along_row = [&](int row) {
      return between(p.in[nearest_index(p, row, x)], p.in[nearest_index(p, row, x + 1)],
                     place.x - left);
    };
    return between(along_row(y), along_row(y + 1), place.y - top);
  }
};

struct Filtered {
  cudaTextureObject_t texture;
  __device__ float operator()(const Rotation&, Place place) const {
    return tex2D<float>(texture, place.x + 0.5F, place.y + 0.5F);  // the first pixel: (0.5, 0.5)
  }
};

template <class Interpolation>
__global__ void turn(Rotation p, Interpolation interpolated) {
  const int x = blockIdx.x * columns + threadIdx.x;
  const int y = blockIdx.y * rows + threadIdx.y;
  if (x < p.cols && y < p.rows) p.out[pixel_at(y, x, p.cols)] = interpolated(p, place_of(p, y, x));
}

template <class Image, class Reader>
void launch(void (*kernel)(Image, Reader), const Image& p, Reader reader, Stream stream) {
  const dim3 blocks(ceil_div(p.cols, columns), ceil_div(p.rows, rows));
  const dim3 threads(columns, rows);
  if (p.rows > 0 && p.cols > 0) kernel<<<blocks, threads, 0, stream>>>(p, reader);
}

template <class Image, class Reader>
auto from_memory(void (*kernel)(Image, Reader)) {
  return [kernel](const Image& p, Stream stream) { launch(kernel, p, Reader{}, stream); };
}

/// Launches the kernel with a texture of the image, whose border repeats outside it.
template <class Image, class Reader>
auto through_texture(void (*kernel)(Image, Reader), cudaTextureFilterMode filter) {
  return [kernel, filter](const Image& p, Stream stream) {
    check_textures();
    cudaTextureDesc reading{};
    reading.addressMode[0] = cudaAddressModeClamp;
    reading.addressMode[1] = cudaAddressModeClamp;
    reading.filterMode = filter;
    reading.readMode = cudaReadModeElementType;
    const bool empty = p.rows == 0 || p.cols == 0;  // an array cannot be empty
    const TextureObject texture =
        empty ? nullptr : texture_of_copy(p.in, p.rows, p.cols, reading, stream);
    return [kernel, p, texture, stream] {
      if (texture) launch(kernel, p, Reader{*texture}, stream);
    };
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("texture/global", from_memory(mean<Global>));
  native.add("texture/read_only", from_memory(mean<ReadOnly>));
  native.add_prepared("texture/texture_object",
                      through_texture(mean<Texture>, cudaFilterModePoint));
  native.add("texture/bilinear", from_memory(turn<Bilinear>));
  native.add_prepared("texture/filtered", through_texture(turn<Filtered>, cudaFilterModeLinear));
}

}  // namespace tilebridge::cuda::texture_experiment
