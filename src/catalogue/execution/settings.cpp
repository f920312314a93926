// SPDX-License-Identifier: Apache-2.0
#include "catalogue/execution/settings.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/memory/launch_bounds_problem.hpp"
#include "catalogue/sums.hpp"

namespace tilebridge::settings_experiment {

struct ScaleProblem {
  bool has_occupancy;

  SetScale make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("in"),
            arrays.output<float>("out"),
            p["n"],
            p.as_int("threads"),
            p.as_int("each"),
            has_occupancy ? p.as_int("occupancy") : 0};
  }
  Work work(const Parameters& p) const { return copied<float>(p["n"], 1); }
  Validation validate(const HostArrays& host, const Parameters&) const {
    return compare_each<float>(host, [](float in) {
      const double scaled = static_cast<double>(SetScale::factor) * static_cast<double>(in);
      return within(scaled, unit_roundoff * std::abs(scaled));
    });
  }
  std::vector<Parameters> cases(Preset preset, Platform) const {
    Parameters p = {{"n", preset == Preset::quick ? 8 * Mi : 64 * Mi}, {"threads", 0}, {"each", 1}};
    if (has_occupancy) p.set("occupancy", 0);
    return {p};
  }
};

struct RowSumsProblem {
  std::int64_t cols;

  SetRowSums make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("in", p.as_size("rows") * p.as_size("cols")),
            arrays.output<float>("sums", p.as_size("rows")),
            p.as_int("rows"),
            p.as_int("cols"),
            p.as_int("team_size"),
            p.as_int("vector")};
  }
  Work work(const Parameters& p) const {
    const double elements = p.as_double("rows") * p.as_double("cols");
    return {.bytes_read = elements * sizeof(float),
            .bytes_written = p.as_double("rows") * sizeof(float),
            .flops = elements};
  }
  /// There are up to millions of sums to a case, hence the λ of 8.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::size_t width = p.as_size("cols");
    const auto& sums =
        host.once<std::vector<Sum>>("expected", [&] { return sums_of_rows(host, p); });
    return compare_elements(host.get<float>("sums"), [&](std::size_t row) {
      return expected_sum<float>(sums[row], static_cast<double>(width), 8);
    });
  }
  std::vector<Parameters> cases(Preset preset, Platform) const {
    const std::int64_t elements = preset == Preset::quick ? 8 * Mi : 64 * Mi;
    return {{{"rows", elements / cols}, {"cols", cols}, {"team_size", 0}, {"vector", 1}}};
  }

 private:
  static std::vector<Sum> sums_of_rows(const HostArrays& host, const Parameters& p) {
    const auto in = host.get<float>("in");
    const std::size_t width = p.as_size("cols");
    std::vector<Sum> sums(p.as_size("rows"));
    in_parallel(sums.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t row = begin; row < end; ++row)
        sums[row] = sum_of(width, [&](std::size_t i) { return Wide<float>{in[row * width + i]}; });
    });
    return sums;
  }
};

struct TransposeProblem {
  SetTranspose make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t elements = p.as_size("rows") * p.as_size("cols");
    return {arrays.uniform("in", elements),
            arrays.output<float>("out", elements),
            p.as_int("rows"),
            p.as_int("cols"),
            p.as_int("tile_x"),
            p.as_int("tile_y")};
  }
  Work work(const Parameters& p) const { return copied<float>(p["rows"] * p["cols"]); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::size_t rows = p.as_size("rows"), cols = p.as_size("cols");
    return compare_from<float>(
        host, [=](auto in, std::size_t i) { return exactly(in[i % rows * cols + i / rows]); });
  }
  std::vector<Parameters> cases(Preset preset, Platform) const {
    const std::int64_t size = preset == Preset::quick ? 2048 : 8192;
    return {{{"rows", size}, {"cols", size}, {"tile_x", 0}, {"tile_y", 0}}};
  }
};

