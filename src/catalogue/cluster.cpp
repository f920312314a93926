#include "catalogue/cluster.hpp"

#include <limits>

#include "catalogue/compare.hpp"
#include "catalogue/words.hpp"

namespace tilebridge {
namespace {

constexpr std::int64_t Ki = 1 << 10;
constexpr std::int64_t Mi = 1 << 20;

bool counts_bins(const Variant& variant) {
  return variant.name == "histogram" || variant.name == "histogram_blocks";
}

/// 8 Ki bins fit into what a block has by default (48 KiB), 32 Ki into what it may ask for, 128 Ki
/// into a cluster only.
std::vector<Parameters> cases(const Variant& variant, Preset preset, Platform platform) {
  if (platform == Platform::host) return {{{"n", Mi}, {"bins", 8 * Ki}}};
  if (!counts_bins(variant))
    return {{{"n", Mi}, {"bins", 32 * Ki}},
            {{"n", preset == Preset::quick ? 64 * Mi : 256 * Mi}, {"bins", 32 * Ki}}};
  const std::int64_t n = preset == Preset::quick ? 16 * Mi : 256 * Mi;
  return {
      {{"n", n}, {"bins", 8 * Ki}}, {{"n", n}, {"bins", 32 * Ki}}, {{"n", n}, {"bins", 128 * Ki}}};
}

std::vector<ArraySpec> arrays(const Variant& variant, const Parameters& p) {
  const auto n = static_cast<std::size_t>(p["n"]);
  const auto bins = static_cast<std::size_t>(p["bins"]);
  if (counts_bins(variant))
    return {random_words("in", n, bins), output<std::uint32_t>("counts", bins)};
  return {random_words("in", n), output<std::uint32_t>("result", 1)};
}

Work work(const Variant& variant, const Parameters& p) {
  constexpr double word = sizeof(std::uint32_t);
  const double bytes = static_cast<double>(p["n"]) * word;
  if (counts_bins(variant)) return {bytes, static_cast<double>(p["bins"]) * word, 0};
  return {bytes, 0, 0};
}

std::any bind(const Variant& variant, const ArrayPointers& at, const Parameters& p) {
  const auto* in = at.get<const std::uint32_t>("in");
  const auto n = static_cast<std::size_t>(p["n"]);
  if (counts_bins(variant))
    return ClusterHistogram{in, at.get<std::uint32_t>("counts"), n, static_cast<int>(p["bins"])};
  return ClusterSum{in, at.get<std::uint32_t>("result"), n};
}

Validation validate(const Variant& variant, const HostArrays& host, const Parameters& p) {
  const auto in = host.get<std::uint32_t>("in");
  if (counts_bins(variant)) {
    std::vector<std::uint32_t> counts(static_cast<std::size_t>(p["bins"]));
    for (const std::uint32_t bin : in) ++counts[bin];
    return compare_elements(host.get<std::uint32_t>("counts"),
                            [&](std::size_t bin) { return exactly(counts[bin]); });
  }
  std::uint32_t sum = 0;
  for (const std::uint32_t word : in) sum += word;
  return compare_elements(host.get<std::uint32_t>("result"),
                          [&](std::size_t) { return exactly(sum); });
}

}  // namespace

Experiment cluster() {
  const std::vector<Support> both_on_gpu = {{Model::native, {Platform::cuda}},
                                            {Model::kokkos, {Platform::cuda}}};
  const std::vector<Support> native_only = {
      {Model::native, {Platform::cuda}},
      {Model::kokkos,
       {},
       "a launch has no clusters, and a team's scratch memory is its own: no other team reads it"}};
  Experiment e;
  e.name = "cluster";
  e.family = "execution";
  e.question = "What does shared memory that the blocks of a cluster share save?";
  e.sources = {{"D4", "__launch_bounds__, maxBlocksPerCluster"}};
  e.parameters = {
      {"n", "words (4 bytes) to sum or to count", 64 * Mi, 0,
       std::numeric_limits<std::uint32_t>::max()},
      {"bins", "bins (4 bytes), `histogram…` only", 32 * Ki, 1, 256 * Ki},
  };
  e.variants = {
      {"reduce", Level::textbook,
       "one word a thread; the sums of 8 blocks in distributed shared memory, one atomic a cluster",
       native_only},
      {"reduce_blocks", Level::textbook,
       "the same, one atomic a block (Kokkos: its sum by parallel_reduce over TeamThreadRange)",
       both_on_gpu},
      matched("reduce_blocks",
              "raw team ranks, scratch memory by get_shmem, where 16 threads sum what all have and "
              "one the 16"),
      {"histogram", Level::textbook,
       "bin b in the shared memory of block b mod 8 of a cluster; one global atomic a bin and "
       "cluster",
       native_only},
      {"histogram_blocks", Level::textbook,
       "all bins in the shared memory of every block; one global atomic a bin and block (Kokkos: "
       "a team counts a share of neighbouring words)",
       both_on_gpu},
  };
  e.cases = cases;
  e.arrays = arrays;
  e.work = work;
  e.bind = bind;
  e.validate = validate;
  return e;
}

}  // namespace tilebridge
