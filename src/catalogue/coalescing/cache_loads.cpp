// SPDX-License-Identifier: Apache-2.0
#include "catalogue/coalescing/cache_loads.hpp"

#include "catalogue/binary_sizes.hpp"
#include "catalogue/coalescing/cache_loads_accesses.hpp"
#include "catalogue/compare.hpp"

namespace tilebridge::cache_loads_experiment {

using cache_loads_accesses::patterns;

struct PatternedCopyProblem {
  PatternedCopy make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    const std::size_t pieces = (n + PatternedCopy::piece - 1) / PatternedCopy::piece;
    return {.in = arrays.uniform("in", pieces * PatternedCopy::piece + 1),
            .out = arrays.output<float>("out", n),
            .n = n,
            .pieces = pieces,
            .pattern = cache_loads_accesses::pattern_of(p)};
  }
  Work work(const Parameters& p) const {
    const double bytes = static_cast<double>(p["n"]) * sizeof(float);
    return {.bytes_read = bytes, .bytes_written = bytes};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const LoadPattern pattern = cache_loads_accesses::pattern_of(p);
    const std::int64_t pieces = blocks_for(p["n"], PatternedCopy::piece);
    const auto in = host.get<float>("in");
    return compare_elements(host.get<float>("out"), [&](std::size_t i) {
      const auto from = cache_loads_accesses::source(pattern, pieces, static_cast<std::int64_t>(i));
      return exactly(in[static_cast<std::size_t>(from)]);
    });
  }
  /// Larger than the L2 cache of today's GPUs.
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    const bool quick = preset == Preset::quick;
    std::int64_t n = quick ? 32 * Mi : 64 * Mi;
    if (platform == Platform::host) n = quick ? Mi : 16 * Mi;
    std::vector<Value> words;
    for (const auto& [word, pattern] : patterns) words.emplace_back(word);
    return with_each({{"n", n}}, "pattern", words);
  }
};

Experiment experiment() {
  using cache_loads_accesses::past_l1;
  using cache_loads_accesses::through_l1;
  const std::string no_hint = "Kokkos has no cache hint for a load";
  std::vector<std::string> words;
  for (const auto& [word, pattern] : patterns) words.emplace_back(word);
  Experiment e;
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(PatternedCopyProblem{});
  e.question = "How do L1 and L2 serve aligned, misaligned, strided and scattered loads?";
  e.parameters = {
      {"n", "elements copied (4 bytes)", 64 * Mi, 0, std::int64_t{1} << 34},
      {"pattern",
       "what a warp of 32 reads: 128 bytes of a line; the same from the line's second word on; "
       "words a sector apart, of sectors that the block's other warps read too; anywhere",
       "aligned", 0, 0, words},
  };
  e.variants = {
      {.name = "default_load",
       .technique = "plain loads, one element per thread: L1 and L2",
       .models = native_and_kokkos(),
       .accesses = through_l1},
      matched("default_load", "teams of 256 threads, one element each by raw team rank",
              {"policies/range"}),
      {.name = "all_caches",
       .technique = "__ldca: L1 and L2",
       .models = only_native_on_gpu(no_hint),
       .accesses = through_l1},
      {.name = "l2_only",
       .technique = "__ldcg: bypasses L1",
       .models = only_native_on_gpu(no_hint),
       .accesses = past_l1},
      {.name = "streaming",
       .technique = "__ldcs: L1 and L2, whose lines are evicted first",
       .models = only_native_on_gpu(no_hint),
       .accesses = through_l1},
      {.name = "read_only",
       .technique = "__ldg; in Kokkos a View with RandomAccess",
       .accesses = through_l1},
      {.name = "compiled_ca",
       .technique = "plain loads in a file compiled with -Xptxas -dlcm=ca: L1 and L2",
       .accesses = through_l1},
      {.name = "compiled_cg",
       .technique = "plain loads in a file compiled with -Xptxas -dlcm=cg: L2 only",
       .accesses = past_l1},
  };
  e.ragged = {{"n", 1003}};
  e.tested_at = {{.axes = {{"n", {0, 1, 31, 32, 33, 255, 256, 257, 511, 513, 1009, 100003}}}}};
  return e;
}

}  // namespace tilebridge::cache_loads_experiment
