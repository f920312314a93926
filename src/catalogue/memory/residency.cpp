// SPDX-License-Identifier: Apache-2.0
#include "catalogue/memory/residency.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::residency_experiment {

struct SetSumsProblem {
  SetSums make(ArrayList& arrays, const Parameters& p) const {
    return {.set = arrays.words("set", set_words(p)),
            .in = arrays.words("in"),
            .out = arrays.output<Word>("out"),
            .n = p["n"],
            .set_words = static_cast<int>(set_words(p))};
  }
  /// The set counts once, however often it is read: a cache that keeps it fetches it once.
  Work work(const Parameters& p) const {
    if (p["n"] == 0) return {};
    Work work = copied<Word>(p["n"]);
    work.bytes_read += static_cast<double>(std::min(set_words(p), p.as_size("n")) * sizeof(Word));
    return work;
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto set = host.get<Word>("set");
    return compare_from<Word>(
        host, [=](auto in, std::size_t i) { return exactly(Word{in[i] + set[i % set.size()]}); });
  }

  static std::vector<Parameters> of_sets(std::int64_t n, std::vector<Value> mib) {
    return every({{"n", {n}}, {"set_mib", std::move(mib)}});
  }
  Cases cases = {.quick = of_sets(32 * Mi, {16}),
                 .standard = of_sets(256 * Mi, {8, 16, 24, 32, 48, 64}),
                 .host = of_sets(4 * Mi, {1})};

 private:
  static std::size_t set_words(const Parameters& p) {
    return p.as_size("set_mib") * static_cast<std::size_t>(SetSums::words_per_mib);
  }
};

void describe(Experiment& e) {
  const std::string no_hints = "Kokkos has no cache hint for a load or a store";
  const std::string by_instance =
      "Kokkos has no cache policy; the stream of an instance may have CUDA's";
  const auto window_rewritten = [](const std::string& name) {
    Variant variant = rewritten(
        name,
        "the kernel of `plain`, and CUDA's attribute on the stream of the instance that it "
        "runs on, by cuda_stream(); not portable");
    variant.models = only_kokkos_on_gpu();
    return variant;
  };
  e.problem = problem(SetSumsProblem{});
  e.pattern = Pattern::flat_vector;
  e.question = "Does L2 keep a working set while other data stream through, and can it be told to?";
  e.parameters = {
      {"n", "words (4 bytes) that are read once, and written", 256 * Mi, 0, 2 * Gi},
      {"set_mib", "size of the working set that is added to them again and again, in MiB", 32, 1,
       1024},
  };
  e.variants = {
      loops("plain", "16 bytes per thread, no hint: the set is evicted as everything else is"),
      rewritten("plain", "teams of 256 threads, 16 bytes each by raw team rank",
                {"policies/range"}),
      native_only("streaming", "what streams by __ldcs and __stcs: its lines are evicted first",
                  no_hints),
      native_only("evict_hints",
                  "policies of createpolicy: the set is evicted last, what streams first",
                  no_hints),
      native_only(
          "window",
          "an access policy window on the stream: the largest part of L2 that may be set "
          "aside is, even for a small set, and as large a share of the set persists there as "
          "fits; other data lose that part",
          by_instance),
      window_rewritten("window"),
      native_only("window_fitted",
                  "the same, but no more of L2 is set aside than the set has bytes", by_instance),
      window_rewritten("window_fitted"),
      native_only("window_whole",
                  "as window, with the largest part set aside, but all of the set is to persist, "
                  "even if it is larger than that part",
                  by_instance),
  };
  e.tested_at = {
      {.axes = {{"n", {0, 1, 2, 3, 4, 5, 1023, 1024, 1025, 1009, 262143, 262145, 1000003}},
                {"set_mib", {1, 2, 3}}}}};
}

}  // namespace tilebridge::residency_experiment
