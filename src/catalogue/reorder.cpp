#include "catalogue/reorder.hpp"

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Ki = 1 << 10;
constexpr std::int64_t Mi = 1 << 20;
constexpr std::size_t members = Reorder::members;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  if (platform == Platform::host) return {{{"n", preset == Preset::quick ? 128 * Ki : 4 * Mi}}};
  if (preset == Preset::full) return {{{"n", 4 * Mi}}, {{"n", 64 * Mi}}};
  return {{{"n", 4 * Mi}}};
}

std::size_t elements(const Parameters& p) { return static_cast<std::size_t>(p["n"]) * members; }

Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
  const auto n = static_cast<std::size_t>(p["n"]);
  const auto in = host.get<float>("in");
  return compare_elements(host.get<float>("out"),
                          [&](std::size_t i) { return exactly(in[i % n * members + i / n]); });
}

}  // namespace

Experiment reorder() {
  Experiment e;
  e.name = "reorder";
  e.family = "tiling";
  e.question =
      "What does it cost to take structures apart into arrays, and what does staging on chip save?";
  e.sources = {{"D2", "§6.3"}};
  e.parameters = {{"n", "structures (six floats, 24 bytes)", 4 * Mi, 0, std::int64_t{1} << 32}};
  e.variants = {
      {"direct", Level::textbook, "one structure a thread: reads 24 bytes apart, writes coalesced",
       native_and_kokkos()},
      {"staged", Level::textbook,
       "256 structures in shared memory, padded: reads and writes coalesced, no bank conflict",
       native_and_kokkos()},
      {"direct_range",
       Level::idiomatic,
       "direct through a RangePolicy, whose block size Kokkos chooses",
       {{Model::kokkos, {Platform::host, Platform::cuda}}},
       "direct"},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    return {uniform_input("in", elements(p)), output<float>("out", elements(p))};
  };
  e.work = [](const Variant&, const Parameters& p) {
    const double bytes = static_cast<double>(elements(p)) * sizeof(float);
    return Work{bytes, bytes, 0};
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Reorder{at.get<const float>("in"), at.get<float>("out"),
                   static_cast<std::size_t>(p["n"])};
  };
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
