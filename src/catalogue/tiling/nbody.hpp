// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilebridge {

/// A body, loaded at once: in floats as a float4.
template <class T>
struct alignas(16) PointMass {
  T x, y, z, mass;
};

template <class T>
struct Acceleration {
  T x = 0, y = 0, z = 0;
};

/// acceleration of i = Σ mass of j · r / (r² + softening)^(3/2) for j < n, where r leads from body
/// i to body j. The softening keeps the term of a body with itself, 0, from being 0 / 0.
template <class T>
struct Nbody {
  static constexpr T softening = T(1) / 1024;  // the square of a length

  const PointMass<T>* bodies;  // n
  T* acceleration;             // 3 × n: along x of all bodies, along y, along z
  int n;                       // bodies
};

/// How the tuned variant divides its work. A block computes the accelerations of `bodies` bodies, a
/// thread of each of its groups the same `held` of them: a group adds up what its share of a tile
/// pulls them with.
struct NbodyBlock {
  static constexpr int lanes = 32;  // threads of a group
  static constexpr int groups = 8;
  static constexpr int held = 4;  // bodies in a thread's registers
  static constexpr int threads = groups * lanes;
  static constexpr int bodies = held * lanes;

  /// How many an SM should hold: numbers in double precision take twice the registers.
  template <class T>
  static constexpr int blocks = sizeof(T) == sizeof(double) ? 2 : 4;
};

}  // namespace tilebridge
