#include "catalogue/allocation.hpp"

#include "catalogue/compare.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t KiB = 1 << 10;
constexpr std::int64_t MiB = 1 << 20;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  if (platform == Platform::host) return {{{"bytes", 64 * KiB}, {"steps", 4}}};
  if (preset == Preset::quick)
    return {{{"bytes", 4 * KiB}, {"steps", 4}}, {{"bytes", 4 * MiB}, {"steps", 4}}};
  std::vector<std::int64_t> sizes = {4 * KiB, MiB, 64 * MiB};
  if (preset == Preset::full) sizes.push_back(1024 * MiB);
  std::vector<Parameters> result;
  for (const std::int64_t bytes : sizes) result.push_back({{"bytes", bytes}, {"steps", 16}});
  return result;
}

std::size_t elements(const Parameters& p) {
  return static_cast<std::size_t>(p["bytes"]) / sizeof(float);
}

/// One rounding, of the sum; doubling is exact.
Validation validate(const Variant&, const HostArrays& host, const Parameters& p) {
  const auto in = host.get<float>("in");
  const auto last = static_cast<double>(p["steps"] - 1);
  return compare_elements(host.get<float>("out"), [&](std::size_t i) {
    const double value = 2 * (in[i] + last);
    return within(value, unit_roundoff * std::abs(value));
  });
}

}  // namespace

Experiment allocation() {
  const std::vector<Support> native_and_kokkos_on_gpu = {{Model::native, {Platform::cuda}},
                                                         {Model::kokkos, {Platform::cuda}}};
  Experiment e;
  e.name = "allocation";
  e.family = "transfers";
  e.question = "What does it cost to allocate in every step of a program rather than once?";
  e.sources = {{"D4", "memory management"}};
  e.parameters = {
      {"bytes", "bytes of the buffer; a kernel a step writes it, at 4 bytes a thread", MiB, 4,
       std::int64_t{1} << 34},
      {"steps", "steps, of which each waits for the one before", 16, 1, 1 << 20},
  };
  e.variants = {
      {"per_step", Level::textbook,
       "cudaMalloc and cudaFree, which wait for the device; in Kokkos an uninitialized View, which "
       "also writes a header (kokkos_malloc is the same allocation)",
       native_and_kokkos_on_gpu},
      {"pool",
       Level::textbook,
       "cudaMallocAsync and cudaFreeAsync: from a pool, in the order of the stream",
       {{Model::native, {Platform::cuda}},
        {Model::kokkos,
         {},
         "no allocation in the order of an execution space instance: a build option makes Views "
         "take memory from CUDA's pool, but waits for the device before and after; MemoryPool "
         "serves threads inside a kernel"}}},
      {"reused", Level::textbook, "one buffer, allocated before the first step",
       native_and_kokkos_on_gpu},
      {"per_step_filled",
       Level::idiomatic,
       "a View a step as one writes it, which is filled with zeros and waits for that",
       {{Model::kokkos, {Platform::cuda}}},
       "per_step"},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    return {uniform_input("in", elements(p)), output<float>("out", elements(p))};
  };
  e.work = [](const Variant&, const Parameters& p) {
    Work work;
    work.steps = static_cast<double>(p["steps"]);
    return work;
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Allocation{at.get<const float>("in"), at.get<float>("out"), elements(p),
                      static_cast<int>(p["steps"])};
  };
  e.validate = validate;
  e.one_answer = true;
  return e;
}

}  // namespace tilebridge
