// SPDX-License-Identifier: Apache-2.0
// Kernels whose launch takes its settings from the case; 0 stands for a usual choice.
#include "backends/cuda/averaging.hpp"
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "base/error.hpp"
#include "catalogue/execution/settings.hpp"

namespace tilebridge::cuda::settings_experiment {
namespace {

constexpr int most_threads = 1024;

void check_block(std::int64_t threads) {
  if (threads > most_threads) throw Unavailable("a block has at most 1024 threads");
}

void check_warps(std::int64_t threads) {
  check_block(threads);
  if (threads % warp_size != 0) throw Unavailable("its sums need whole warps");
}

int chosen(int setting, int usual) { return setting > 0 ? setting : usual; }

/// A thread's elements are a grid apart in `flat`, a block apart in `team`.
__global__ void __launch_bounds__(most_threads) flat(SetScale s, std::int64_t step) {
  const std::int64_t first = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (first >= step) return;
  for (std::int64_t i = first; i < s.n; i += step) s.out[i] = SetScale::factor * s.in[i];
}

__global__ void __launch_bounds__(most_threads) team(SetScale s) {
  const int count = blockDim.x * s.each;
  const std::int64_t first = blockIdx.x * std::int64_t{count};
  for (int t = threadIdx.x; t < count; t += blockDim.x)
    if (first + t < s.n) s.out[first + t] = SetScale::factor * s.in[first + t];
}

/// The sum over `lanes` neighbouring lanes of a warp, a power of two, in the first of them.
__device__ float sum_of_lanes(float value, int lanes) {
  for (int distance = lanes / 2; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffff, value, distance, lanes);
  return value;
}

/// A block is dim3(vector, rows of the block).
__global__ void __launch_bounds__(most_threads) row_sums(SetRowSums s) {
  const int row = blockIdx.x * blockDim.y + threadIdx.y;
  float sum = 0;
  if (row < s.rows)
    for (int col = threadIdx.x; col < s.cols; col += blockDim.x)
      sum += s.in[row * std::size_t(s.cols) + col];
  sum = sum_of_lanes(sum, blockDim.x);
  if (row < s.rows && threadIdx.x == 0) s.sums[row] = sum;
}

/// A block per row; the sums of its warps go through shared memory.
__global__ void __launch_bounds__(most_threads) team_sum(SetRowSums s) {
  __shared__ float sums[most_threads / warp_size];
  const float* row = s.in + blockIdx.x * std::size_t(s.cols);
  float sum = 0;
  for (int col = threadIdx.x; col < s.cols; col += blockDim.x) sum += row[col];
  sum = sum_of_lanes(sum, warp_size);
  if (threadIdx.x % warp_size == 0) sums[threadIdx.x / warp_size] = sum;
  __syncthreads();
  if (threadIdx.x >= warp_size) return;
  sum = sum_of_lanes(threadIdx.x < blockDim.x / warp_size ? sums[threadIdx.x] : 0.0F, warp_size);
  if (threadIdx.x == 0) s.sums[blockIdx.x] = sum;
}

__global__ void __launch_bounds__(most_threads) tile_2d(SetTranspose s) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < s.cols && y < s.rows)
    s.out[x * std::size_t(s.rows) + y] = s.in[y * std::size_t(s.cols) + x];
}

__global__ void __launch_bounds__(most_threads) tile_3d(SetStencil s) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= s.nx || y >= s.ny || z >= s.nz) return;
  const std::size_t plane = std::size_t(s.nx) * s.ny;
  const std::size_t i = z * plane + std::size_t(y) * s.nx + x;
  const bool inside = x > 0 && x < s.nx - 1 && y > 0 && y < s.ny - 1 && z > 0 && z < s.nz - 1;
  s.out[i] = inside ? s.in[i - 1] + s.in[i + 1] + s.in[i - s.nx] + s.in[i + s.nx] +
                          s.in[i - plane] + s.in[i + plane]
                    : s.in[i];
}

template <int threads, int per_sm>
__global__ void __launch_bounds__(threads, per_sm) bounds(Averaging a) {
  const std::size_t i = blockIdx.x * std::size_t{threads} + threadIdx.x;
  if (i < a.n) a.out[i] = averaged_sum(a, i);
}

