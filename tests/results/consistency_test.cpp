// SPDX-License-Identifier: Apache-2.0
#include "results/consistency.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <limits>

#include "base/error.hpp"
#include "results/json.hpp"
#include "results/recomputation.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

/// The sample after `change` is refused, with the name of the case and of the member.
void expect_refused(const std::function<void(Results&)>& change, const std::string& message,
                    const std::string& place = "cases[0] (transpose/padded_tile") {
  Results results = sample_results();
  results.program["parity_band"] = 0.05;
  ASSERT_NO_THROW(check_consistent(results));
  change(results);
  EXPECT_THAT([&] { check_consistent(results); },
              ThrowsMessage<UsageError>(
                  AllOf(HasSubstr("it contradicts itself: " + place), HasSubstr(message))));
}

Timing& kokkos_timing(Results& results) { return *results.cases[0].kernels[kokkos_code].timing; }
ComparisonResult& comparison(Results& results) { return results.cases[0].comparisons[0]; }

TEST(Consistency, TimesArePositiveAndWithinTheirInterval) {
  for (const double wrong : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()})
    expect_refused([&](Results& r) { kokkos_timing(r).seconds.median = wrong; },
                   "kernel kokkos@4.7.01 loops: seconds: ");
  expect_refused([](Results& r) { kokkos_timing(r).seconds.low = 7e-4; },
                 "the median 0.00063 is not between low 0.0007 and high");
  expect_refused([](Results& r) { kokkos_timing(r).samples[1] = -1; },
                 "seconds: the sample -1 is not positive");
  expect_refused(
      [](Results& r) {
        kokkos_timing(r).back_to_back = Interval{1, 2, 3};
      },
      "seconds: back_to_back: the median 1 is not between");
}

TEST(Consistency, TimesAreOfTheirSamples) {
  expect_refused(
      [](Results& r) {
        Interval& seconds = kokkos_timing(r).seconds;
        seconds = {1e3 * seconds.median, 1e3 * seconds.low, 1e3 * seconds.high};
      },
      "is outside of its samples");
  Results few = sample_results();  // as in an archive
  few.cases[0].sampling.rounds = 99;
  for (double& sample : kokkos_timing(few).samples) sample *= 1.1;
  EXPECT_NO_THROW(check_consistent(few));
}

/// Makes a change in a compact file of two kernels.
template <class Change>
void expect_compact_refused(const Change& change, const std::string& message) {
  Results results = compacted(results_in_blocks());
  EXPECT_NO_THROW(check_consistent(results));
  change(results.cases[0]);
  EXPECT_THAT([&] { check_consistent(results); }, ThrowsMessage<UsageError>(HasSubstr(message)));
}

TEST(Consistency, EveryBlockHasAPositiveMedian) {
  expect_compact_refused(
      [](CaseResult& c) { c.kernels[kokkos_code].timing->block_medians[1] = -1; },
      "kernel kokkos@4.7.01 loops: seconds: block_medians: the median -1 is not positive");
  expect_compact_refused(
      [](CaseResult& c) { c.kernels[kokkos_code].timing->block_medians.pop_back(); },
      "seconds: block_medians: 4 medians of 5 blocks");
  expect_compact_refused(
      [](CaseResult& c) { c.kernels[kokkos_code].timing->back_to_back_medians.pop_back(); },
      "seconds: block_medians: 4 medians of 5 blocks");
  expect_compact_refused([](CaseResult& c) { c.comparisons[0].block_medians.pop_back(); },
                         "with native indices: block_medians: 4 medians of 5 blocks");
  expect_compact_refused(
      [](CaseResult& c) { c.kernels[kokkos_code].timing->block_medians.clear(); },
      "seconds: it has neither samples nor the medians of three blocks");
}

