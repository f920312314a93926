// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of layout.hpp.
#pragma once

#include "access/kernel.hpp"
#include "catalogue/coalescing/layout.hpp"
#include "catalogue/flat_loop.hpp"

namespace tilebridge::layout_accesses {

// How n particles lie in memory: as how many numbers, at which of them member m of particle i is,
// and which member a number is.

struct ArrayOfStructures {
  static constexpr std::int64_t numbers(std::int64_t n) { return n * particle::members; }
  static constexpr std::int64_t place(std::int64_t i, std::int64_t m, std::int64_t /*n*/) {
    return i * particle::members + m;
  }
  static constexpr std::int64_t member(std::int64_t number, std::int64_t /*n*/) {
    return number % particle::members;
  }
};

struct StructureOfArrays {
  static constexpr std::int64_t numbers(std::int64_t n) { return n * particle::members; }
  static constexpr std::int64_t place(std::int64_t i, std::int64_t m, std::int64_t n) {
    return m * n + i;
  }
  static constexpr std::int64_t member(std::int64_t number, std::int64_t n) { return number / n; }
};

/// Tiles of particles as arrays of members: the members of one tile, then those of the next.
struct Tiles {
  static constexpr std::int64_t numbers(std::int64_t n) {
    return blocks_for(n, particle::tile) * particle::tile * particle::members;
  }
  static constexpr std::int64_t place(std::int64_t i, std::int64_t m, std::int64_t /*n*/) {
    constexpr std::int64_t tile = particle::tile;
    return (i / tile * particle::members + m) * tile + i % tile;
  }
};

/// x and vx of particle i by thread i.
template <class Layout>
Kernel one_particle_per_thread(int block_size, const Parameters& p) {
  const std::int64_t n = p["n"];
  const int bytes = real_bytes(p);
  const auto at = [=](const auto& index_of) { return each(n, block_size, bytes, index_of); };
  const auto member = [=](std::int64_t m) {
    return at([=](std::int64_t i) { return Layout::place(i, m, n); });
  };
  return {blocks_for(n, block_size),
          block_size,
          {load("in", bytes, member(particle::x)), load("in", bytes, member(particle::vx)),
           store("out", bytes, at([](std::int64_t i) { return i; }))}};
}

template <class Layout>
std::vector<Kernel> sums(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return {one_particle_per_thread<Layout>(flat_block_size(form), p)};
}

/// Writes into x of the same array.
template <class Layout>
std::vector<Kernel> updates(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const std::int64_t n = p["n"];
  const int block_size = flat_block_size(form);
  const int bytes = real_bytes(p);
  const auto member = [=](std::int64_t m) {
    return each(n, block_size, bytes, [=](std::int64_t i) { return Layout::place(i, m, n); });
  };
  return {{blocks_for(n, block_size),
           block_size,
           {load("particles", bytes, member(particle::x)),
            load("particles", bytes, member(particle::vx)),
            store("particles", bytes, member(particle::x))}}};
}

inline std::vector<Kernel> masses(const ModelForm& form, const Parameters& p, const HostArrays&) {
  constexpr std::int64_t numbers = 4;  // per body
  constexpr std::int64_t mass = 3;     // its position among them
  const std::int64_t n = p["n"];
  const int block_size = flat_block_size(form);
  const int bytes = real_bytes(p);
  const auto at = [=](const auto& index_of) { return each(n, block_size, bytes, index_of); };
  return {{blocks_for(n, block_size),
           block_size,
           {load("in", bytes, at([](std::int64_t i) { return i * numbers + mass; })),
            store("out", bytes, at([](std::int64_t i) { return i; }))}}};
}

}  // namespace tilebridge::layout_accesses
