#include "catalogue/occupancy.hpp"

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  std::int64_t n = preset == Preset::full ? 256 * Mi : 32 * Mi;
  std::vector<std::int64_t> sizes = {0, 8, 16, 24, 32, 48, 64, 96, 128, 200, 227};
  if (preset == Preset::quick) {
    n = 8 * Mi;
    sizes = {0, 32, 128};
  }
  if (platform == Platform::host) {
    n = Mi / 4;
    sizes = {0};
  }
  std::vector<Parameters> result;
  for (const std::int64_t kib : sizes) result.push_back({{"n", n}, {"shared_kib", kib}});
  return result;
}

Validation validate(const Variant&, const HostArrays& host, const Parameters&) {
  const auto in = host.get<float>("in");
  return compare_elements(host.get<float>("out"), [&](std::size_t i) { return exactly(in[i]); });
}

}  // namespace

Experiment occupancy() {
  Experiment e;
  e.name = "occupancy";
  e.family = "execution";
  e.question = "How many blocks must a multiprocessor hold to keep the memory busy?";
  e.sources = {{"D1", "§5.2"}, {"D5", "occupancy"}};
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 32 * Mi, 0, std::int64_t{1} << 34},
      {"shared_kib", "shared memory a block holds and does not use, in KiB", 48, 0, 1024},
  };
  e.variants = {
      {"copy",
       Level::textbook,
       "out[i] = in[i], one element and so one load in flight a thread, 256 threads a block; in "
       "Kokkos the memory is the team's scratch",
       {{Model::native, {Platform::cuda}}, {Model::kokkos, {Platform::cuda}}}},
      matched("copy", "raw team ranks, launch bounds"),
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {uniform_input("in", n), output<float>("out", n)};
  };
  e.work = [](const Variant&, const Parameters& p) {
    const double bytes = static_cast<double>(p["n"]) * sizeof(float);
    return Work{bytes, bytes, 0};
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return OccupancyCopy{at.get<const float>("in"), at.get<float>("out"),
                         static_cast<std::size_t>(p["n"]), static_cast<int>(p["shared_kib"])};
  };
  e.validate = validate;
  e.one_answer = true;
  return e;
}

}  // namespace tilebridge
