// SPDX-License-Identifier: Apache-2.0
// One pixel per thread, in blocks of 32 × 8; the variants differ in how its neighbours are read, or
// those of the place that it comes from.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/textures.hpp"
#include "catalogue/memory/texture.hpp"

namespace tilebridge::cuda::texture_experiment {
namespace {

constexpr int columns = 32;  // per block
constexpr int rows = 8;

__device__ std::size_t at(int y, int x, int cols) { return std::size_t(y) * cols + x; }

/// Index of the pixel nearest to row y, column x.
template <class Image>
__device__ std::size_t nearest(const Image& p, int y, int x) {
  return at(min(max(y, 0), p.rows - 1), min(max(x, 0), p.cols - 1), p.cols);
}

struct Global {
  __device__ float operator()(const Neighbourhood& p, int y, int x) const {
    return p.in[nearest(p, y, x)];
  }
};

struct ReadOnly {
  __device__ float operator()(const Neighbourhood& p, int y, int x) const {
    return __ldg(p.in + nearest(p, y, x));
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
  p.out[at(y, x, p.cols)] = sum * Neighbourhood::weight;
}

/// In the image that is turned; whole numbers are the middles of pixels.
struct Place {
  float x, y;
};

/// Computes the pixel (x, y) of the output.
__device__ Place place_of(const Rotation& p, int y, int x) {
  constexpr float pixels = 1.0F / Rotation::one;
  const int right = x - p.cols / 2;
  const int down = y - p.rows / 2;
  const int u = Rotation::one * (p.cols / 2) + Rotation::cosine * right - Rotation::sine * down;
  const int v = Rotation::one * (p.rows / 2) + Rotation::sine * right + Rotation::cosine * down;
  return {pixels * u, pixels * v};
}

struct Bilinear {
  __device__ static float between(float a, float b, float weight) { return a + weight * (b - a); }

  __device__ float operator()(const Rotation& p, Place place) const {
    const float left = floorf(place.x);
    const float top = floorf(place.y);
    const int x = static_cast<int>(left);
    const int y = static_cast<int>(top);
    const auto along_row = [&](int row) {
      return between(p.in[nearest(p, row, x)], p.in[nearest(p, row, x + 1)], place.x - left);
    };
    return between(along_row(y), along_row(y + 1), place.y - top);
  }
};

struct Filtered {
  cudaTextureObject_t texture;
  __device__ float operator()(const Rotation&, Place place) const {
    return tex2D<float>(texture, place.x + 0.5F, place.y + 0.5F);  // (0.5, 0.5): the first pixel
  }
};

template <class Interpolation>
__global__ void turn(Rotation p, Interpolation interpolated) {
  const int x = blockIdx.x * columns + threadIdx.x;
  const int y = blockIdx.y * rows + threadIdx.y;
  if (x < p.cols && y < p.rows) p.out[at(y, x, p.cols)] = interpolated(p, place_of(p, y, x));
}

template <class Image, class Reader>
void launch(void (*kernel)(Image, Reader), const Image& p, Reader reader, Stream stream) {
  const dim3 blocks(ceil_div(p.cols, columns), ceil_div(p.rows, rows));
  const dim3 threads(columns, rows);
  if (p.rows > 0 && p.cols > 0) kernel<<<blocks, threads, 0, stream>>>(p, reader);
}

/// The kernel with a texture of the image, whose border repeats outside it.
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
  native.add("texture/global", [](const Neighbourhood& p, Stream stream) {
    launch(mean<Global>, p, Global{}, stream);
  });
  native.add("texture/read_only", [](const Neighbourhood& p, Stream stream) {
    launch(mean<ReadOnly>, p, ReadOnly{}, stream);
  });
  native.add_prepared("texture/texture_object",
                      through_texture(mean<Texture>, cudaFilterModePoint));
  native.add("texture/bilinear", [](const Rotation& p, Stream stream) {
    launch(turn<Bilinear>, p, Bilinear{}, stream);
  });
  native.add_prepared("texture/filtered", through_texture(turn<Filtered>, cudaFilterModeLinear));
}

}  // namespace tilebridge::cuda::texture_experiment
