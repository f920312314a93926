// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilebridge {

// [shown]
/// A body is loaded at once: in floats as a float4.
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
  static constexpr int block_size = 128;       // of `direct` and `unrolled`

  const PointMass<T>* bodies;  // n
  T* acceleration;             // 3 × n: along x of all bodies, along y, along z
  int n;                       // bodies

  /// Returns body i or, beyond the last one, a body without mass, which pulls nothing.
  constexpr PointMass<T> body_at(int i) const { return i < n ? bodies[i] : PointMass<T>{}; }

  constexpr void store(int i, const Acceleration<T>& sum) const {
    acceleration[i] = sum.x;
    acceleration[n + i] = sum.y;
    acceleration[2 * n + i] = sum.z;
  }
};

/// Returns r² + softening.
template <class T>
constexpr T softened_square(const PointMass<T>& own, const PointMass<T>& other) {
  const T x = other.x - own.x, y = other.y - own.y, z = other.z - own.z;
  return Nbody<T>::softening + x * x + y * y + z * z;
}

/// `inverse` is 1 / √softened_square(own, other).
template <class T>
constexpr void add_pull(Acceleration<T>& sum, const PointMass<T>& own, const PointMass<T>& other,
                        T inverse) {
  const T pull = other.mass * (inverse * inverse * inverse);
  sum.x += pull * (other.x - own.x);
  sum.y += pull * (other.y - own.y);
  sum.z += pull * (other.z - own.z);
}

/// A block of the tuned variant computes the accelerations of `bodies` bodies. Each of its groups
/// has all of them, `held` per thread, and adds up the pull of its share of the others.
template <int bodies_held>
struct NbodyBlock {
  static constexpr int held = bodies_held;  // in a thread's registers
  static constexpr int lanes = 32;          // threads of a group, which are in one warp
  static constexpr int groups = 64 / held;  // the most that registers allow
  static constexpr int threads = groups * lanes;
  static constexpr int bodies = held * lanes;

  /// Steps of the loop over other bodies that are unrolled: doubles take twice the registers.
  template <class T>
  static constexpr int steps_at_once = sizeof(T) == sizeof(double) ? 4 : 16;

  static constexpr int blocks(int n) { return (n + bodies - 1) / bodies; }
};

/// Returns whether a thread of the tuned variant has two bodies, and not four. Twice as many blocks
/// are faster as long as each has a multiprocessor of its own.
constexpr bool holds_two_bodies(int n, int multiprocessors) {
  return NbodyBlock<2>::blocks(n) <= multiprocessors;
}

}  // namespace tilebridge
