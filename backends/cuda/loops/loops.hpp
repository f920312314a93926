// SPDX-License-Identifier: Apache-2.0
// Controls: what Kokkos's code in loops does, in CUDA. The same loops over extents that are known
// at run time, the same index types, and each launched as Kokkos launched its own. What such a
// kernel costs beyond the one by thread index is the loop style and, where Kokkos chose
// the launch, the launch; what Kokkos's costs beyond it is the library.
#pragma once

#include <string>

#include "backends/cuda/native.hpp"
#include "catalogue/basic_terms.hpp"

namespace tilebridge::cuda::loops {

/// How often `#pragma unroll` may ask to repeat the body of a loop with barriers whose length is
/// not known: clang, which compiles for AMD, repeats none, and warns.
__host__ __device__ constexpr int with_barriers([[maybe_unused]] int rounds) {
#ifdef __clang__
  return 1;
#else
  return rounds;
#endif
}

// [mentioned]
/// Launches `kernel` with the blocks, threads and dynamic shared memory of `shape`.
template <class... Parameters>
void launch(void (*kernel)(Parameters...), const LaunchShape& shape, Stream stream,
            const Parameters&... arguments) {
  const auto& [grid, block, shared_bytes] = shape;
  constexpr std::uint64_t allowed_to_all = 48 * 1024;
  if (shared_bytes > allowed_to_all)
    check(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                               cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(shared_bytes)),
          "asking for shared memory");
  kernel<<<dim3(grid[0], grid[1], grid[2]), dim3(block[0], block[1], block[2]), shared_bytes,
           stream>>>(arguments...);
}

/// The same threads with all their numbers in x: in a RangePolicy, and in a team without vector
/// lanes, Kokkos has them in y.
inline LaunchShape flat(LaunchShape shape) {
  shape.block = {shape.block[0] * shape.block[1] * shape.block[2], 1, 1};
  return shape;
}

/// A control that is one kernel over a flat range or in teams without vector lanes.
template <class Struct>
auto flat(void (*kernel)(Struct)) {
  return [kernel](const Struct& arguments, const LaunchShapes& followed, Stream stream) {
    for (const LaunchShape& shape : followed) launch(kernel, flat(shape), stream, arguments);
  };
}

/// A control that is one kernel whose blocks have the extents of a tile: of an MDRangePolicy in its
/// order, or vector lanes in x and the threads of a team in y.
template <class Struct>
auto nested(void (*kernel)(Struct)) {
  return [kernel](const Struct& arguments, const LaunchShapes& followed, Stream stream) {
    for (const LaunchShape& shape : followed) launch(kernel, shape, stream, arguments);
  };
}

/// These two launch a kernel that takes the struct that `spelled` makes of the case's.
template <class Spelled, class Struct>
auto flat(void (*kernel)(Spelled), Spelled (*spelled)(const Struct&)) {
  return [=](const Struct& arguments, const LaunchShapes& followed, Stream stream) {
    flat(kernel)(spelled(arguments), followed, stream);
  };
}
template <class Spelled, class Struct>
auto nested(void (*kernel)(Spelled), Spelled (*spelled)(const Struct&)) {
  return [=](const Struct& arguments, const LaunchShapes& followed, Stream stream) {
    nested(kernel)(spelled(arguments), followed, stream);
  };
}

/// Takes the controls of an experiment under the keys of its variants.
class Controls {
 public:
  explicit Controls(NativeKernels& native) : native_(native) {}

  /// `launch(const Struct&, const LaunchShapes& followed, Stream)`.
  template <class Launch>
  void add(const std::string& key, Launch launch) const {
    native_.add_control(key, launch);
  }
  /// Adds one more control with another choice where a programmer has one, launched alike.
  template <class Launch>
  void add_respelled(const std::string& key, Launch launch) const {
    native_.add_respelled_control(key, launch);
  }
  /// `prepare(const Struct&, const LaunchShapes& followed, Stream)` sets up a workspace and returns
  /// a launch.
  template <class Prepare>
  void add_prepared(const std::string& key, Prepare prepare) const {
    native_.add_prepared_control(key, prepare);
  }
  /// Adds one more control, which needs a workspace.
  template <class Prepare>
  void add_prepared_respelled(const std::string& key, Prepare prepare) const {
    native_.add_prepared_respelled_control(key, prepare);
  }

 private:
  NativeKernels& native_;
};

// [shown]
/// The block's dynamic shared memory.
template <class T>
__device__ T* scratch() {
  extern __shared__ __align__(16) unsigned char bytes[];
  return reinterpret_cast<T*>(bytes);
}

/// The index of a thread in a flat range: Kokkos's type, signed and 64 bits wide.
__device__ inline std::int64_t index_in_range() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

/// The indices of a thread in a range of several dimensions, whose tiles are the blocks.
__device__ inline int x_in_range() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ inline int y_in_range() { return blockIdx.y * blockDim.y + threadIdx.y; }
__device__ inline int z_in_range() { return blockIdx.z * blockDim.z + threadIdx.z; }

/// A row-major array whose rows have a length of 32 bits.
template <class T>
struct Rows {
  T* elements;
  int columns;

  __device__ T& operator()(int y, int x) const { return elements[std::size_t(y) * columns + x]; }
};

/// A row-major array for respelled controls: its strides have 64 bits and are arguments of the
/// kernel, as those of a View or of an mdspan with std::size_t as its index type are.
template <class T, int rank>
struct Strided {
  T* elements;
  std::size_t strides[rank - 1];

  template <class Y>
  __device__ T& operator()(Y y, int x) const {
    return elements[y * strides[0] + x];
  }
  __device__ T& operator()(int z, int y, int x) const {
    return elements[z * strides[0] + y * strides[1] + x];
  }
};

/// A case's struct with such arrays of its input and its output.
template <class Struct, class T, int rank>
struct WithStrides : Struct {
  Strided<const T, rank> strided_in;
  Strided<T, rank> strided_out;
};

template <class Struct, class T, int rank>
__device__ const Strided<const T, rank>& input_of(const WithStrides<Struct, T, rank>& s) {
  return s.strided_in;
}
template <class Struct, class T, int rank>
__device__ const Strided<T, rank>& output_of(const WithStrides<Struct, T, rank>& s) {
  return s.strided_out;
}

}  // namespace tilebridge::cuda::loops