struct StencilProblem {
  SetStencil make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t elements = p.as_size("nx") * p.as_size("ny") * p.as_size("nz");
    return {.in = arrays.uniform("in", elements),
            .out = arrays.output<float>("out", elements),
            .nx = p.as_int("nx"),
            .ny = p.as_int("ny"),
            .nz = p.as_int("nz"),
            .tile_x = p.as_int("tile_x"),
            .tile_y = p.as_int("tile_y"),
            .tile_z = p.as_int("tile_z")};
  }
  Work work(const Parameters& p) const { return copied<float>(p["nx"] * p["ny"] * p["nz"], 5); }
  /// There are five additions, so the bound is γ₅ times the sum of the magnitudes.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::size_t nx = p.as_size("nx"), ny = p.as_size("ny"), nz = p.as_size("nz");
    const auto is_inside = [](std::size_t i, std::size_t n) { return i > 0 && i + 1 < n; };
    return compare_from<float>(host, [=](auto in, std::size_t i) {
      if (!is_inside(i % nx, nx) || !is_inside(i / nx % ny, ny) || !is_inside(i / nx / ny, nz))
        return exactly(in[i]);
      double sum = 0, magnitude = 0;
      for (const std::size_t at : {i - 1, i + 1, i - nx, i + nx, i - nx * ny, i + nx * ny}) {
        sum += in[at];
        magnitude += std::abs(in[at]);
      }
      return within(sum, gamma_of(5) * magnitude);
    });
  }
  std::vector<Parameters> cases(Preset preset, Platform) const {
    const std::int64_t size = preset == Preset::quick ? 128 : 384;
    return {
        {{"nx", size}, {"ny", size}, {"nz", size}, {"tile_x", 0}, {"tile_y", 0}, {"tile_z", 0}}};
  }
};

struct BoundedProblem {
  ProblemPointer averages = launch_bounds_experiment::averages();

  SetAveraging make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {{arrays.uniform("in", n + Averaging::values - 1), arrays.output<float>("out", n), n,
             p.as_int("sweeps")},
            p.as_int("threads"),
            p.as_int("per_sm")};
  }
  Work work(const Parameters& p) const { return averages->work(p); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return averages->validate(host, p);
  }
  std::vector<Parameters> cases(Preset preset, Platform) const {
    const std::int64_t n = preset == Preset::quick ? Mi / 4 : 4 * Mi;
    return {{{"n", n}, {"sweeps", 8}, {"threads", 0}, {"per_sm", 0}}};
  }
};

using Written = std::vector<std::pair<std::string, std::string>>;

