#include "catalogue/roofline.hpp"

#include <algorithm>

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;
constexpr std::int64_t largest_n = std::int64_t{1} << 34;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  const bool host = platform == Platform::host;
  const bool quick = preset == Preset::quick;
  std::vector<std::int64_t> steps = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
  if (quick && host) steps = {1, 16, 64};
  if (quick && !host) steps = {1, 32, 1024};
  const std::int64_t n = host ? (quick ? Mi / 4 : 8 * Mi) : (quick ? 16 * Mi : 64 * Mi);
  std::vector<Parameters> result;
  for (const std::int64_t step : steps) result.push_back({{"n", n}, {"steps", step}});
  return result;
}

}  // namespace

Experiment roofline() {
  Experiment e;
  e.name = "roofline";
  e.family = "hierarchy";
  // The ridge: up to it the time is the memory's and stays the same, from it on it is the
  // arithmetic's and doubles with the steps. Both ceilings bound the same column of the table.
  e.question =
      "How many multiply-adds an element are free, before arithmetic and not memory waits?";
  e.sources = {{"D1", "§1.1"}};
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 64 * Mi, 0, largest_n},
      {"steps", "fused multiply-adds an element: 2·steps flops for 8 bytes", 1, 1, 1 << 20},
  };
  e.variants = {
      {"one_chain", Level::textbook, "one element a thread, so one chain in a register",
       native_and_kokkos()},
      matched("one_chain", "raw team ranks, blocks of 256 threads, launch bounds"),
      {"fma_chain", Level::tuned,
       "two 16-byte vectors a thread, so 8 independent chains in registers", native_and_kokkos()},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    const auto n = static_cast<std::size_t>(p["n"]);
    return {uniform_input("in", n), output<float>("out", n)};
  };
  e.work = [](const Variant&, const Parameters& p) {
    const auto n = static_cast<double>(p["n"]);
    const double bytes = n * sizeof(float);
    return Work{bytes, bytes, 2 * n * static_cast<double>(p["steps"])};
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return FmaChain{at.get<const float>("in"), at.get<float>("out"),
                    static_cast<std::size_t>(p["n"]), static_cast<int>(p["steps"])};
  };
  e.validate = [](const Variant&, const HostArrays& host, const Parameters& p) {
    return compare_chains(host.get<float>("in"), host.get<float>("out"),
                          static_cast<int>(p["steps"]));
  };
  e.one_answer = true;
  return e;
}

}  // namespace tilebridge