using LaunchBounded = void (*)(const Averaging&, Stream);

/// A setting of 0 means the usual launch: 256 threads, without a limit on registers.
template <int set_threads, int set_per_sm>
void launch_bounded(const Averaging& a, Stream stream) {
  constexpr int threads = set_threads == 0 ? 256 : set_threads;
  constexpr int most = most_resident_threads / threads;
  constexpr int per_sm = set_per_sm < 1 ? 1 : set_per_sm < most ? set_per_sm : most;
  if (a.n > 0) bounds<threads, per_sm><<<ceil_div(a.n, threads), threads, 0, stream>>>(a);
}

auto bounds_in(const SetAveraging& s, Stream stream) {
  LaunchBounded launch = nullptr;
  if ((s.threads == 0) == (s.per_sm == 0))
    with_constant(RegisterThreads(), s.threads, [&]<class Threads>(Threads) {
      with_constant(BlocksPerSm(), s.per_sm, [&]<class Count>(Count) {
        launch = launch_bounded<Threads::value, Count::value>;
      });
    });
  if (launch == nullptr) throw Unavailable("it is compiled for other launch bounds");
  return [=] { launch(s.averaging, stream); };
}

auto flat_in(const SetScale& s, Stream stream) {
  if (s.occupancy > 0) throw NoEquivalent("CUDA has no launch by occupancy");
  const std::int64_t step = ceil_div(s.n, s.each);
  const int threads = chosen(s.threads, 256);
  return [=] {
    if (s.n > 0) flat<<<ceil_div(step, threads), threads, 0, stream>>>(s, step);
  };
}

auto row_sums_in(const SetRowSums& s, Stream stream) {
  const int threads = chosen(s.team_size, 256 / s.vector);
  check_warps(std::int64_t{threads} * s.vector);
  return [=] {
    const dim3 block(s.vector, threads);
    if (s.rows > 0) row_sums<<<ceil_div(s.rows, threads), block, 0, stream>>>(s);
  };
}

auto team_sum_in(const SetRowSums& s, Stream stream) {
  const int threads = chosen(s.team_size, 256 / s.vector) * s.vector;
  check_warps(threads);
  return [=] {
    if (s.rows > 0) team_sum<<<s.rows, threads, 0, stream>>>(s);
  };
}

/// Returns the usual block where no side is set.
dim3 tile_of(int x, int y, int z, const dim3& usual) {
  if (x == 0 && y == 0 && z == 0) return usual;
  if (x == 0 || y == 0 || z == 0) throw Unavailable("a tile is given whole, or not at all");
  check_block(std::int64_t{x} * y * z);
  return dim3(x, y, z);
}

auto tile_2d_in(const SetTranspose& s, Stream stream) {
  const dim3 block = tile_of(s.tile_x, s.tile_y, s.tile_x + s.tile_y > 0 ? 1 : 0, dim3(32, 8));
  const dim3 blocks(ceil_div(s.cols, block.x), ceil_div(s.rows, block.y));
  return [=] {
    if (s.rows > 0 && s.cols > 0) tile_2d<<<blocks, block, 0, stream>>>(s);
  };
}

auto tile_3d_in(const SetStencil& s, Stream stream) {
  const dim3 block = tile_of(s.tile_x, s.tile_y, s.tile_z, dim3(32, 4, 2));
  const dim3 blocks(ceil_div(s.nx, block.x), ceil_div(s.ny, block.y), ceil_div(s.nz, block.z));
  return [=] {
    if (s.nx > 0 && s.ny > 0 && s.nz > 0) tile_3d<<<blocks, block, 0, stream>>>(s);
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("settings/flat", flat_in);
  native.add("settings/team", [](const SetScale& s, Stream stream) {
    const int threads = chosen(s.threads, 256);
    if (s.n > 0) team<<<ceil_div(s.n, threads * s.each), threads, 0, stream>>>(s);
  });
  native.add_prepared("settings/row_sums", row_sums_in);
  native.add_prepared("settings/team_sum", team_sum_in);
  native.add_prepared("settings/tile_2d", tile_2d_in);
  native.add_prepared("settings/tile_3d", tile_3d_in);
  native.add_prepared("settings/bounds", bounds_in);
}

}  // namespace tilebridge::cuda::settings_experiment
