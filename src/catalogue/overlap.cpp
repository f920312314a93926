#include "catalogue/overlap.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;
// A link of 55 GB/s and 60 TFLOP/s take equally long over it.
constexpr std::int64_t documented_steps = 2048;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  std::vector<std::int64_t> sizes = {16 * Mi};
  if (preset == Preset::quick) sizes = {Mi};
  if (preset == Preset::full) sizes = {16 * Mi, 64 * Mi};
  std::int64_t steps = documented_steps;
  if (platform == Platform::host) {
    sizes = {Mi / 16};
    steps = 64;
  }
  std::vector<Parameters> result;
  for (const std::int64_t n : sizes)
    for (const std::int64_t streams : {1, 2, 4, 8})
      result.push_back({{"n", n}, {"steps", steps}, {"streams", streams}});
  return result;
}

/// The ceiling of this is the longest of three parts, as if the others were hidden behind it: the
/// share of it that is reached is the share of a perfect overlap.
Work work(const Variant&, const Parameters& p) {
  const auto n = static_cast<double>(p["n"]);
  Work work;
  work.to_device = n * sizeof(float);
  work.to_host = n * sizeof(float);
  work.flops = 2 * n * static_cast<double>(p["steps"]);
  return work;
}

Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
  return compare_chains(host.get<float>("in"), host.get<float>("out"),
                        static_cast<int>(p["steps"]));
}

}  // namespace

Experiment overlap() {
  Experiment e;
  e.name = "overlap";
  e.family = "transfers";
  e.question = "How much of a transfer hides behind a kernel and a transfer the other way?";
  e.sources = {{"D3", "§6"}};
  e.parameters = {
      {"n", "elements (4 bytes) that go to the device and back", 16 * Mi, 0, std::int64_t{1} << 32},
      {"steps", "fused multiply-adds an element, each waiting for the one before", documented_steps,
       1, 1 << 20},
      {"streams", "streams, and pieces that the elements are cut into", 2, 1, 64},
  };
  e.variants = {
      {"streams",
       Level::textbook,
       "a stream a piece: copy in, kernel, copy out, from and to pinned memory; in Kokkos an "
       "execution space instance a piece, between fences. The share of the ceiling is the share of "
       "a perfect overlap",
       {{Model::native, {Platform::cuda}}, {Model::kokkos, {Platform::cuda}}}},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {in(Space::pinned, uniform_input("in", n)), in(Space::pinned, output<float>("out", n))};
  };
  e.work = work;
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Overlap{at.get<const float>("in"), at.get<float>("out"),
                   static_cast<std::size_t>(p["n"]), static_cast<int>(p["steps"]),
                   static_cast<int>(p["streams"])};
  };
  e.validate = validate;
  e.one_answer = true;
  return e;
}

}  // namespace tilebridge
