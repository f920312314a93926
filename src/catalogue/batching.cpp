#include "catalogue/batching.hpp"

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;

std::size_t elements(const Parameters& p) {
  return static_cast<std::size_t>(p["bytes"]) / sizeof(float);
}

/// `one` stands beside every number of pieces, to be compared with.
std::vector<Parameters> cases(const Variant&, Preset preset, Platform) {
  std::vector<std::int64_t> counts = {16, 256};
  if (preset == Preset::standard) counts = {16, 256, 4096};
  if (preset == Preset::full) counts = {1, 4, 16, 64, 256, 1024, 4096};
  const std::int64_t bytes = preset == Preset::quick ? Mi : 16 * Mi;
  std::vector<Parameters> result;
  for (const std::int64_t pieces : counts) result.push_back({{"bytes", bytes}, {"pieces", pieces}});
  return result;
}

}  // namespace

Experiment batching() {
  const std::vector<Support> on_gpu = {{Model::native, {Platform::cuda}},
                                       {Model::kokkos, {Platform::cuda}}};
  Experiment e;
  e.name = "batching";
  e.family = "transfers";
  e.question = "What do many small copies to the device cost against one?";
  e.sources = {{"D4", "memory transfer between the host and device"}};
  e.parameters = {
      {"bytes", "bytes copied in all, a multiple of 4", 16 * Mi, 0, std::int64_t{1} << 34},
      {"pieces", "copies of bytes / pieces each, `many` only", 4096, 1, 4096},
  };
  e.variants = {
      {"many", Level::textbook, "a copy for every piece, from page-locked memory", on_gpu},
      {"one", Level::textbook, "one copy of the same bytes", on_gpu},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    return {in(Space::pinned, uniform_input("in", elements(p))), output<float>("out", elements(p))};
  };
  e.work = [](const Variant&, const Parameters& p) {
    Work work;
    work.to_device = static_cast<double>(elements(p)) * sizeof(float);
    return work;
  };
  e.bind = [](const Variant& variant, const ArrayPointers& at, const Parameters& p) -> std::any {
    const auto pieces = static_cast<std::size_t>(p["pieces"]);
    return PiecewiseCopy{at.get<const float>("in"), at.get<float>("out"), elements(p),
                         variant.name == "many" ? pieces : 1};
  };
  e.validate = [](const Variant&, const HostArrays& host, const Parameters&) {
    const auto in = host.get<float>("in");
    return compare_elements(host.get<float>("out"), [&](std::size_t i) { return exactly(in[i]); });
  };
  e.one_answer = true;
  return e;
}

}  // namespace tilebridge
