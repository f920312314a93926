// SPDX-License-Identifier: Apache-2.0
#include "catalogue/memory/texture.hpp"

#include <algorithm>

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t radius = Neighbourhood::radius;

std::size_t pixels(const Parameters& p) { return p.as_size("rows") * p.as_size("cols"); }

struct MeanProblem {
  Neighbourhood make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.uniform("in", pixels(p)),
            .out = arrays.output<float>("out", pixels(p)),
            .rows = static_cast<int>(p["rows"]),
            .cols = static_cast<int>(p["cols"])};
  }
  /// A pixel counts once, however often it is read.
  Work work(const Parameters& p) const {
    const auto count = static_cast<double>(pixels(p));
    return {.bytes_read = count * sizeof(float),
            .bytes_written = count * sizeof(float),
            .flops = Neighbourhood::pixels * count};
  }
  /// Every pixel passes through at most 9 additions, the rounding of 1/9 and that of the product;
  /// one more rounding covers the second-order terms.
  Validation validate(const HostArrays& host, const Parameters& p) const {
    constexpr double roundings = Neighbourhood::pixels + 3;
    const std::int64_t rows = p["rows"];
    const std::int64_t cols = p["cols"];
    const auto in = host.get<float>("in");
    return compare_elements(host.get<float>("out"), [&](std::size_t pixel) {
      const std::int64_t y = static_cast<std::int64_t>(pixel) / cols;
      const std::int64_t x = static_cast<std::int64_t>(pixel) % cols;
      double sum = 0;
      double magnitude = 0;
      for (std::int64_t j = y - radius; j <= y + radius; ++j)
        for (std::int64_t i = x - radius; i <= x + radius; ++i) {
          const std::int64_t row = std::clamp<std::int64_t>(j, 0, rows - 1);
          const std::int64_t col = std::clamp<std::int64_t>(i, 0, cols - 1);
          const double value = in[static_cast<std::size_t>(row * cols + col)];
          sum += value;
          magnitude += std::abs(value);
        }
      return within(sum / Neighbourhood::pixels,
                    roundings * unit_roundoff * magnitude / Neighbourhood::pixels);
    });
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    const bool quick = preset == Preset::quick;
    if (platform == Platform::host) {
      if (quick) return {{{"rows", 512}, {"cols", 512}}};
      return {{{"rows", 2048}, {"cols", 2048}}, {{"rows", 1000}, {"cols", 1501}}};
    }
    if (quick) return {{{"rows", 4096}, {"cols", 4096}}};
    return {{{"rows", 1024}, {"cols", 1024}},
            {{"rows", 16384}, {"cols", 16384}},
            {{"rows", 5003}, {"cols", 7001}}};
  }
};

}  // namespace

Experiment texture() {
  const ProblemPointer mean = problem(MeanProblem{});
  // A two-dimensional texture holds no more (compute capability 8.0 and later).
  constexpr std::int64_t most_rows = 65536;
  constexpr std::int64_t most_cols = 131072;
  const std::string rows =
      "raw team ranks, the league divided by multiplication, rows of 32-bit length in a "
      "one-dimensional View, loops unrolled by folds, 8 teams per SM";
  Experiment e;
  e.name = "texture";
  e.family = Family::memory;
  e.question = "What does reading a pixel's neighbours through a texture save?";
  e.sources = {{"D3", "§2"}, {"D4", "texture memory"}};
  e.parameters = {
      {"rows", "rows of the image", 4096, 0, most_rows},
      {"cols", "columns of the image", 4096, 0, most_cols},
  };
  e.variants = {
      {.name = "global",
       .level = Level::textbook,
       .technique = "9 pixels per thread from global memory",
       .models = native_and_kokkos(),
       .problem = mean},
      matched("global", rows),
      {.name = "read_only",
       .level = Level::textbook,
       .technique = "9 pixels per thread through __ldg; in Kokkos a View with RandomAccess",
       .models = native_and_kokkos_on_gpu(),
       .problem = mean},
      matched("read_only", rows),
      {.name = "texture_object",
       .level = Level::textbook,
       .technique =
           "9 pixels per thread through a texture of a CUDA array, which hardware clamps at "
           "the border; copied into the array before the launch",
       .models = only_native_on_gpu("Kokkos has no texture objects"),
       .problem = mean},
      {.name = "mdrange",
       .level = Level::idiomatic,
       .technique = "an MDRangePolicy over (row, column), all defaults",
       .models = only_kokkos(),
       .stands_for = "global",
       .problem = mean},
      {.name = "mdrange_tile",
       .level = Level::idiomatic,
       .technique = "the same with a tile of 8 × 32",
       .models = only_kokkos(),
       .stands_for = "global",
       .problem = mean},
  };
  e.tested_at = {
      {.axes = {{"rows", {0, 1, 2, 7, 8, 9, 37}}, {"cols", {0, 1, 2, 31, 32, 33, 131}}}}};
  return e;
}

}  // namespace tilebridge
