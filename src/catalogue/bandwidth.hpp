// How fast can this device move and multiply at all? What every other figure is held against.
#pragma once

#include <cstddef>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// *result = Σ in[i] for i < n
struct ReadBandwidth {
  const float* in;  // n elements, 16-byte aligned
  float* result;    // one element; implementations set it to zero themselves
  std::size_t n;    // a multiple of 4
};

/// out[i] = i mod 2^16 for i < n
struct WriteBandwidth {
  float* out;     // n elements, 16-byte aligned
  std::size_t n;  // a multiple of 4
};

/// out[i] = in[i] for i < n
struct CopyBandwidth {
  const float* in;  // n elements
  float* out;       // n elements
  std::size_t n;
};

/// out[i] = in[i], then `steps` times out[i] = factor · out[i] + addend, for i < n
struct FmaThroughput {
  const float* in;  // n elements
  float* out;       // n elements
  std::size_t n;    // a multiple of chains
  int steps;

  static constexpr int chains = 8;  // independent chains a thread
  static constexpr float factor = 0.999F;
  static constexpr float addend = 0.001F;
};

Experiment bandwidth();

}  // namespace tilebridge
