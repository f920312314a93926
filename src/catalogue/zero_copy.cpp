#include "catalogue/zero_copy.hpp"

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Ki = 1 << 10;
constexpr std::int64_t Mi = 1 << 20;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform) {
  std::vector<std::int64_t> sizes = {Mi};
  if (preset == Preset::standard) sizes = {Mi, 16 * Mi};
  if (preset == Preset::full) sizes = {16 * Ki, Mi, 16 * Mi, 64 * Mi};
  std::vector<Parameters> result;
  for (const std::int64_t n : sizes) result.push_back({{"n", n}});
  return result;
}

}  // namespace

Experiment zero_copy() {
  const std::vector<Support> on_gpu = {{Model::native, {Platform::cuda}},
                                       {Model::kokkos, {Platform::cuda}}};
  Experiment e;
  e.name = "zero_copy";
  e.family = "transfers";
  e.question = "What does it cost a kernel to read the host's memory where it lies?";
  e.sources = {{"D4", "zero-copy memory"}};
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 16 * Mi, 0, std::int64_t{1} << 32},
  };
  e.variants = {
      {"mapped", Level::textbook, "the kernel reads page-locked memory of the host", on_gpu},
      {"staged", Level::textbook, "a copy to the device first, which the kernel reads", on_gpu},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {in(Space::pinned, uniform_input("in", n)), output<float>("out", n)};
  };
  e.work = [](const Variant&, const Parameters& p) {
    const double bytes = static_cast<double>(p["n"]) * sizeof(float);
    Work work;
    work.bytes_written = bytes;
    work.flops = static_cast<double>(p["n"]);
    work.to_device = bytes;
    return work;
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return HostScale{at.get<const float>("in"), at.get<float>("out"),
                     static_cast<std::size_t>(p["n"])};
  };
  e.validate = [](const Variant&, const HostArrays& host, const Parameters&) {
    const auto in = host.get<float>("in");
    return compare_elements(host.get<float>("out"),
                            [&](std::size_t i) { return exactly(2.0 * double{in[i]}); });
  };
  e.one_answer = true;
  return e;
}

}  // namespace tilebridge
