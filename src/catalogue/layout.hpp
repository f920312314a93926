// What does it cost to use some members of a structure, and what does another layout save?
// D2 §3.2 (member), §6.1 (aos, soa).
#pragma once

#include <cstddef>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// out[i] = x + vx of particle i for i < n. The documents' listing stores into the particle; here
/// that would give every launch other data.
struct Particles {
  const float* in;  // x, y, z, vx, vy, vz of each particle, laid out as the variant says
  float* out;       // n elements
  std::size_t n;

  static constexpr int members = 6;
  static constexpr int x = 0;  // places among the members
  static constexpr int vx = 3;
  static constexpr int tile = 32;  // particles of a tile of `aosoa`; the last one is padded
};

struct Body {
  float position[3];
  float mass;
};

/// out[i] = in[i].mass for i < n
struct Masses {
  const Body* in;  // n bodies
  float* out;      // n elements
  std::size_t n;
};

Experiment layout();

}  // namespace tilebridge
