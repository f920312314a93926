// SPDX-License-Identifier: Apache-2.0
// The pair loop of molecular dynamics: the force on every atom from its neighbours, by the
// Lennard-Jones potential with ε = σ = 1, cut off at 2.5 and flattened below 0.8.
#pragma once

#include <cstdint>

// [native, kokkos]
#if defined(__CUDACC__) || defined(__HIPCC__)
#define ON_BOTH __host__ __device__
#else
#define ON_BOTH
#endif

struct Vector {
  double x, y, z;
};

struct Atoms {
  const double* x;           // in [-1, 1), scaled to a box of edge 4; n atoms
  const double* y;           // the same
  const double* z;           // the same
  const std::int32_t* list;  // neighbours × n, the atom fastest: how far behind an atom each is
  double* force_x;           // n
  double* force_y;           // n
  double* force_z;           // n
  std::int64_t n;
  std::int64_t neighbours;

  static constexpr double half_edge = 2;

  ON_BOTH Vector position(std::int64_t i) const {
    return {half_edge * x[i], half_edge * y[i], half_edge * z[i]};
  }
  /// Returns neighbour k of atom i, from k = 0 on.
  ON_BOTH std::int64_t neighbour(std::int64_t i, std::int64_t k) const {
    const std::int64_t j = i + 1 + list[k * n + i];
    return j < n ? j : j - n;
  }
};

/// Adds to `force` what an atom at `from` does to one at `at`.
ON_BOTH inline void add_force(Vector& force, const Vector& at, const Vector& from) {
  constexpr double cutoff_squared = 2.5 * 2.5;
  constexpr double core_squared = 0.8 * 0.8;
  const double dx = at.x - from.x, dy = at.y - from.y, dz = at.z - from.z;
  const double distance_squared = dx * dx + dy * dy + dz * dz;
  if (distance_squared >= cutoff_squared) return;
  const double r2 = 1 / (distance_squared > core_squared ? distance_squared : core_squared);
  const double r6 = r2 * r2 * r2;
  const double strength = 48 * r2 * r6 * (r6 - 0.5);
  force.x += strength * dx;
  force.y += strength * dy;
  force.z += strength * dz;
}

// [/]
/// Native code, in native.cpp. `queue`: the stream of a GPU.
void run_on_host(const Atoms& atoms);
void run_on_gpu(const Atoms& atoms, void* queue);
