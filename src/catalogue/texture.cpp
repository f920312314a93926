#include "catalogue/texture.hpp"

#include <algorithm>

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t radius = Neighbourhood::radius;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
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

std::size_t pixels(const Parameters& p) {
  return static_cast<std::size_t>(p["rows"]) * static_cast<std::size_t>(p["cols"]);
}

/// Every pixel passes through at most 9 additions, the rounding of 1/9 and that of the product; one
/// rounding more covers what is of second order.
Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
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

}  // namespace

Experiment texture() {
  const Support on_gpu = {Model::native, {Platform::cuda}};
  // A two-dimensional texture holds no more (compute capability 8.0 and later).
  constexpr std::int64_t most_rows = 65536;
  constexpr std::int64_t most_cols = 131072;
  const std::vector<Support> kokkos = {{Model::kokkos, {Platform::host, Platform::cuda}}};
  const std::string rows =
      "raw team ranks, the league divided by multiplication, rows of 32-bit length in a "
      "one-dimensional View, loops unrolled by folds, 8 teams an SM";
  Experiment e;
  e.name = "texture";
  e.family = "memory";
  e.question = "What does it save to read the neighbours of a pixel through a texture?";
  e.sources = {{"D3", "§2"}, {"D4", "texture memory"}};
  e.parameters = {
      {"rows", "rows of the image", 4096, 0, most_rows},
      {"cols", "columns of the image", 4096, 0, most_cols},
  };
  e.variants = {
      {"global", Level::textbook, "9 pixels a thread from global memory", native_and_kokkos()},
      matched("global", rows),
      {"read_only",
       Level::textbook,
       "9 pixels a thread through __ldg; in Kokkos a View with RandomAccess",
       {on_gpu, {Model::kokkos, {Platform::cuda}}}},
      matched("read_only", rows),
      {"texture_object",
       Level::textbook,
       "9 pixels a thread through a texture of a CUDA array, which hardware clamps at the border; "
       "copied into the array before the launch",
       {on_gpu, {Model::kokkos, {}, "Kokkos has no texture objects"}}},
      {"mdrange", Level::idiomatic, "an MDRangePolicy over (row, column), all defaults", kokkos,
       "global"},
      {"mdrange_tile", Level::idiomatic, "the same with a tile of 8 × 32", kokkos, "global"},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    return {uniform_input("in", pixels(p)), output<float>("out", pixels(p))};
  };
  // A pixel counts once, however often it is read.
  e.work = [](const Variant&, const Parameters& p) {
    const auto count = static_cast<double>(pixels(p));
    return Work{count * sizeof(float), count * sizeof(float), Neighbourhood::pixels * count};
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Neighbourhood{at.get<const float>("in"), at.get<float>("out"),
                         static_cast<int>(p["rows"]), static_cast<int>(p["cols"])};
  };
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
