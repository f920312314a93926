// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/conv2d.hpp"

#include <algorithm>
#include <limits>

#include "catalogue/compare.hpp"
#include "catalogue/tiling/conv2d_accesses.hpp"

namespace tilebridge::conv2d_experiment {

constexpr std::int64_t radius = Filter5x5::radius;
constexpr std::int64_t width = Filter5x5::width;

std::size_t pixels(const Parameters& p) { return p.as_size("rows") * p.as_size("cols"); }

template <class T>
struct Conv2dProblem {
  Conv2d<T> make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.uniform<T>("in", pixels(p)),
            .filter = arrays.uniform<T>("filter", Filter5x5::taps),
            .out = arrays.output<T>("out", pixels(p)),
            .rows = static_cast<int>(p["rows"]),
            .cols = static_cast<int>(p["cols"])};
  }
  Work work(const Parameters& p) const {
    const auto count = static_cast<double>(pixels(p));
    return {.bytes_read = count * sizeof(T),
            .bytes_written = count * sizeof(T),
            .flops = 2 * Filter5x5::taps * count};
  }
  /// 25 products in any order: a term passes through at most 25 roundings, that of its product and
  /// those of 24 additions. One more covers the second-order terms.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    constexpr double roundings = Filter5x5::taps + 1;
    const std::int64_t rows = p["rows"];
    const std::int64_t cols = p["cols"];
    const auto in = host.get<T>("in");
    const auto filter = host.get<T>("filter");
    return compare_elements(host.get<T>("out"), [&](std::size_t pixel) {
      const std::int64_t y = static_cast<std::int64_t>(pixel) / cols - radius;  // of the first tap
      const std::int64_t x = static_cast<std::int64_t>(pixel) % cols - radius;
      Wide<T> sum = 0;
      Wide<T> magnitude = 0;
      for (std::int64_t j = std::max<std::int64_t>(0, -y); j < std::min(width, rows - y); ++j)
        for (std::int64_t i = std::max<std::int64_t>(0, -x); i < std::min(width, cols - x); ++i) {
          const auto term = Wide<T>{filter[static_cast<std::size_t>(j * width + i)]} *
                            Wide<T>{in[static_cast<std::size_t>((y + j) * cols + x + i)]};
          sum += term;
          magnitude += std::abs(term);
        }
      const double bound = roundings * roundoff<T> * static_cast<double>(magnitude);
      return within(static_cast<double>(sum), bound);
    });
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    const bool quick = preset == Preset::quick;
    if (platform == Platform::host) {
      if (quick) return {{{"rows", 512}, {"cols", 512}}};
      return {{{"rows", 2048}, {"cols", 2048}}, {{"rows", 1000}, {"cols", 1501}}};
    }
    if (quick) return {{{"rows", 4096}, {"cols", 4096}}};
    return {{{"rows", 8192}, {"cols", 8192}}, {{"rows", 5003}, {"cols", 7001}}};
  }
};

TileWithHalo staged(Place tile) {
  return {"the pixels that a block stages", static_cast<int>(tile.y), static_cast<int>(tile.x),
          radius, radius};
}

Experiment experiment() {
  constexpr std::int64_t most_rows =
      std::int64_t{65535} * 8;  // a CUDA grid has 65535 blocks in y, of 8 rows here
  constexpr std::int64_t most_cols = std::numeric_limits<int>::max() / 2;
  const std::string ranks =
      "raw team ranks, the league divided by multiplication, 8 teams per SM, 32-bit row lengths";
  const std::string tile = ranks + ", scratch memory by get_shmem, no branch around the sum";
  Experiment e;
  e.problem = problem_in_reals<Conv2dProblem>();
  e.question = "What does a tile with a halo save when every pixel is used 25 times?";
  e.parameters = {
      {"rows", "rows of the image", 8192, 0, most_rows},
      {"cols", "columns of the image", 8192, 0, most_cols},
  };
  e.variants = {
      {.name = "direct",
       .technique = "25 pixels and 25 filter taps per thread, from global memory",
       .accesses = conv2d_accesses::direct},
      matched("direct", ranks + ", the outer loop over taps unrolled explicitly",
              {"indexing/matrix_view", "indexing/plain_loop"}),
      {.name = "tile_halo",
       .technique =
           "pixels from a 32×8 tile and its halo in shared memory, the filter from global memory",
       .accesses = conv2d_accesses::tile_halo,
       .sketch = staged(conv2d_accesses::tile)},
      matched("tile_halo", tile,
              {"team_control/vector_range", "team_control/league_division", "scratch_use/view",
               "indexing/matrix_view", "team_control/early_return"}),
      {.name = "tile_halo_16x16",
       .technique = "the same from a 16×16 tile and its halo: a warp's two rows of pixels meet in "
                    "four banks",
       .accesses = conv2d_accesses::tile_halo_16x16,
       .sketch = staged({16, 16})},
      matched("tile_halo_16x16", tile,
              {"team_control/vector_range", "team_control/league_division", "scratch_use/view",
               "indexing/matrix_view", "team_control/early_return"}),
      {.name = "constant_filter",
       .technique = "the same tile, the filter from constant memory; in Kokkos captured by value, "
                    "and so in the constant bank of the kernel's parameters",
       .accesses = conv2d_accesses::constant_filter,
       .sketch = staged(conv2d_accesses::tile)},
      matched("constant_filter", tile,
              {"team_control/vector_range", "team_control/league_division", "scratch_use/view",
               "indexing/matrix_view", "team_control/early_return"}),
      {.name = "register_strip",
       .form = Form::tuned,
       .technique =
           "4 columns (2 for double) × 8 rows of pixels per thread in registers, every row "
           "of the input loaded once, as vectors where rows are whole vectors; the filter "
           "as in constant_filter",
       .models = native_and_kokkos_on_gpu()},
      {.name = "mdrange",
       .form = Form::construct,
       .technique = "an MDRangePolicy over (row, column), all defaults",
       .stands_for = "direct"},
      {.name = "mdrange_tile",
       .form = Form::construct,
       .technique = "the same with a tile of 8 × 32",
       .stands_for = "direct"},
  };
  add_steps(
      e, "tile_halo",
      {{"a team of 256 and its raw ranks instead of TeamThreadRange and ThreadVectorRange, one "
        "loop over the tile",
        "team_control/vector_range"},
       {"the league rank divided by a Divisor", "team_control/league_division"},
       {"scratch memory by get_shmem", "scratch_use/view"},
       {"one-dimensional Views, row lengths of 32 bits", "indexing/matrix_view"},
       {"a condition on the store instead of a return", "team_control/early_return"},
       {"LaunchBounds<256, 8>", "policies/launch_bounds"}});
  e.ragged = {{"rows", 37}, {"cols", 67}};
  e.tested_at = {{.axes = {{"rows", {0, 1, 2, 5, 7, 8, 9, 15, 17, 37}},
                           {"cols", {0, 1, 3, 4, 8, 17, 31, 32, 33, 128, 131, 132}}}}};
  return e;
}

}  // namespace tilebridge::conv2d_experiment
