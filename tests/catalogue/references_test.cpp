// SPDX-License-Identifier: Apache-2.0
// The kernels of all models share maps of indices and steps that the structs define, and references
// are written without them. Here every map is used as kernels use it, on any machine: the reference
// must agree.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "catalogue/coalescing/cache_loads.hpp"
#include "catalogue/coalescing/spmv.hpp"
#include "catalogue/execution/cluster.hpp"
#include "catalogue/execution/concurrency.hpp"
#include "catalogue/execution/divergent_barrier.hpp"
#include "catalogue/hierarchy/bandwidth.hpp"
#include "catalogue/idioms/atomics.hpp"
#include "catalogue/idioms/launching.hpp"
#include "catalogue/idioms/scratch_use.hpp"
#include "catalogue/idioms/team_words.hpp"
#include "catalogue/tiling/bank_conflict.hpp"

namespace tilebridge {
namespace {

/// One case of a variant, whose output `compute`(in, out) writes; both are all elements.
template <class T, class Compute>
Validation computed(const std::string& experiment, const std::string& variant, const Parameters& p,
                    const Compute& compute, const char* input = "in") {
  const Problem& problem = *catalogue().experiment(experiment).variant(variant).problem;
  HostArrays host(problem.arrays(p), 3);
  const std::span<std::byte> bytes = host.bytes("out");
  const std::span<T> out(reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T));
  compute(host.get<T>(input), out);
  return problem.validate(host, p);
}

/// Expects a valid case where element i of the output is `value`(in, i).
template <class T, class Value>
void expect_each(const std::string& experiment, const std::string& variant, const Parameters& p,
                 const Value& value, const char* input = "in") {
  const auto compute = [&](std::span<const T> in, std::span<T> out) {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = value(in, i);
  };
  const Validation outcome = computed<T>(experiment, variant, p, compute, input);
  EXPECT_TRUE(outcome.ok()) << experiment << "/" << variant << ": " << describe(outcome);
  EXPECT_GT(outcome.elements, 0U);
}

TEST(References, CacheLoadsAgreeWithTheMapOfEveryPattern) {
  const std::array<std::pair<const char*, LoadPattern>, 4> patterns = {{
      {"aligned", LoadPattern::aligned},
      {"misaligned", LoadPattern::misaligned},
      {"strided", LoadPattern::strided},
      {"scattered", LoadPattern::scattered},
  }};
  for (const auto& [name, pattern] : patterns)
    expect_each<float>("cache_loads", "default_load", {{"n", 100003}, {"pattern", name}},
                       [pattern = pattern](auto in, std::size_t i) {
                         const std::size_t pieces = in.size() / PatternedCopy::piece;
                         return in[PatternedCopy::source(pattern, pieces, i)];
                       });
}

TEST(References, ClusterAgreesWithTheMapOfItsExchange) {
  const auto exchanged = [](std::span<const Word> in, std::span<Word> out) {
    std::vector<Word> own(in.begin(), in.end());
    own.resize(ClusterExchange{.in = {}, .out = {}, .n = in.size()}.padded());
    std::vector<Word> values = own;
    for (int round = 0; round < ClusterExchange::rounds; ++round) {
      const std::vector<Word> before = values;
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = before[ClusterExchange::sender(i)] + own[i];
    }
    std::copy_n(values.begin(), out.size(), out.begin());
  };
  for (const int n : {1, 257, 2049, 8193, 10000}) {
    const Parameters p = {{"n", n}, {"bins", 1}};
    const Validation outcome = computed<Word>("cluster", "exchange_blocks", p, exchanged);
    EXPECT_TRUE(outcome.ok()) << n << ": " << describe(outcome);
  }
}

TEST(References, ConcurrencyAgreesWithItsSteps) {
  const Parameters p = {
      {"kernels", 7}, {"words", 1009}, {"steps", 3}, {"streams", 2}, {"threads", 1}};
  expect_each<Word>("concurrency", "streams", p, [](auto in, std::size_t i) {
    Word x = in[i];
    for (int step = 0; step < 3; ++step) x = SmallTasks::scrambled(x);
    return x;
  });
}

// The paper's example has this seed.
TEST(References, ConcurrencyStepsAsThePublishedGeneratorDoes) {
  EXPECT_EQ(SmallTasks::scrambled(2463534242), 723471715U);
}

TEST(References, DivergentBarrierAgreesWithItsStepsAndPartners) {
  constexpr std::size_t size = BranchedSteps::block_size;
  const auto branch = [](std::size_t thread, Word v) {
    for (int step = 0; step < BranchedSteps::steps; ++step)
      v = thread % 2 == 0 ? BranchedSteps::first_step(v) : BranchedSteps::second_step(v);
    return v;
  };
  expect_each<Word>("divergent_barrier", "odd_even", {{"repeats", 1}, {"blocks", 3}},
                    [&](auto in, std::size_t i) {
                      const std::size_t from = partner(i % size);
                      return branch(from, in[i / size * size + from]);
                    });
}

TEST(References, BandwidthAgreesWithTheVectorsOfABlock) {
  constexpr int passes = 33;
  expect_each<Word>(
      "bandwidth", "shared", {{"n", 1000}, {"steps", passes}},
      [](auto in, std::size_t i) {
        Word sum = 0;
        for (std::size_t pass = 0; pass < passes; ++pass)
          for (std::size_t k = 0; k < BlockRead::loads; ++k)
            for (std::size_t j = 0; j < 4; ++j)
              sum += in[4 * (BlockRead::first_vector(i % BlockRead::block_size, pass) +
                             k * BlockRead::block_size) +
                        j];
        return sum;
      },
      "words");
}

TEST(References, AtomicsAgreeWithTheNumbersAndTheirBins) {
  const Parameters p = {{"repeats", 3}, {"blocks", 2}};
  const auto tallied = [](std::span<const Word> in, std::span<Word> out) {
    std::ranges::fill(out, 0);
    for (Word v : in)
      for (int repeat = 0; repeat < 3; ++repeat) {
        v = Tally::next(v);
        out[Tally::bin(v)] += v;
      }
  };
  const Validation outcome = computed<Word>("atomics", "global_contended", p, tallied);
  EXPECT_TRUE(outcome.ok()) << describe(outcome);
}

TEST(References, LaunchingAgreesWithTheWordsThatAreMoved) {
  constexpr std::size_t size = SmallKernels::block_size;
  expect_each<Word>("launching", "team_scratch", {{"kernels", 3}}, [](auto in, std::size_t i) {
    return in[i / size * size + SmallKernels::other(i % size)];
  });
}

TEST(References, TeamControlAgreesWithMixingAndPartners) {
  constexpr std::size_t size = TeamShape::block_size;
  expect_each<Word>("team_control", "team_range", {{"repeats", 1}, {"blocks", 2}},
                    [](auto in, std::size_t i) {
                      return mixed(in[i / size * size + TeamShape::partner(i % size)]);
                    });
}

TEST(References, ScratchUseAgreesWithTheElementsOfPartners) {
  constexpr std::size_t size = TeamShape::block_size;
  const Parameters p = {{"repeats", 1}, {"blocks", 2}, {"real", "float"}};
  expect_each<float>("scratch_use", "load_store", p, [](auto in, std::size_t i) {
    constexpr std::size_t items = StagedPieces<float>::items;
    float v = 0;
    for (std::size_t k = 0; k < items; ++k)
      v = v * damping<float> + in[(i / size * items + k) * size + TeamShape::partner(i % size)];
    return v;
  });
}

/// The sum of a thread's loads in a block of SharedLoads, where one repeat is asked for.
template <class FirstWord>
void expect_loads(const char* variant, std::size_t stride) {
  const Parameters p = {{"repeats", 1}, {"blocks", 2}, {"stride", static_cast<int>(stride)}};
  expect_each<Word>("bank_conflict", variant, p, [&](auto in, std::size_t i) {
    const std::size_t first = FirstWord::first(i % StridedLoads::block_size, stride);
    Word sum = 0;
    for (std::size_t k = 0; k < StridedLoads::loads; ++k) sum += in[first + 32 * k];
    return sum;
  });
}

TEST(References, BankConflictAgreesWithTheFirstWords) {
  for (const std::size_t stride : {0, 1, 2, 32, 33}) expect_loads<StridedWords>("strided", stride);
  expect_loads<PermutedWords>("permuted", 1);
  expect_loads<ThreeWayWords>("three_way", 32);
}

/// Multiplies a share as kernels do: what a row that began before it has in it is added to y, and
/// every other row of the share is stored.
void multiply(const CsrProduct<float>& a, SpmvShares::Begin begin, SpmvShares::Begin end) {
  for (int row = std::max(begin.row - 1, 0); row < end.row; ++row) {
    float sum = 0;
    const int last = std::min(a.offsets[row + 1], end.entry);
    for (int k = std::max(a.offsets[row], begin.entry); k < last; ++k)
      sum += a.values[k] * a.x[a.columns[k]];
    a.y[row] = row < begin.row ? a.y[row] + sum : sum;
  }
}

/// Expects equal shares, the last one apart, whose product is valid.
void expect_shares(const Parameters& p) {
  const Problem& problem = *catalogue().experiment("spmv").variant("even_shares").problem;
  HostArrays host(problem.arrays(p), 3);
  const auto offsets = host.get<int>("offsets"), columns = host.get<int>("columns");
  const CsrProduct<float> a = {.offsets = offsets.data(),
                               .columns = columns.data(),
                               .values = host.get<float>("values").data(),
                               .x = host.get<float>("x").data(),
                               .y = reinterpret_cast<float*>(host.bytes("y").data()),
                               .rows = static_cast<int>(p["rows"]),
                               .entries = offsets.back()};
  const int blocks = SpmvShares::blocks(a.rows, a.entries);
  for (int block = 0; block < blocks; ++block) {
    const auto begin = SpmvShares::begin(a.offsets, a.rows, a.entries, block);
    const auto end = SpmvShares::begin(a.offsets, a.rows, a.entries, block + 1);
    const int items = end.row - begin.row + end.entry - begin.entry;
    EXPECT_TRUE(items == SpmvShares::share || (block + 1 == blocks && items > 0)) << items;
    EXPECT_LE(end.entry - begin.entry / SpmvShares::widest_pack * SpmvShares::widest_pack,
              SpmvShares::products);
    multiply(a, begin, end);
  }
  const Validation outcome = problem.validate(host, p);
  EXPECT_TRUE(outcome.ok()) << describe(outcome);
}

/// The first matrix has a row with more entries than a share, the second rows without entries at
/// its end, the last exactly two shares.
TEST(References, SpmvAgreesWithItsShares) {
  const auto parameters = [](int rows, int mean, const char* lengths) {
    return Parameters{{"rows", rows},
                      {"mean", mean},
                      {"lengths", lengths},
                      {"columns", "banded"},
                      {"real", "float"}};
  };
  expect_shares(parameters(4099, 64, "skewed"));
  expect_shares(parameters(4099, 1, "some_empty"));
  expect_shares(parameters(2045, 1, "uniform"));
}

}  // namespace
}  // namespace tilebridge
