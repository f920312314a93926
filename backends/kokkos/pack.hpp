// Vectors of floats.
#pragma once

namespace tilebridge::kokkos {

/// `width` floats that a thread can load at once, as float2 and float4 are.
template <int width>
struct alignas(width * sizeof(float)) Pack {
  float values[width];
};

}  // namespace tilebridge::kokkos