TEST(Consistency, RatiosAreOfTheirTimes) {
  expect_refused(
      [](Results& r) {
        std::swap(r.cases[0].kernels[kokkos_code].timing, r.cases[0].kernels[native_code].timing);
        Interval& seconds = kokkos_timing(r).seconds;
        seconds = {0.7 * seconds.median, 0.7 * seconds.low, 0.7 * seconds.high};
        for (double& sample : kokkos_timing(r).samples) sample *= 0.7;
      },
      "comparison of kokkos@4.7.01 loops with native indices: ratio: it is 0.958");
  expect_refused([](Results& r) { comparison(r).ratio.median = 1; }, "ratio: the ratio 1 is not");
  expect_refused([](Results& r) { r.cases[0].comparisons.push_back(comparison(r)); },
                 "with native indices: it is there twice");
  Results left_out = sample_results();  // as in an archive
  erase(left_out.cases[0], kokkos_code.model);
  EXPECT_NO_THROW(check_consistent(left_out));
  Results host_bound = sample_results();  // where launches wait for the host
  kokkos_timing(host_bound).back_to_back = Interval{2e-3, 1.9e-3, 2.1e-3};
  host_bound.cases[0].kernels[native_code].timing->back_to_back = Interval{1e-3, 0.9e-3, 1.1e-3};
  comparison(host_bound).ratio = {0.5, 0.49, 0.51};
  comparison(host_bound).verdict = Verdict::slower;
  EXPECT_NO_THROW(check_consistent(host_bound));
}

TEST(Consistency, VerdictsAreOfTheirRatios) {
  for (const Verdict wrong : {Verdict::slower, Verdict::faster})
    expect_refused([&](Results& r) { comparison(r).verdict = wrong; },
                   "verdict: it is " + std::string(name_of(wrong)) + ", and the ratio is 0.958");
  expect_refused(
      [](Results& r) {
        comparison(r).ratio = {0.93, 0.92, 0.94};
      },
      "verdict: it is parity, and the ratio is 0.93");
  Results undecided = sample_results();
  comparison(undecided).verdict = Verdict::undecided;
  EXPECT_NO_THROW(check_consistent(undecided));
}

TEST(Consistency, WhatIsOkIsRight) {
  expect_refused([](Results& r) { r.cases[0].kernels[kokkos_code].validation->wrong = 1; },
                 "kernel kokkos@4.7.01 loops: status: it is ok, with 1 wrong element");
  expect_refused([](Results& r) { r.cases[0].kernels[kokkos_code].validation->max_error = 1; },
                 "status: it is ok, and its error 1 is beyond the bound 1e-06");
}

TEST(Consistency, ResultsThatAreOkAloneHaveTimes) {
  expect_refused([](Results& r) { r.cases[0].kernels[kokkos_code].timing.reset(); },
                 "kernel kokkos@4.7.01 loops: status: it is ok without a time");
  expect_refused([](Results& r) { r.cases[0].kernels[kokkos_code].status = Status::invalid; },
                 "kernel kokkos@4.7.01 loops: status: it is invalid and has a time");
}

TEST(Consistency, NothingIsThereTwice) {
  expect_refused([](Results& r) { r.cases.push_back(r.cases[1]); }, "it is there twice",
                 "cases[4] (transpose/tile");
  Json json = to_json(sample_results());
  json["cases"][0]["kernels"].push_back(json["cases"][0]["kernels"][1]);
  EXPECT_THAT(
      [&] { results_from_json(json); },
      ThrowsMessage<UsageError>(HasSubstr("the kernel kokkos@4.7.01 loops is there twice")));
}

TEST(Consistency, CeilingsAreNotNegative) {
  expect_refused([](Results& r) { r.ceilings.copy_bytes_per_s = -5e9; }, "a ceiling is -5e+09",
                 "ceilings");
}

TEST(Consistency, AMemberOfAnotherTypeIsRefusedWithItsCase) {
  Json json = to_json(sample_results());
  json["cases"][2]["variant"] = nullptr;
  EXPECT_THAT([&] { results_from_json(json); }, ThrowsMessage<UsageError>(HasSubstr("cases[2]")));
}

}  // namespace
}  // namespace tilebridge
