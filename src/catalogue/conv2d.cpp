#include "catalogue/conv2d.hpp"

#include <algorithm>
#include <limits>

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t radius = Conv2d::radius;
constexpr std::int64_t width = Conv2d::width;
constexpr std::size_t taps = std::size_t{Conv2d::width} * Conv2d::width;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  const bool quick = preset == Preset::quick;
  if (platform == Platform::host) {
    if (quick) return {{{"rows", 512}, {"cols", 512}}};
    return {{{"rows", 2048}, {"cols", 2048}}, {{"rows", 1000}, {"cols", 1501}}};
  }
  if (quick) return {{{"rows", 4096}, {"cols", 4096}}};
  return {{{"rows", 8192}, {"cols", 8192}}, {{"rows", 5003}, {"cols", 7001}}};
}

std::size_t pixels(const Parameters& p) {
  return static_cast<std::size_t>(p["rows"]) * static_cast<std::size_t>(p["cols"]);
}

/// 25 products in any order: a term passes through no more than 25 roundings, its product's and
/// those of 24 additions. One more covers what is of second order.
Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
  constexpr double roundings = taps + 1;
  const std::int64_t rows = p["rows"];
  const std::int64_t cols = p["cols"];
  const auto in = host.get<float>("in");
  const auto filter = host.get<float>("filter");
  return compare_elements(host.get<float>("out"), [&](std::size_t pixel) {
    const std::int64_t y = static_cast<std::int64_t>(pixel) / cols - radius;  // of the first tap
    const std::int64_t x = static_cast<std::int64_t>(pixel) % cols - radius;
    double sum = 0;
    double magnitude = 0;
    for (std::int64_t j = std::max<std::int64_t>(0, -y); j < std::min(width, rows - y); ++j)
      for (std::int64_t i = std::max<std::int64_t>(0, -x); i < std::min(width, cols - x); ++i) {
        const double term = double{filter[static_cast<std::size_t>(j * width + i)]} *
                            double{in[static_cast<std::size_t>((y + j) * cols + x + i)]};
        sum += term;
        magnitude += std::abs(term);
      }
    return within(sum, roundings * unit_roundoff * magnitude);
  });
}

}  // namespace

Experiment conv2d() {
  constexpr std::int64_t most_rows =
      std::int64_t{65535} * 8;  // a CUDA grid has 65535 blocks in y, of 8 rows here
  constexpr std::int64_t most_cols = std::numeric_limits<int>::max() / 2;
  Experiment e;
  e.name = "conv2d";
  e.family = "tiling";
  e.question = "What does a tile with a halo save where every pixel is used 25 times?";
  e.sources = {{"D5", "§3.2"}, {"D5", "§6"}};
  e.parameters = {
      {"rows", "rows of the image", 8192, 0, most_rows},
      {"cols", "columns of the image", 8192, 0, most_cols},
  };
  e.variants = {
      {"direct", Level::textbook, "25 pixels and 25 filter taps a thread, from global memory",
       native_and_kokkos()},
      {"tile_halo", Level::textbook,
       "pixels from a 32×8 tile and its halo in shared memory, the filter from global memory",
       native_and_kokkos()},
      {"constant_filter", Level::textbook,
       "the same tile, the filter from constant memory; in Kokkos captured by value, and so in the "
       "constant bank of the kernel's parameters",
       native_and_kokkos()},
      {"mdrange",
       Level::idiomatic,
       "an MDRangePolicy with its default tile, one pixel an index",
       {{Model::kokkos, {Platform::host, Platform::cuda}}},
       "direct"},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    return {uniform_input("in", pixels(p)), uniform_input("filter", taps),
            output<float>("out", pixels(p))};
  };
  e.work = [](const Variant&, const Parameters& p) {
    const auto count = static_cast<double>(pixels(p));
    return Work{count * sizeof(float), count * sizeof(float), 2 * taps * count};
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Conv2d{at.get<const float>("in"), at.get<const float>("filter"), at.get<float>("out"),
                  static_cast<int>(p["rows"]), static_cast<int>(p["cols"])};
  };
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
