#include "catalogue/smooth.hpp"

#include <algorithm>
#include <cmath>

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  if (preset == Preset::quick && platform == Platform::host) return {{{"n", Mi}}};
  if (preset == Preset::quick || platform == Platform::host) return {{{"n", Mi}}, {{"n", 64 * Mi}}};
  return {{{"n", Mi}}, {{"n", 256 * Mi}}};
}

Work work(const Variant&, const Parameters& p) {
  const auto averages = static_cast<double>(std::max(p["n"] - 2, std::int64_t{0}));
  const double elements_read = averages > 0 ? averages + 2 : 0;
  return {elements_read * sizeof(float), averages * sizeof(float), 3 * averages};
}

/// Two additions and a division, of one rounding each: with u the unit roundoff the error stays
/// under (u·|a + b| + u·|a + b + c|) / 3 + u·|a + b + c| / 3, but for terms in u², which the last
/// factor covers.
Validation validate(const Variant&, const HostArrays& host, const Parameters&) {
  const auto in = host.get<float>("in");
  return compare_elements(host.get<float>("out"), [&](std::size_t i) {
    if (i == 0 || i + 1 >= in.size()) return untouched();
    const double first = double{in[i - 1]} + double{in[i]};
    const double sum = first + double{in[i + 1]};
    const double bound = unit_roundoff * (std::abs(first) + 2 * std::abs(sum)) / 3;
    return within(sum / 3, bound * (1 + 4 * unit_roundoff));
  });
}

}  // namespace

Experiment smooth() {
  Experiment e;
  e.name = "smooth";
  e.family = "tiling";
  e.question = "What does a tile save where neighbouring threads read the same elements?";
  e.sources = {{"D1", "§4.2"}};
  e.parameters = {{"n", "elements of each array (4 bytes)", Mi, 0, std::int64_t{1} << 34}};
  e.variants = {
      {"direct", Level::textbook, "every thread reads its three elements from global memory",
       native_and_kokkos()},
      {"tile_halo", Level::textbook,
       "256 elements and one on either side in shared memory, each read once", native_and_kokkos()},
      {"direct_range",
       Level::idiomatic,
       "direct through a RangePolicy, whose block size Kokkos chooses",
       {{Model::kokkos, {Platform::host, Platform::cuda}}},
       "direct"},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {uniform_input("in", n), output<float>("out", n)};
  };
  e.work = work;
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Smooth{at.get<const float>("in"), at.get<float>("out"),
                  static_cast<std::size_t>(p["n"])};
  };
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
