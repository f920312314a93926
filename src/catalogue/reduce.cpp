#include "catalogue/reduce.hpp"

#include <cmath>

#include "catalogue/sums.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Mi = 1 << 20;
constexpr double block_size = 256;

std::vector<Parameters> cases(const Variant&, Preset preset, Platform platform) {
  if (platform == Platform::host)
    return preset == Preset::quick ? std::vector<Parameters>{{{"n", Mi}}}
                                   : std::vector<Parameters>{{{"n", Mi}}, {{"n", 64 * Mi}}};
  if (preset == Preset::quick) return {{{"n", Mi}}, {{"n", 64 * Mi}}};
  return {{{"n", Mi}}, {{"n", 100'000'007}}, {{"n", 256 * Mi}}};
}

/// The additions that one element passes through: the tree over its block, its block's sum in one
/// thread's share of all blocks' sums, the tree over the shares. Kokkos may give all elements to
/// one thread (Serial does); CUB does no worse than a block's sum at a time.
double longest_chain(const Variant& variant, double n) {
  const double tree = std::log2(block_size);
  const double blocks = std::ceil(n / block_size);
  if (variant.name == "parallel_reduce") return n;
  if (variant.name == "cub") return blocks + tree;
  return tree + std::ceil(blocks / block_size) + tree;
}

Validation validate(const Variant& variant, const HostArrays& host, const Parameters&) {
  const auto in = host.get<float>("in");
  const Sum sum = sum_of(in.size(), [&](std::size_t i) { return double{in[i]}; });
  return compare_sum(host.get<float>("result"), sum,
                     longest_chain(variant, static_cast<double>(in.size())));
}

}  // namespace

Experiment reduce() {
  Experiment e;
  e.name = "reduce";
  e.family = "tiling";
  e.question =
      "What does it cost to sum an array, and what do fewer barriers, shuffles and one pass save?";
  e.sources = {{"D5", "§3.1"}};
  e.parameters = {{"n", "elements (4 bytes)", Mi, 0, std::int64_t{1} << 34}};
  e.variants = {
      {"block_tree", Level::textbook,
       "256 elements in dynamic shared memory, summed as a tree; one block sums the blocks' sums",
       native_and_kokkos()},
      {"unrolled",
       Level::textbook,
       "the same, the last 32 sums by one warp that waits for nobody but itself",
       {{Model::native, {Platform::cuda}},
        {Model::kokkos,
         {},
         "a team's only barrier is team_barrier, for all its threads; there is none for a warp"}}},
      {"shuffle", Level::textbook,
       "32 elements summed by shuffles, 8 warps' sums in shared memory; one block sums the blocks' "
       "sums",
       native_and_kokkos()},
      {"single_pass", Level::textbook,
       "the same, in one kernel: the block that draws the last ticket sums the blocks' sums",
       native_and_kokkos()},
      {"parallel_reduce",
       Level::idiomatic,
       "parallel_reduce over a RangePolicy",
       {{Model::kokkos, {Platform::host, Platform::cuda}}},
       "single_pass"},
      {"cub", Level::vendor, "CUB DeviceReduce", {{Model::vendor, {Platform::cuda}}}, "shuffle"},
  };
  e.cases = cases;
  e.arrays = [](const Variant&, const Parameters& p) -> std::vector<ArraySpec> {
    return {uniform_input("in", static_cast<std::size_t>(p["n"])), output<float>("result", 1)};
  };
  e.work = [](const Variant&, const Parameters& p) {
    const auto n = static_cast<double>(p["n"]);
    return Work{n * sizeof(float), 0, n};
  };
  e.bind = [](const Variant&, const ArrayPointers& at, const Parameters& p) -> std::any {
    return Reduce{at.get<const float>("in"), at.get<float>("result"),
                  static_cast<std::size_t>(p["n"])};
  };
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
