// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/stencil3d.hpp"

#include <cmath>

#include "catalogue/compare.hpp"
#include "catalogue/tiling/stencil3d_accesses.hpp"

namespace tilebridge::stencil3d_experiment {

std::size_t elements(const Parameters& p) {
  return p.as_size("nx") * p.as_size("ny") * p.as_size("nz");
}

Parameters cube(std::int64_t n) { return {{"nx", n}, {"ny", n}, {"nz", n}}; }

template <class T>
struct HeatProblem {
  HeatStep<T> make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.uniform<T>("in", elements(p)),
            .out = arrays.output<T>("out", elements(p)),
            .nx = static_cast<int>(p["nx"]),
            .ny = static_cast<int>(p["ny"]),
            .nz = static_cast<int>(p["nz"])};
  }

  /// Each element is read once from memory; its neighbours come from a cache or a tile.
  Work work(const Parameters& p) const {
    const auto count = static_cast<double>(elements(p));
    return {
        .bytes_read = count * sizeof(T), .bytes_written = count * sizeof(T), .flops = 9 * count};
  }

  Validation validate(const HostArrays& host, const Parameters& p) const {
    const auto in = host.get<T>("in");
    const auto nx = p.as_size("nx");
    const auto ny = p.as_size("ny");
    const auto nz = p.as_size("nz");
    return compare_elements(host.get<T>("out"), [=](std::size_t i) {
      const std::size_t x = i % nx;
      const std::size_t y = i / nx % ny;
      const std::size_t z = i / nx / ny;
      const bool on_boundary =
          x == 0 || y == 0 || z == 0 || x + 1 == nx || y + 1 == ny || z + 1 == nz;
      return on_boundary ? exactly(static_cast<double>(in[i])) : heated(in, i, nx, nx * ny);
    });
  }

  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    const std::int64_t quick = platform == Platform::host ? 64 : 256;
    if (preset == Preset::quick) return {cube(quick)};
    const Parameters ragged = {{"nx", 301}, {"ny", 517}, {"nz", 203}};
    if (platform == Platform::host) return {cube(quick), ragged};
    return {cube(quick), cube(512), ragged};
  }

 private:
  /// Five additions of neighbours, then 6 · in, the difference, its product and the last sum: at
  /// most nine roundings on the path of any term, so γ₉ times the sum of all terms' magnitudes.
  static Expected heated(std::span<const T> in, std::size_t i, std::size_t row, std::size_t plane) {
    constexpr double gamma = 9 * roundoff<T> / (1 - 9 * roundoff<T>);
    const Wide<T> rate = HeatStep<T>::rate;
    const Wide<T> centre = in[i];
    Wide<T> sum = 0;
    Wide<T> magnitude = 6 * std::abs(centre);
    for (const std::size_t neighbour : {i - 1, i + 1, i - row, i + row, i - plane, i + plane}) {
      sum += in[neighbour];
      magnitude += std::abs(Wide<T>{in[neighbour]});
    }
    return within(static_cast<double>(centre + rate * (sum - 6 * centre)),
                  gamma * static_cast<double>(std::abs(centre) + rate * magnitude));
  }
};

Experiment experiment() {
  Experiment e;
  e.problem = problem_in_reals<HeatProblem>();
  e.question =
      "What does a 7-point stencil in 3-D cost, and what does keeping data in a tile or in "
      "registers save?";
  e.parameters = {
      {"nx", "elements along x, the contiguous axis", 512, 0, 1 << 20},
      {"ny", "elements along y", 512, 0, 65535 * 4},
      {"nz", "elements along z", 512, 0, 65535 * 2},
  };
  e.variants = {
      {.name = "direct",
       .technique = "one element per thread, blocks of 32 × 4 × 2, all seven from global memory",
       .accesses = stencil3d_accesses::direct},
      matched("direct",
              "raw team ranks, the league divided by multiplication, 8 teams per SM, rows "
              "of 32-bit length",
              {"indexing/matrix_view"}),
      {.name = "tile_halo",
       .technique = "a box of 32 × 8 × 4 with its halo in shared memory, 4 elements per thread",
       .accesses = stencil3d_accesses::tile_halo},
      matched("tile_halo",
              "raw team ranks, the league divided by multiplication, scratch memory "
              "by get_shmem, rows of 32-bit length",
              {"team_control/vector_range", "team_control/league_division", "scratch_use/view",
               "indexing/matrix_view"}),
      {.name = "register_column",
       .form = Form::tuned,
       .technique = "vectors of 16 bytes, 32 along z per thread, below and above kept in registers",
       .models = native_and_kokkos_on_gpu()},
      {.name = "mdrange",
       .form = Form::construct,
       .technique = "an MDRangePolicy over (z, y, x), all defaults",
       .stands_for = "direct"},
      {.name = "mdrange_tile",
       .form = Form::construct,
       .technique = "the same with a tile of 2 × 4 × 32",
       .stands_for = "direct"},
  };
  e.ragged = {{"nx", 67}, {"ny", 37}, {"nz", 11}};
  e.tested_at = {{.axes = {{"nx", {0, 1, 2, 3, 31, 32, 33, 67}},
                           {"ny", {0, 1, 2, 3, 8, 9, 13}},
                           {"nz", {0, 1, 2, 3, 5, 33}}}}};
  return e;
}

}  // namespace tilebridge::stencil3d_experiment
