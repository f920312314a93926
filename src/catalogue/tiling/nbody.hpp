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

template <class T>
struct Offset {
  T x, y, z;
};

/// Returns r.
template <class T>
constexpr Offset<T> offset(const PointMass<T>& own, const PointMass<T>& other) {
  return {other.x - own.x, other.y - own.y, other.z - own.z};
}

/// Returns r² + softening.
template <class T>
constexpr T softened_square(const Offset<T>& r) {
  return Nbody<T>::softening + r.x * r.x + r.y * r.y + r.z * r.z;
}

/// Returns r² + softening.
template <class T>
constexpr T softened_square(const PointMass<T>& own, const PointMass<T>& other) {
  return softened_square(offset(own, other));
}

template <class T>
constexpr void add(Acceleration<T>& sum, T pull, const Offset<T>& r) {
  sum.x += pull * r.x;
  sum.y += pull * r.y;
  sum.z += pull * r.z;
}

/// `inverse` is 1 / √softened_square(own, other).
template <class T>
constexpr void add_pull(Acceleration<T>& sum, const PointMass<T>& own, const PointMass<T>& other,
                        T inverse) {
  add(sum, other.mass * (inverse * inverse * inverse), offset(own, other));
}

/// Adds the pull on `own` to `sum`, and that on `other` to `back`.
template <class T>
constexpr void add_pulls(Acceleration<T>& sum, Acceleration<T>& back, const PointMass<T>& own,
                         const PointMass<T>& other, const Offset<T>& r, T inverse) {
  const T cube = inverse * inverse * inverse;
  add(sum, other.mass * cube, r);
  add(back, -own.mass * cube, r);
}

/// How the tuned variant computes the pull between two bodies once, for both. A block is a warp. It
/// has two groups of bodies: of one, each lane has `held` bodies in registers; the bodies of the
/// other pass by in rounds of one body for each lane.
struct NbodyPairs {
  static constexpr int held = 4;
  static constexpr int lanes = 32;             // threads of a block
  static constexpr int bodies = held * lanes;  // of a group
  static constexpr int resident = 12;          // blocks on an SM
  static constexpr int steps_at_once = 8;      // of the loop over bodies that pass by

  int groups;

  constexpr explicit NbodyPairs(int n) : groups((n + bodies - 1) / bodies) {}

  /// A group is paired with itself and with the groups / 2 groups after it, where the first group
  /// comes after the last one.
  constexpr int blocks() const { return groups * (groups / 2 + 1); }

  struct Pair {
    int own, other;  // groups
    bool is_mutual;  // else the block adds up what pulls `own`, and no more
  };
  /// The other half of a pair is another block's, unless both are one group or, of an even number
  /// of groups, lie opposite one another: then each has the pair as its own.
  constexpr Pair pair_of(int block) const {
    const int own = block % groups, distance = block / groups;
    const int other = own + distance;
    return {own, other < groups ? other : other - groups, 2 * distance % groups != 0};
  }
};

}  // namespace tilebridge
