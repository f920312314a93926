// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

// [shown]
/// The members of a particle: x, y, z, vx, vy, vz.
namespace particle {
constexpr int members = 6;
constexpr int x = 0;  // positions among the members
constexpr int vx = 3;
constexpr int tile = 32;  // particles per tile of `aosoa`; the last tile is padded
}  // namespace particle

/// An array of structures: member m of particle i of n is number at(i, m, n).
struct Structures {
  static constexpr auto at(auto i, auto m, auto) { return i * particle::members + m; }
};

/// An array for each member.
struct Arrays {
  static constexpr auto at(auto i, auto m, auto n) { return m * n + i; }
};

/// Tiles of 32 particles, each an array for each member.
struct Tiles {
  static constexpr auto at(auto i, auto m, auto) {
    return (i / particle::tile * particle::members + m) * particle::tile + i % particle::tile;
  }
};

/// out[i] = x + vx of particle i for i < n
template <class T>
struct Particles {
  const T* in;  // all members of all particles, laid out as the variant says
  T* out;       // n elements
  std::size_t n;
};

/// x = the larger of x and vx, of particle i for i < n. Adding vx to x would give every launch
/// different data; this reads and writes the same and comes out the same however often it is
/// launched.
template <class T>
struct Updated {
  T* particles;  // n, laid out as the variant says
  std::size_t n;
};

template <class T>
struct Body {
  T position[3];
  T mass;
};

/// out[i] = in[i].mass for i < n
template <class T>
struct Masses {
  const Body<T>* in;  // n bodies
  T* out;             // n elements
  std::size_t n;
};

}  // namespace tilebridge
