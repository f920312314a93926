// SPDX-License-Identifier: Apache-2.0
#include "catalogue/execution/cluster.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::cluster_experiment {

double bytes_of(std::size_t words) { return static_cast<double>(words) * sizeof(Word); }

std::vector<Parameters> sized(std::vector<Value> n, std::vector<Value> bins = {32 * Ki}) {
  return every({{"n", std::move(n)}, {"bins", std::move(bins)}});
}

struct SumProblem {
  ClusterSum make(ArrayList& arrays, const Parameters& p) const {
    return {
        .in = arrays.words("in"), .result = arrays.output<Word>("result", 1), .n = p.as_size("n")};
  }
  Work work(const Parameters& p) const { return {.bytes_read = bytes_of(p.as_size("n"))}; }
  Validation validate(const HostArrays& host, const Parameters&) const {
    Word sum = 0;
    for (const Word word : host.get<Word>("in")) sum += word;
    return compare_all(host.get<Word>("result"), exactly(sum));
  }
  Cases cases = {.quick = sized({Mi, 64 * Mi}),
                 .standard = sized({Mi, 256 * Mi}),
                 .host = sized({Mi}, {8 * Ki})};
};

struct HistogramProblem {
  ClusterHistogram make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {arrays.words("in", n, p.as_size("bins")),
            arrays.output<Word>("counts", p.as_size("bins")), n, p.as_int("bins")};
  }
  Work work(const Parameters& p) const {
    return {.bytes_read = bytes_of(p.as_size("n")), .bytes_written = bytes_of(p.as_size("bins"))};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    std::vector<Word> counts(p.as_size("bins"));
    for (const Word bin : host.get<Word>("in")) ++counts[bin];
    return compare_elements(host.get<Word>("counts"),
                            [&](std::size_t bin) { return exactly(counts[bin]); });
  }
  /// 8 Ki bins fit into the shared memory that a thread block has by default (48 KiB), 32 Ki into
  /// what it may opt in to, 128 Ki only into a cluster's.
  Cases cases = {.quick = sized({16 * Mi}, {8 * Ki, 32 * Ki, 128 * Ki}),
                 .standard = sized({256 * Mi}, {8 * Ki, 32 * Ki, 128 * Ki}),
                 .host = sized({Mi}, {8 * Ki})};
};

struct ExchangeProblem {
  ClusterExchange make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.words("in"), arrays.output<Word>("out"), p.as_size("n")};
  }
  Work work(const Parameters& p) const { return copied<Word>(p["n"]); }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const std::vector<Word> expected = passed_round(host.get<Word>("in"));
    return compare_elements(host.get<Word>("out"),
                            [&](std::size_t i) { return exactly(expected[i]); });
  }
  Cases cases = {
      .quick = sized({Mi}), .standard = sized({Mi, 16 * Mi}), .host = sized({Mi}, {8 * Ki})};

 private:
  static constexpr std::size_t cluster_words = ClusterExchange::cluster_words;

  /// The words of whole clusters after all rounds, without the struct's map.
  static std::vector<Word> passed_round(std::span<const Word> in) {
    std::vector<Word> values(in.begin(), in.end());
    while (values.size() % cluster_words != 0) values.push_back(0);
#pragma omp parallel for
    for (std::size_t first = 0; first < values.size(); first += cluster_words)
      pass_round(in.subspan(first, std::min(cluster_words, in.size() - first)),
                 std::span(values).subspan(first, cluster_words));
    return values;
  }

  /// In each round the values move on by a block, those of the last block to the first, and a
  /// thread adds its own word.
  static void pass_round(std::span<const Word> own, std::span<Word> values) {
    for (int round = 0; round < ClusterExchange::rounds; ++round) {
      std::rotate(values.begin(), values.end() - ClusterExchange::block_size, values.end());
      for (std::size_t i = 0; i < own.size(); ++i) values[i] += own[i];
    }
  }
};

void describe(Experiment& e) {
  const ProblemPointer histogram = problem(HistogramProblem{});
  const ProblemPointer exchange = problem(ExchangeProblem{});
  const std::string no_clusters =
      "a launch has no clusters, and a team's scratch memory is private: no other team reads it";
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(SumProblem{});
  e.pattern = Pattern::team_sum;
  e.question = "What does sharing on-chip memory between the blocks of a cluster save?";
  e.parameters = {
      {"n", "words (4 bytes) to sum, to count or to exchange", 64 * Mi, 0,
       std::numeric_limits<Word>::max()},
      {"bins", "bins (4 bytes), `histogram…` only", 32 * Ki, 1, 256 * Ki},
  };
  e.variants = {
      native_only("reduce",
                  "one word per thread; the sums of 8 blocks in distributed shared memory, one "
                  "atomic per cluster",
                  no_clusters),
      loops("reduce_blocks",
            "the same, one atomic per block (Kokkos: its sum by parallel_reduce over "
            "TeamThreadRange; by index, by team_reduce)"),
      rewritten("reduce_blocks",
                "raw team ranks, scratch memory by get_shmem, where 16 threads sum all values and "
                "one sums the 16",
                {"team_sums/nested_reduce"}),
      native_only("reduce_bounded",
                  "reduce with the third of the launch bounds, at most 8 blocks per cluster: "
                  "__launch_bounds__(256, 1, 8)",
                  "LaunchBounds has no third argument: a launch has no clusters"),
      native_only("histogram",
                  "bin b in the shared memory of block b mod 8 of a cluster; one global atomic per "
                  "bin and cluster",
                  no_clusters, histogram),
      loops("histogram_blocks",
            "all bins in the shared memory of every block; one global atomic per bin and block "
            "(Kokkos: a team counts a contiguous share of the words)",
            Pattern::atomic, histogram),
      native_only("exchange",
                  "16 rounds: a thread stores its word to the shared memory of the next of 8 "
                  "blocks, a barrier of the cluster, a load of its own",
                  no_clusters, exchange),
      native_only("exchange_read",
                  "the same with a store to its own and a load from the previous block's",
                  no_clusters, exchange),
      loops("exchange_blocks", "the same through global memory, one launch per round",
            Pattern::flat, exchange),
      rewritten(
          "exchange_blocks",
          "raw team ranks, blocks of 256 threads, the sending thread found from the league rank",
          {"policies/range"}),
  };
  e.tested_at = {{.axes = {{"n", {0,    1,    2,    31,   255,  256,  257,  511,  512,    513,
                                  2047, 2048, 2049, 4095, 4096, 4097, 1009, 8193, 135169, 1000003}},
                           {"bins", {1, 7, 8, 9, 511, 513, 1009, 8192}}}},
                 // More bins than a block has shared memory for, or may have.
                 {.axes = {{"n", {1000003}}, {"bins", {8193, 32768, 100003, 262144}}},
                  .variant = "histogram"}};
}

}  // namespace tilebridge::cluster_experiment
