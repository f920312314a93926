// SPDX-License-Identifier: Apache-2.0
#include "results/recomputation.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "results/json.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Two times, each of one launch and back to back, a ratio and a self-check.
constexpr int intervals = 6;

Results reread(const Results& results) {
  return results_from_json(Json::parse(to_json(results).dump()));
}

Timing& kokkos_timing(Results& results) { return *results.cases[0].kernels[kokkos_code].timing; }

TEST(Recomputation, IntervalsFollowFromBlocks) {
  const Recomputation found = recompute(reread(results_in_blocks()));
  EXPECT_THAT(found.different, IsEmpty());
  EXPECT_THAT(found.impossible, IsEmpty());
  EXPECT_EQ(found.from_medians, intervals);
  EXPECT_EQ(found.from_samples, 0);
}

TEST(Recomputation, IntervalsOfACompactFileFollowToo) {
  const Results full = results_in_blocks();
  const Results compact = reread(compacted(full));
  const Recomputation found = recompute(compact);
  EXPECT_TRUE(found.is_good());
  EXPECT_EQ(found.from_medians, intervals);
  const Timing& timing = compact.cases[0].kernels.at(kokkos_code).timing.value();
  EXPECT_THAT(timing.samples, IsEmpty());
  EXPECT_THAT(timing.clocks_hz, IsEmpty());
  const Interval& before = full.cases[0].kernels.at(kokkos_code).timing->seconds;
  EXPECT_EQ(timing.seconds.low, before.low);
  EXPECT_EQ(timing.seconds.median, before.median);
  EXPECT_EQ(timing.seconds.high, before.high);
}

TEST(Recomputation, SeesAChangeInTheLastDigitOfOneBlock) {
  using Medians = std::vector<double>& (*)(Results&);
  constexpr std::array<Medians, 4> all = {
      [](Results & r) -> auto& {return kokkos_timing(r).block_medians;
}
, [](Results& r) -> auto& { return kokkos_timing(r).back_to_back_medians; }
, [](Results& r) -> auto& { return r.cases[0].comparisons[0].block_medians; }
, [](Results& r) -> auto& { return r.self_check->comparisons[0].block_medians; }
};  // namespace
for (const Medians medians_of : all)
  for (const std::size_t block : {0U, 4U}) {
    Results results = reread(compacted(results_in_blocks()));
    double& median = medians_of(results)[block];
    median = six_digits(median * (1 + 1e-5));
    EXPECT_EQ(recompute(results).different.size(), 1U) << block;
  }
}  // namespace tilebridge

TEST(Recomputation, SeesAChangedIntervalOrVerdict) {
  Results results = results_in_blocks();
  results.cases[0].comparisons[0].ratio.high *= 1 + 1e-9;
  EXPECT_THAT(recompute(results).different,
              ElementsAre(HasSubstr("cold, kokkos@4.7.01 loops against native indices: 0.6")));
  results = results_in_blocks();
  results.cases[0].comparisons[0].verdict = Verdict::parity;
  EXPECT_THAT(recompute(results).different,
              ElementsAre(HasSubstr("kokkos@4.7.01 loops against native indices: its verdict")));
}

TEST(Recomputation, SamplesAndMediansAreOfTheSameBlocks) {
  Results results = results_in_blocks();
  for (double& sample : kokkos_timing(results).samples) sample *= 1.001;
  EXPECT_THAT(recompute(results).different,
              ElementsAre(HasSubstr("the medians of its blocks are not those of its samples")));
}

TEST(Recomputation, SamplesAloneAreEnoughIfTheyAreAll) {
  Results results = results_in_blocks();
  CaseResult& c = results.cases[0];
  for (auto& [kernel, result] : c.kernels) {
    result.timing->block_medians.clear();
    result.timing->back_to_back.reset();
    result.timing->waits_for_host = false;
  }
  c.comparisons[0].block_medians.clear();
  results.self_check.reset();
  Recomputation found = recompute(reread(results));
  EXPECT_TRUE(found.is_good());
  EXPECT_EQ(found.from_medians, 0);
  EXPECT_EQ(found.from_samples, 3);
  kokkos_timing(results).samples.resize(15);  // three of each block
  found = recompute(results);
  EXPECT_THAT(found.different, IsEmpty());
  EXPECT_THAT(found.impossible,
              ElementsAre(HasSubstr("cold, kokkos@4.7.01 loops"),
                          HasSubstr("kokkos@4.7.01 loops against native indices")));
}

TEST(Recomputation, SeesThatSomethingWasLeftOut) {
  Results results = results_in_blocks();
  kokkos_timing(results).samples.resize(15);  // three of each block
  EXPECT_THAT(recompute(results).impossible, ElementsAre(HasSubstr("cold, kokkos@4.7.01 loops")));
  results = compacted(results_in_blocks());
  erase(results.cases[0], native_code.model);
  EXPECT_THAT(recompute(results).impossible,
              ElementsAre(HasSubstr("kokkos@4.7.01 loops against native indices")));
}

TEST(Recomputation, ATimeWithoutBlocksIsNotRecomputed) {
  Results results = sample_results();
  results.self_check.reset();
  EXPECT_EQ(recompute(results).from_samples, 0);
  EXPECT_GT(recompute(results).impossible.size(), 3U);
}

TEST(Compacted, KeepsTheSamplesOfFewBlocks) {
  Results results = results_in_blocks();
  CaseResult& c = results.cases[0];
  c.sampling.blocks = {10, 9};
  for (auto& [kernel, result] : c.kernels) result.timing->block_medians.resize(2);
  const std::vector<double> samples = kokkos_timing(results).samples;
  results = compacted(std::move(results));
  EXPECT_EQ(kokkos_timing(results).samples, samples);
}

TEST(Compacted, RefusesAFileWithoutMedians) {
  using testing::ThrowsMessage;
  const auto refuses = [](const Results& results) {
    EXPECT_THAT(
        [&] { compacted(results); },
        ThrowsMessage<UsageError>(HasSubstr("cold: it has no medians of blocks: an older")));
  };
  Results results = results_in_blocks();
  kokkos_timing(results).block_medians.clear();
  refuses(results);
  results = results_in_blocks();
  kokkos_timing(results).back_to_back_medians.clear();
  refuses(results);
  results = results_in_blocks();
  results.cases[0].comparisons[0].block_medians.clear();
  refuses(results);
}

}  // namespace
}  // namespace tilebridge