void describe(Experiment& e) {
  e.models = native_and_kokkos_on_gpu();
  e.question =
      "Which team size, vector length, tile or launch bounds, and what does the model's own choice "
      "cost?";
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 64 * Mi, 0, 16 * Gi},
      {"rows", "rows of the matrix", 8192, 0, Gi},
      {"cols", "columns of the matrix", 8192, 0, 1 << 20},
      {"nx", "elements along x, the contiguous axis", 384, 0, 4096},
      {"ny", "elements along y", 384, 0, 4096},
      {"nz", "elements along z", 384, 0, 4096},
      {"sweeps", "how often a thread of `bounds` goes through its 64 values", 8, 0, 1 << 20},
      setting("threads", "threads of a block; 0: as the model chooses, 256 in native code", 1024,
              {0, 32, 64, 128, 256, 512, 1024}),
      setting("team_size",
              "Kokkos threads of a team, rows of it in `row_sums`; 0: as Kokkos chooses, in native "
              "code so many that a block has 256 threads",
              1024, {0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024}),
      setting("vector", "vector length: lanes of a row", 32, {1, 2, 4, 8, 16, 32}),
      setting("each", "elements per index or thread", 64, {1, 2, 4, 8, 16}),
      setting("occupancy", "occupancy asked of Kokkos, in percent; 0: not asked", 100,
              {0, 25, 50, 75}),
      setting("tile_x", "threads of a tile along x; 0: Kokkos's own tile, in native code 32", 1024,
              {0, 1, 2, 4, 8, 16, 32, 64, 128, 256}),
      setting("tile_y", "threads of a tile along y; 0: Kokkos's own tile, in native code 8 (4)",
              1024, {0, 1, 2, 4, 8, 16, 32}),
      setting("tile_z", "threads of a tile along z; 0: Kokkos's own tile, in native code 2", 64,
              {0, 1, 2, 4, 8}),
      setting("per_sm", "blocks of so many threads that an SM has to hold; 0: no bound", 8,
              {0, 1, 2, 4, 8}),
  };
  const auto in_teams = [](const std::string& team, const std::string& block) {
    return Written{{"kokkos", "Kokkos::TeamPolicy<>(teams, " + team + ")"},
                   {"native", "kernel<<<blocks, " + block + ">>>"}};
  };
  const Written of_rows = in_teams("{team_size}, {vector}", "dim3({vector}, {team_size})");
  const auto in_tiles = [](const std::string& tile) {
    const std::string rank = tile.ends_with("{tile_z}") ? "3" : "2";
    return Written{
        {"kokkos", "Kokkos::MDRangePolicy<Kokkos::Rank<" + rank + ">>(begin, end, {" + tile + "})"},
        {"native", "kernel<<<blocks, dim3(" + tile + ")>>>"}};
  };
  const Written of_bounds = {
      {"kokkos", "Kokkos::RangePolicy<Kokkos::LaunchBounds<{threads}, {per_sm}>>(begin, end)"},
      {"native", "__launch_bounds__({threads}, {per_sm})"}};
  const Written of_range = {
      {"kokkos",
       "Kokkos::Experimental::prefer(Kokkos::RangePolicy<Kokkos::LaunchBounds<{threads}>>(begin, "
       "end), Kokkos::Experimental::DesiredOccupancy({occupancy}))"},
      {"native", "kernel<<<blocks, {threads}>>>"}};
  e.variants = {
      loops("flat", "out[i] = 2.5 · in[i], a flat loop; `threads` by launch bounds",
            problem(ScaleProblem{true}), of_range),
      loops("team", "the same loop in teams, `each` elements per thread",
            problem(ScaleProblem{false}), in_teams("{threads}", "{threads}")),
      loops("row_sums", "the sum of each row of 64 numbers: rows by threads, columns by lanes",
            problem(RowSumsProblem{64}), of_rows),
      loops("team_sum", "the sum of each row of 4096 numbers by a team",
            problem(RowSumsProblem{4096}), of_rows),
      loops("tile_2d", "a transpose, one element per thread, from global memory",
            problem(TransposeProblem{}), in_tiles("{tile_x}, {tile_y}")),
      loops("tile_3d", "the sum of six neighbours in three dimensions, from global memory",
            problem(StencilProblem{}), in_tiles("{tile_x}, {tile_y}, {tile_z}")),
      loops("bounds", "64 values per thread in registers; `threads` and `per_sm` by launch bounds",
            problem(BoundedProblem{}), of_bounds),
  };
  const std::vector<std::int64_t> lengths = {0, 1, 33, 1009, 100003};
  e.tested_at = {
      {.axes =
           {{"n", lengths}, {"threads", {0, 64, 1024}}, {"each", {1, 3}}, {"occupancy", {0, 50}}},
       .variant = "flat"},
      {.axes = {{"n", lengths}, {"threads", {0, 32, 1024}}, {"each", {1, 3}}}, .variant = "team"},
      {.axes = {{"rows", {0, 1, 33}},
                {"cols", {0, 1, 67}},
                {"threads", {0, 1, 32}},
                {"vector", {1, 8, 32}}},
       .variant = "row_sums"},
      {.axes = {{"rows", {0, 1, 33}},
                {"cols", {0, 1, 1009}},
                {"threads", {0, 32}},
                {"vector", {1, 32}}},
       .variant = "team_sum"},
      {.axes = {{"rows", {0, 1, 33, 67}}, {"cols", {0, 1, 67}}, {"tile_x", {0}}, {"tile_y", {0}}},
       .variant = "tile_2d"},
      {.axes = {{"rows", {33, 67}}, {"cols", {1, 67}}, {"tile_x", {1, 16}}, {"tile_y", {2, 32}}},
       .variant = "tile_2d"},
      {.axes = {{"nx", {0, 1, 35}},
                {"ny", {1, 9}},
                {"nz", {1, 5}},
                {"tile_x", {0}},
                {"tile_y", {0}},
                {"tile_z", {0}}},
       .variant = "tile_3d"},
      {.axes = {{"nx", {35}},
                {"ny", {9}},
                {"nz", {5}},
                {"tile_x", {16}},
                {"tile_y", {4}},
                {"tile_z", {1, 8}}},
       .variant = "tile_3d"},
      {.axes =
           {{"n", {0, 1, 257}}, {"sweeps", {1, 2}}, {"threads", {128, 512}}, {"per_sm", {1, 8}}},
       .variant = "bounds"},
      {.axes = {{"n", {0, 1, 257}}, {"sweeps", {1, 2}}, {"threads", {0}}, {"per_sm", {0}}},
       .variant = "bounds"},
  };
}

}  // namespace tilebridge::settings_experiment
