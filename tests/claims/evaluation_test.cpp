// SPDX-License-Identifier: Apache-2.0
#include "claims/evaluation.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <map>

#include "results/file.hpp"

namespace tilebridge::claims {
namespace {

using testing::HasSubstr;

Claim claim_of(const Check& check, const Range& accepted) {
  return {"D1-test", {"D1", "§1"}, "It is so.", "×", "", {}, accepted, check, "another reason"};
}

CaseResult case_of(const std::string& variant, const Parameters& parameters, double seconds) {
  CaseResult c;
  c.experiment = "stride";
  c.variant = variant;
  c.platform = "cuda";
  c.parameters = parameters;
  c.cache = "cold";
  c.work.bytes_read = 1e9;
  c.sampling.clock_hz = 2e9;
  ModelResult result;
  result.status = Status::ok;
  result.timing = Timing{{seconds, seconds, seconds}, {seconds}};
  c.models[Model::native] = result;
  return c;
}

CaseResult strided_case(std::int64_t stride, std::int64_t n, double seconds) {
  return case_of("copy", {{"n", n}, {"stride", stride}}, seconds);
}

Results results_of(const std::vector<CaseResult>& cases) {
  Results results;
  results.device = {{"name", "NVIDIA H200"},
                    {"architecture", "sm_90"},
                    {"cache_bytes", 1 << 20},
                    {"limits",
                     {{"Compute capability", "9.0"},
                      {"Warp size", "32 threads"},
                      {"Grid dimensions, at most", "2147483647 x 65535 x 65534"},
                      {"Shared memory per multiprocessor", "228 KiB"},
                      {"Shared memory reserved per block", "1 KiB"},
                      {"Memory clock, at most", "3200 MHz"},
                      {"Memory bus", "6000 bits"}}}};
  results.ceilings.read_bytes_per_s = 4e12;
  results.datasheet.read_bytes_per_s = 4.8e12;
  results.cases = cases;
  return results;
}

const CaseRef contiguous = {"stride", "copy", {{"stride", 1}}};
const CaseRef strided_32 = {"stride", "copy", {{"stride", 32}}};
const Performance slowdown = {contiguous, strided_32};

/// Kokkos's time is another than native's in both cases.
TEST(ClaimResult, IsFoundForKokkosToo) {
  std::vector<CaseResult> cases = {strided_case(1, 1024, 1), strided_case(32, 1024, 32)};
  const Claim claim = claim_of(
      Performance{
          {"stride", "copy", {{"stride", 1}}}, {"stride", "copy", {{"stride", 32}}}, By::time},
      {24, 40});
  EXPECT_FALSE(evaluate_kokkos(claim, results_of(cases)));
  for (CaseResult& c : cases) c.models[Model::kokkos] = c.models.at(Model::native);
  cases[0].models[Model::kokkos].timing = Timing{{2, 2, 2}, {2}};
  EXPECT_EQ(evaluate(claim, results_of(cases)).measured, 32);
  const auto kokkos = evaluate_kokkos(claim, results_of(cases));
  ASSERT_TRUE(kokkos);
  EXPECT_EQ(kokkos->measured, 16);
  EXPECT_EQ(kokkos->finding, Finding::not_reproduced);
}

TEST(ClaimResult, OfTheDeviceIsNotKokkoss) {
  EXPECT_FALSE(evaluate_kokkos(claim_of(Limit{"Shared memory per multiprocessor"}, {228, 228}),
                               results_of({strided_case(1, 1024, 1)})));
}

TEST(ClaimResult, IsReproducedUpToTheEndsOfItsRange) {
  const Results results = results_of({strided_case(1, 8, 0.25), strided_case(32, 8, 8)});
  for (const Range& range : {Range{24, 40}, Range{32, 40}, Range{24, 32}}) {
    const ClaimResult result = evaluate(claim_of(slowdown, range), results);
    EXPECT_EQ(result.finding, Finding::reproduced);
    EXPECT_EQ(result.measured, 32);
    EXPECT_EQ(result.reason, "");
  }
}

TEST(ClaimResult, BeyondItsRangeIsNotReproducedAndSaysWhy) {
  const Results results = results_of({strided_case(1, 8, 0.25), strided_case(32, 8, 8)});
  for (const Range& range : {Range{24, 31.9}, Range{32.1, 40}}) {
    const ClaimResult result = evaluate(claim_of(slowdown, range), results);
    EXPECT_EQ(result.finding, Finding::not_reproduced);
    EXPECT_EQ(result.measured, 32);
    EXPECT_EQ(result.reason, "another reason");
  }
  Claim without_reason = claim_of(slowdown, {1.1, INFINITY});
  without_reason.when_not = "";
  without_reason.accepted.low = 40;
  EXPECT_EQ(evaluate(without_reason, results).reason, "holds at ≥ 40×");
}

/// Only where the document states a gain or a loss: a register of 4 cycles is not more of 1 cycle.
TEST(ClaimResult, AboveAStatedFactorIsMoreThanStated) {
  const Results results = results_of({strided_case(1, 8, 0.25), strided_case(32, 8, 8)});
  Claim claim = claim_of(slowdown, {18, 31});
  claim.stated = Range{24.6, 24.6};
  EXPECT_EQ(evaluate(claim, results).finding, Finding::more_than_stated);
  EXPECT_EQ(evaluate(claim, results).reason, "another reason");
  claim.accepted = {33, 40};
  EXPECT_EQ(evaluate(claim, results).finding, Finding::not_reproduced);
  claim.accepted = {0.95, 1.05};
  claim.stated = Range{1, 1};
  EXPECT_EQ(evaluate(claim, results).finding, Finding::not_reproduced);
  claim = claim_of(slowdown, {18, 31});
  claim.stated = Range{24.6, 24.6};
  claim.quantity = "cycles";
  EXPECT_EQ(evaluate(claim, results).finding, Finding::not_reproduced);
}

TEST(ClaimResult, WithoutItsCaseIsNotTested) {
  const ClaimResult result =
      evaluate(claim_of(slowdown, {24, 40}), results_of({strided_case(1, 8, 1)}));
  EXPECT_EQ(result.finding, Finding::not_tested);
  EXPECT_FALSE(result.measured);
  EXPECT_THAT(result.reason, HasSubstr("stride/copy stride=32"));
}

TEST(ClaimResult, TakesTheLargestCasesOfOneSize) {
  CaseResult large = strided_case(1, 64, 1);
  large.work.bytes_read = 8e9;
  CaseResult small_32 = strided_case(32, 8, 6);
  CaseResult smaller = strided_case(1, 4, 1);
  smaller.work.bytes_read = 1;
  CaseResult smaller_32 = strided_case(32, 4, 1);
  smaller_32.work.bytes_read = 1;
  const Results results = results_of({smaller_32, smaller, large, small_32, strided_case(1, 8, 2)});
  EXPECT_EQ(evaluate(claim_of(slowdown, {1, 9}), results).measured, 3);
  EXPECT_FALSE(evaluate(claim_of(slowdown, {1, 9}), results_of({large, small_32})).measured);
}

TEST(ClaimResult, TakesColdBeforeHotAndNeverMixesThem) {
  CaseResult hot = strided_case(1, 8, 1);
  hot.cache = "hot";
  CaseResult hot_32 = strided_case(32, 8, 2);
  hot_32.cache = "hot";
  const CaseResult cold = strided_case(1, 8, 1);
  const CaseResult cold_32 = strided_case(32, 8, 4);
  const Claim claim = claim_of(slowdown, {1, 9});
  EXPECT_EQ(evaluate(claim, results_of({hot, hot_32, cold, cold_32})).measured, 4);
  EXPECT_EQ(evaluate(claim, results_of({hot, hot_32})).measured, 2);
  EXPECT_FALSE(evaluate(claim, results_of({hot, cold_32})).measured);
}

TEST(ClaimResult, HostsInvalidOnesAndOtherModelsDoNotCount) {
  CaseResult host = strided_case(1, 8, 1);
  host.platform = "host";
  CaseResult invalid = strided_case(1, 8, 1);
  invalid.models[Model::native].status = Status::invalid;
  CaseResult kokkos = strided_case(1, 8, 1);
  kokkos.models[Model::kokkos] = kokkos.models[Model::native];
  kokkos.models.erase(Model::native);
  for (const CaseResult& c : {host, invalid, kokkos})
    EXPECT_EQ(evaluate(claim_of(slowdown, {1, 9}), results_of({c, strided_case(32, 8, 1)})).finding,
              Finding::not_tested);
}

TEST(ClaimResult, ByRateCountsTheBytesAskedFor) {
  CaseResult few = strided_case(32, 8, 0.5);
  few.work.bytes_read = 1e9 / 32;
  const Claim claim = claim_of(Performance{contiguous, strided_32, By::rate}, {1, 40});
  EXPECT_DOUBLE_EQ(*evaluate(claim, results_of({strided_case(1, 8, 1), few})).measured, 16);
  few.work.bytes_read = 0;
  EXPECT_FALSE(evaluate(claim, results_of({strided_case(1, 8, 1), few})).measured);
}

TEST(ClaimResult, AShareIsOfTheRateNamed) {
  const Results results = results_of({strided_case(1, 8, 1e-3)});  // 1 TB/s
  EXPECT_DOUBLE_EQ(*evaluate(claim_of(Share{contiguous}, {}), results).measured, 0.25);
  EXPECT_DOUBLE_EQ(*evaluate(claim_of(Share{contiguous, Rate::read, true}, {}), results).measured,
                   1 / 4.8);
  EXPECT_EQ(evaluate(claim_of(Share{contiguous, Rate::fma}, {}), results).finding,
            Finding::not_tested);
}

TEST(ClaimResult, ARateOfAnotherDeviceIsShownAndNotTested) {
  const Results results = results_of({strided_case(1, 8, 1e-3)});
  Claim claim = claim_of(Throughput{contiguous}, {900, 1100});
  claim.device = "RTX 4090";
  ClaimResult result = evaluate(claim, results);
  EXPECT_EQ(result.finding, Finding::not_tested);
  EXPECT_DOUBLE_EQ(*result.measured, 1000);
  EXPECT_EQ(result.reason, "stated for RTX 4090");
  claim.device = "H200";
  EXPECT_EQ(evaluate(claim, results).finding, Finding::reproduced);
  claim.check = Throughput{Rate::read};
  EXPECT_DOUBLE_EQ(*evaluate(claim, results).measured, 4000);
  // Its ratios are tested.
  claim.device = "RTX 4090";
  claim.check = Share{contiguous};
  claim.accepted = {0.2, 0.3};
  EXPECT_EQ(evaluate(claim, results).finding, Finding::reproduced);
}

CaseResult step_of(const std::string& variant, std::int64_t bytes, double cycles) {
  CaseResult c = case_of(variant, {{"bytes", bytes}, {"steps", 1000}}, cycles * 1000 / 2e9);
  c.experiment = "latency";
  c.work.steps = 1000;
  return c;
}

TEST(ClaimResult, CyclesAreOfAPlateau) {
  const Results results =
      results_of({step_of("global", 1 << 10, 40), step_of("global", 1 << 14, 40),
                  step_of("global", 1 << 18, 100), step_of("global", 1 << 22, 600),
                  step_of("global", 1 << 23, 604), step_of("shared", 1 << 10, 30),
                  step_of("shared", 1 << 14, 30)});
  const auto cycles = [&](const Check& check) {
    return evaluate(claim_of(check, {}), results).measured;
  };
  EXPECT_DOUBLE_EQ(*cycles(Cycles{"global"}), 40);
  EXPECT_NEAR(*cycles(Cycles{"global", Plateau::memory}), 602, 3);
  EXPECT_NEAR(*cycles(CyclesRatio{{"global", Plateau::memory}, {"shared"}}), 20, 0.2);
  EXPECT_FALSE(cycles(Cycles{"l2"}));
}

TEST(ClaimResult, BeyondL1IsTheLastLevelOfSeveral) {
  const std::vector<CaseResult> first_level = {step_of("texture", 1 << 10, 90),
                                               step_of("texture", 1 << 14, 90)};
  std::vector<CaseResult> both = first_level;
  both.push_back(step_of("texture", 1 << 22, 370));
  both.push_back(step_of("texture", 1 << 23, 370));
  const Claim claim = claim_of(Cycles{"texture", Plateau::beyond_l1}, {});
  EXPECT_NEAR(*evaluate(claim, results_of(both)).measured, 370, 1e-9);
  EXPECT_FALSE(evaluate(claim, results_of(first_level)).measured);
}

TEST(ClaimResult, WorksIfEveryElementOfEveryCaseIsRight) {
  CaseResult right = strided_case(1, 8, 1);
  right.models[Model::native].validation = Validation{0, 0, 64, 0};
  CaseResult wrong = strided_case(1, 16, 1);
  wrong.models[Model::native].validation = Validation{0, 0, 64, 16};
  wrong.models[Model::native].status = Status::invalid;
  const Claim claim = claim_of(Valid{contiguous}, {1, 1});
  EXPECT_EQ(evaluate(claim, results_of({right})).finding, Finding::reproduced);
  EXPECT_EQ(evaluate(claim, results_of({right, wrong})).measured, 0.75);
  EXPECT_EQ(evaluate(claim, results_of({right, wrong})).finding, Finding::not_reproduced);
  EXPECT_FALSE(evaluate(claim, results_of({strided_case(1, 8, 1)})).measured);
}

TEST(ClaimResult, CyclesOfAnOnlyCaseAreThoseOfItsStep) {
  const Results results = results_of({step_of("register", 128, 4)});
  EXPECT_DOUBLE_EQ(
      *evaluate(claim_of(Cycles{"register", Plateau::only_case}, {}), results).measured, 4);
  EXPECT_FALSE(
      evaluate(claim_of(Cycles{"register", Plateau::only_case}, {}), results_of({})).measured);
}

TEST(ClaimResult, TheBestOfSeveralUsesCounts) {
  const Results results =
      results_of({strided_case(1, 8, 1), strided_case(2, 8, 2), strided_case(32, 8, 8)});
  const CaseRef strided_2 = {"stride", "copy", {{"stride", 2}}};
  const Performance small = {contiguous, strided_2};
  EXPECT_EQ(evaluate(claim_of(Best{{small, slowdown}}, {}), results).measured, 8);
  EXPECT_EQ(evaluate(claim_of(Best{{slowdown, small}}, {}), results).measured, 8);
  // A use that was not measured may have been the best.
  const Performance missing = {{"stride", "add"}, contiguous};
  EXPECT_FALSE(evaluate(claim_of(Best{{small, missing}}, {}), results).measured);
}

TEST(ClaimResult, AnOrderCountsThePairsThatAgree) {
  const Results results =
      results_of({strided_case(1, 8, 1), strided_case(2, 8, 2), strided_case(32, 8, 8)});
  const CaseRef strided_2 = {"stride", "copy", {{"stride", 2}}};
  const Performance large = slowdown;                  // 8
  const Performance middle = {strided_2, strided_32};  // 4
  const Performance small = {contiguous, strided_2};   // 2
  const auto pairs = [&](const OrderOfGains& order) {
    return evaluate(claim_of(order, {}), results).measured;
  };
  EXPECT_EQ(pairs({{large, middle, small}}), 3);
  EXPECT_EQ(pairs({{middle, large, small}}), 2);
  EXPECT_EQ(pairs({{small, middle, large}}), 0);
}

/// Another device is awaited whether or not this one has the case.
TEST(ClaimResult, OfAnotherDeviceSaysWhichOneItWaitsFor) {
  const std::vector<Check> checks = {Milliseconds{contiguous}, Throughput{contiguous},
                                     RegisterRate{}};
  for (const Check& check : checks) {
    Claim claim = claim_of(check, {});
    claim.device = "RTX 4090";
    EXPECT_EQ(evaluate(claim, results_of({})).reason, "stated for RTX 4090");
  }
}

TEST(ClaimResult, ATimeIsOfTheDeviceNamed) {
  Claim claim = claim_of(Milliseconds{contiguous}, {});
  claim.device = "RTX 4090";
  const Results results = results_of({strided_case(1, 8, 0.25)});
  EXPECT_EQ(evaluate(claim, results).finding, Finding::not_tested);
  EXPECT_DOUBLE_EQ(*evaluate(claim, results).measured, 250);
}

TEST(ClaimResult, RegistersDeliverFourOperandsAMultiplyAdd) {
  Results results = results_of({});
  results.ceilings.flops = 2e12;  // 1e12 multiply-adds
  EXPECT_DOUBLE_EQ(*evaluate(claim_of(RegisterRate{}, {}), results).measured, 16000);
  EXPECT_EQ(evaluate(claim_of(RegistersPerThread{}, {}), results).measured, 255);
}

TEST(ClaimResult, ALaunchsCountsAreTheModelsInTheResults) {
  CaseResult few = strided_case(1, 8, 1);
  CaseResult many = strided_case(32, 8, 1);
  EXPECT_FALSE(
      evaluate(claim_of(Launch{Tally::loads, contiguous}, {}), results_of({few})).measured);
  Prediction prediction;
  prediction.traffic.load = {10, 40, 1280, 1280};
  prediction.traffic.atomic.bytes_asked = 400;
  few.models[Model::native].prediction = prediction;
  prediction.traffic.load.requests = 160;
  many.models[Model::native].prediction = prediction;
  const Results results = results_of({few, many});
  const auto count = [&](const Launch& launch) {
    return evaluate(claim_of(launch, {}), results).measured;
  };
  EXPECT_EQ(count({Tally::loads, contiguous}), 320);
  EXPECT_EQ(count({Tally::load_sectors, contiguous}), 40);
  EXPECT_EQ(count({Tally::atomics, contiguous}), 100);
  EXPECT_EQ(count({Tally::load_requests, strided_32, contiguous}), 16);
  prediction.traffic.store.bytes_asked = 160;  // 40 elements, with 5 loads each that do not count
  few.models[Model::native].prediction = prediction;
  EXPECT_EQ(
      evaluate(claim_of(Launch{Tally::loads, contiguous, {}, 5}, {}), results_of({few})).measured,
      320 - 5 * 40);
}

TEST(ClaimResult, CountersAreThoseOfAProfile) {
  CaseResult profiled = strided_case(1, 8, 1);
  const Profiled hits = {contiguous, Counter::l1_hit_sectors, Counter::l1_sectors};
  const ClaimResult without = evaluate(claim_of(hits, {}), results_of({profiled}));
  EXPECT_EQ(without.finding, Finding::not_tested);
  EXPECT_THAT(without.reason, HasSubstr("tilebridge profile stride"));
  profiled.models[Model::native].timing.reset();
  Counters counters;
  counters.values = {{Counter::l1_hit_sectors, 20}, {Counter::l1_sectors, 80}};
  profiled.models[Model::native].counters = counters;
  EXPECT_EQ(evaluate(claim_of(hits, {0.2, 0.3}), results_of({profiled})).measured, 0.25);
}

TEST(ClaimResult, AWalkThatEndsInACacheSaysNothingOfTheMemory) {
  const Results results =
      results_of({step_of("global", 1 << 17, 300), step_of("global", 1 << 19, 300)});
  EXPECT_FALSE(evaluate(claim_of(Cycles{"global", Plateau::memory}, {}), results).measured);
  EXPECT_FALSE(evaluate(claim_of(Cycles{"global"}, {}), results).measured);
}

TEST(ClaimResult, LimitsAreOfTheCapabilityTheyAreStatedFor) {
  const Results results = results_of({});
  EXPECT_EQ(evaluate(claim_of(Limit{"Warp size"}, {32, 32}), results).finding, Finding::reproduced);
  EXPECT_EQ(evaluate(claim_of(Limit{"Warp size", "8.0"}, {32, 32}), results).finding,
            Finding::not_tested);
  EXPECT_EQ(evaluate(claim_of(Limit{"Warps"}, {32, 32}), results).finding, Finding::not_tested);
  const std::string grid = "Grid dimensions, at most";
  EXPECT_EQ(evaluate(claim_of(Limit{grid}, {}), results).measured, 2147483647);
  EXPECT_EQ(evaluate(claim_of(Limit{grid, "", 2}, {}), results).measured, 65534);
  EXPECT_FALSE(evaluate(claim_of(Limit{grid, "", 3}, {}), results).measured);
  EXPECT_EQ(evaluate(claim_of(ResidentBlocks{32}, {7, 7}), results).measured, 6);
  EXPECT_DOUBLE_EQ(*evaluate(claim_of(ClockTimesBus{}, {1, 1}), results).measured, 0.5);
}

TEST(ClaimResult, AFileMayHoldAnythingForTheDevice) {
  Results results = results_of({step_of("global", 1 << 22, 600), step_of("global", 1 << 23, 600)});
  results.device = {{"name", 7}, {"cache_bytes", "much"}, {"limits", {{"Warp size", "many"}}}};
  for (const Claim& claim : claims()) EXPECT_NO_THROW(evaluate(claim, results)) << claim.id;
  EXPECT_EQ(evaluate(claim_of(Limit{"Warp size"}, {}), results).finding, Finding::not_tested);
  results.device = Json::object();
  for (const Claim& claim : claims()) EXPECT_NO_THROW(evaluate(claim, results)) << claim.id;
}

TEST(ClaimResult, RulesNeedNoCases) {
  const Results results = results_of({});
  EXPECT_EQ(evaluate(claim_of(WarpRule{}, {1, 1}), results).finding, Finding::reproduced);
  const ClaimResult misaligned =
      evaluate(claim_of(WarpRule{Count::transactions, 4}, {2, 2}), results);
  EXPECT_EQ(misaligned.finding, Finding::not_reproduced);
  EXPECT_EQ(misaligned.measured, 1.25);
  const ClaimResult untested = evaluate(claim_of(Untested{"nobody asks"}, {}), results);
  EXPECT_EQ(untested.finding, Finding::not_tested);
  EXPECT_EQ(untested.reason, "nobody asks");
}

/// The device whose figures a claim waits for, or the measurement; "" if any GPU can decide it.
std::string awaited(const Claim& claim) {
  if (const auto* untested = std::get_if<Untested>(&claim.check)) return untested->why;
  const auto* limit = std::get_if<Limit>(&claim.check);
  if (limit != nullptr && !limit->capability.empty())
    return "stated for compute capability " + limit->capability;
  return claim.device.empty() ? "" : "stated for " + claim.device;
}

TEST(ClaimResult, IsDecidedByAnArchivedFileOrSaysWhatItWaitsFor) {
  std::map<const Claim*, std::string> undecided;  // and why
  for (const Claim& claim : claims()) undecided[&claim];
  for (const auto& entry : std::filesystem::directory_iterator(TILEBRIDGE_RESULTS)) {
    const std::string name = entry.path().filename();
    if (!name.ends_with("-full.json") && name.find("-profile") == std::string::npos) continue;
    const Results results = read_results(entry.path());
    for (auto waiting = undecided.begin(); waiting != undecided.end();) {
      const ClaimResult result = evaluate(*waiting->first, results);
      waiting->second = result.reason;
      const bool is_decided = result.finding != Finding::not_tested;
      waiting = is_decided ? undecided.erase(waiting) : std::next(waiting);
    }
  }
  for (const auto& [claim, reason] : undecided) EXPECT_EQ(reason, awaited(*claim)) << claim->id;
}

}  // namespace
}  // namespace tilebridge::claims
