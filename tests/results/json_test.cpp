// SPDX-License-Identifier: Apache-2.0
#include "results/json.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <regex>

#include "base/error.hpp"
#include "results/exercise.hpp"
#include "results/recomputation.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/results/schema.hpp"

namespace tilebridge {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

std::string error_of(const Results& results) { return schema_error(to_json(results).dump()); }

/// What `results` become in a file; it follows the schema, and holds all of them.
Results read_back(const Results& results) {
  const Json written = to_json(results);
  EXPECT_EQ(schema_error(written.dump()), "");
  Results read = results_from_json(Json::parse(written.dump()));
  EXPECT_EQ(to_json(read), written);
  return read;
}

TEST(ResultsJson, FollowsTheSchema) {
  EXPECT_EQ(error_of(sample_results()), "");
  EXPECT_TRUE(breaks_schema(to_json(Results()).dump()));  // an empty program section
}

TEST(ResultsJson, TheSchemaRefusesATimeOfAnInvalidResult) {
  Json json = to_json(sample_results());
  Json& wrong = json["cases"][1]["kernels"][1];
  wrong["seconds"] = json["cases"][0]["kernels"][1]["seconds"];
  EXPECT_TRUE(breaks_schema(json.dump()));
}

TEST(ResultsJson, AGpuMayHaveAUuid) {
  Results results = sample_results();
  results.device["uuid"] = "GPU-00112233-4455-6677-8899-aabbccddeeff";
  EXPECT_EQ(error_of(results), "");
  results.device["uuid"] = 5;
  EXPECT_TRUE(breaks_schema(to_json(results).dump()));
}

TEST(ResultsJson, ReadsBackWhatItWrote) { read_back(sample_results()); }

TEST(ResultsJson, ATimeHasSamplesOrTheMediansOfBlocks) {
  const Results full = results_in_blocks();
  for (const Results& results : {full, compacted(full)}) read_back(results);
  Json neither = to_json(compacted(full));
  neither["cases"][0]["kernels"][0]["seconds"].erase("block_medians");
  EXPECT_TRUE(breaks_schema(neither.dump()));
}

TEST(ResultsJson, TheOrderOfKernelsInAFileDoesNotMatter) {
  Results results = results_with_second_build();
  for (const ModelForm& kernel : {control, control_in_usual_block, respelled_control})
    results.cases[0].kernels[kernel] = {Status::ok, "", valid(), timing(5e-4)};
  CaseResult vendor = sample_case("library");
  vendor.form = name_of(Form::vendor);
  vendor.compared_with = "tile";
  vendor.kernels[library_code] = {Status::ok, "", valid(), timing(5e-4)};
  results.cases.push_back(vendor);
  const Results read = results_from_json(to_json(results));
  for (const CaseResult& c : read.cases) EXPECT_EQ(c.kernels.begin()->first, native_code);
  Json shuffled = to_json(results);
  for (std::size_t turn = 0; turn < shuffled["cases"][0]["kernels"].size(); ++turn) {
    for (Json& c : shuffled["cases"])
      std::rotate(c["kernels"].rbegin(), c["kernels"].rbegin() + 1, c["kernels"].rend());
    EXPECT_EQ(to_json(results_from_json(shuffled)), to_json(read)) << turn;
  }
}

TEST(ResultsJson, APairNamesItsCommit) {
  Results results = sample_results();
  results.builds["pairs"] = {{{"name", "flux"}, {"question", "What does a flux cost?"}}};
  EXPECT_EQ(error_of(results), "");
  results.builds["pairs"][0]["commit"] = "f5e4d3c2b1a0-dirty";
  results.builds["pairs"][0]["subject"] = "Sum by warps";
  EXPECT_EQ(error_of(results), "");
  EXPECT_EQ(results_from_json(to_json(results)).builds, results.builds);
  results.builds["pairs"][0]["subject"] = 5;
  EXPECT_TRUE(breaks_schema(to_json(results).dump()));
}

TEST(ResultsJson, HowSamplesWereTakenIsReadBack) {
  Results results = sample_results();
  results.flush = {4, {{2, {9e-6, 8.9e-6, 9.1e-6}}, {4, {1e-5, 0.99e-5, 1.01e-5}}}};
  CaseResult& c = results.cases[0];
  c.sampling.timer_step = 32e-9;
  c.sampling.blocks = {1, 1, 1};
  c.kernels[native_code].timing->clocks_hz = {1.98e9, 1.965e9, 1.98e9};
  const Results read = read_back(results);
  EXPECT_EQ(read.flush.times, 4);
  EXPECT_EQ(read.cases[0].kernels.at(Model::native).timing->clocks_hz[1], 1.965e9);
}

TEST(ResultsJson, ReadsBackHowAKernelThatWaitsForTheHostWasTimed) {
  Results results = sample_results();
  Timing& timing = *results.cases[0].kernels[kokkos_code].timing;
  timing.waits_for_host = true;
  timing.back_to_back = Interval{7e-4, 6.9e-4, 7.1e-4};
  EXPECT_FALSE(to_json(results)["cases"][0]["kernels"][0].contains("waits_for_host"));
  const Results read = read_back(results);
  const Timing& of_kokkos = *read.cases[0].kernels.at(kokkos_code).timing;
  EXPECT_TRUE(of_kokkos.waits_for_host);
  ASSERT_TRUE(of_kokkos.back_to_back);
  EXPECT_DOUBLE_EQ(of_kokkos.back_to_back->high, 7.1e-4);
  EXPECT_FALSE(read.cases[0].kernels.at(native_code).timing->waits_for_host);
}

TEST(ResultsJson, CountsAreReadBack) {
  Results results = sample_results();
  const Count count = {310, 8192, "out of order"};
  results.cases[0].kernels[native_code].validation = counted({}, count);
  EXPECT_EQ(read_back(results).cases[0].kernels.at(Model::native).validation->count, count);
}

TEST(ResultsJson, WrongElementsAreReadBack) {
  Results results = sample_results();
  Validation validation = {0.5, 1e-6, 64, 3};
  validation.first_wrong = 17;
  validation.wrong_runs = {{17, 2}, {40, 1}};
  validation.misplaced = Misplaced{17, 21};
  results.cases[0].kernels[kokkos_code].validation = validation;
  results.builds["pairs"] = Json::array(
      {{{"name", "tile"}, {"question", "?"}, {"exercise", "row cols"}, {"team_barriers", 1U}}});
  const Results read = read_back(results);
  const auto& of_kokkos = read.cases[0].kernels.at(kokkos_code).validation;
  EXPECT_EQ(of_kokkos->wrong_runs, validation.wrong_runs);
  EXPECT_EQ(of_kokkos->misplaced, validation.misplaced);
  EXPECT_EQ(exercises_of(read).at(0).team_barriers, 1U);
}

TEST(ResultsJson, LaunchesAreReadBack) {
  const Results read = read_back(sample_results());
  EXPECT_EQ(read.cases[0].kernels.at(kokkos_code).launches,
            (LaunchShapes{{{262144, 1, 1}, {32, 8, 1}, 4224}}));
  EXPECT_TRUE(read.cases[0].kernels.at(native_code).launches.empty());
}

TEST(ResultsJson, CountersStandInPlaceOfATime) {
  Json neither = to_json(read_back(sample_profile()));
  neither["cases"][0]["kernels"][0].erase("counters");
  EXPECT_TRUE(breaks_schema(neither.dump()));
}

TEST(ResultsJson, TheSchemaDescribesEveryCounterAndNoOther) {
  Json json = to_json(sample_profile());
  Json& counters = json["cases"][0]["kernels"][0]["counters"];
  for (const CounterInfo& info : counter_infos()) counters[std::string(info.name)] = 1;
  EXPECT_EQ(schema_error(json.dump()), "");
  counters["another"] = 1;
  EXPECT_TRUE(breaks_schema(json.dump()));
}

TEST(ResultsJson, NotANumberIsNull) {
  Results results = sample_results();
  results.cases[1].kernels[kokkos_code].validation->max_error = std::nan("");
  EXPECT_TRUE(to_json(results)["cases"][1]["kernels"][1]["validation"]["max_error"].is_null());
  EXPECT_TRUE(std::isnan(read_back(results).cases[1].kernels[kokkos_code].validation->max_error));
}

TEST(ResultsJson, RefusesOtherVersionsInOneLine) {
  Json json = to_json(sample_results());
  json["schema_version"] = schema_version + 1;
  EXPECT_THAT([&] { results_from_json(json); },
              ThrowsMessage<UsageError>(HasSubstr("read it with a newer tilebridge")));
  json["schema_version"] = schema_version - 1;
  EXPECT_THAT([&] { results_from_json(json); },
              ThrowsMessage<UsageError>(HasSubstr("of before the first release")));
  json["schema_version"] = "1";
  EXPECT_THROW(results_from_json(json), UsageError);
  EXPECT_THAT([] { results_from_json(Json::array()); },
              ThrowsMessage<UsageError>(HasSubstr("not a tilebridge result file")));
}

/// Every object member of `json`, at any depth, as a JSON pointer.
void collect_members(const Json& json, const Json::json_pointer& at,
                     std::vector<Json::json_pointer>& members) {
  if (json.is_object())
    for (const auto& [name, value] : json.items()) {
      members.push_back(at / name);
      collect_members(value, at / name, members);
    }
  if (json.is_array())
    for (std::size_t i = 0; i < json.size(); ++i) collect_members(json[i], at / i, members);
}

/// Whether the reader looks at a member: the free sections are kept as they are, and what follows
/// from other members is computed again.
bool is_read(const Json::json_pointer& member) {
  static const std::regex not_read(
      "/(program|host|device|builds)/.*"
      "|.*/kernels/[0-9]+/(bytes|flops|GB_per_s|GFLOP_per_s)"
      "|.*/predicted/(.*_per_request|.*/use|bytes_moved|GB_per_s)"
      "|/self_check/(parity|slower|faster|inconclusive|false_verdict_rate|coverage_of_1|"
      "error_99_of_100|narrow_share.*)");
  const std::string name = member.to_string();
  return name == "/builds/models" || !std::regex_match(name, not_read);
}

bool is_refused(const Json& json) {
  try {
    results_from_json(json);
    return false;
  } catch (const UsageError&) {
    return true;
  }
}

TEST(ResultsJson, EveryMemberThatIsReadIsCheckedWithNoErrorButUsageError) {
  Results results = sample_results();
  results.cases.push_back(sample_profile().cases.front());
  const Json original = to_json(results);
  std::vector<Json::json_pointer> members;
  collect_members(original, Json::json_pointer(), members);
  for (const auto& member : members) {
    bool refused = false;
    for (const Json& hostile : {Json(nullptr), Json("<script>"), Json(-1), Json(1e308),
                                Json::array({1}), Json::object()}) {
      Json json = original;
      json[member] = hostile;
      refused |= is_refused(json);
    }
    EXPECT_EQ(refused, is_read(member)) << member;
  }
}

TEST(ResultsJson, AParameterIsAWholeNumberThatFits) {
  const auto refused = [](double number, const char* why) {
    Json json = to_json(sample_results());
    json["cases"][0]["parameters"]["n"] = number;
    EXPECT_THAT([&] { results_from_json(json); }, ThrowsMessage<UsageError>(HasSubstr(why)));
  };
  refused(1e308, "out of range");
  refused(-1e19, "out of range");
  refused(1.5, "no whole number");
}

TEST(ResultsJson, AWordOfALaterVersionIsNamed) {
  const auto refused = [](const char* at, const char* word) {
    Json json = to_json(sample_results());
    json[Json::json_pointer(at)] = word;
    EXPECT_THAT([&] { results_from_json(json); },
                ThrowsMessage<UsageError>(HasSubstr("'" + std::string(word) + "' is not known")));
  };
  refused("/cases/0/kernels/0/status", "later");
  refused("/cases/0/kernels/0/form", "later");
  refused("/cases/0/comparisons/0/verdict", "maybe");
  refused("/cases/0/comparisons/0/against/form", "later");
}

TEST(ResultsJson, SamplesHaveSixDigits) {
  Results results = sample_results();
  results.cases[0].kernels[native_code].timing->samples = {1.23456789e-3, 2e-9};
  EXPECT_EQ(to_json(results)["cases"][0]["kernels"][0]["seconds"]["samples"],
            Json({1.23457e-3, 2e-9}));
}

TEST(ResultsJson, SamplesMayBeSubnormal) {
  Results results = sample_results();
  results.cases[0].kernels[native_code].timing->samples = {5e-324, 1e-310};
  EXPECT_EQ(to_json(results)["cases"][0]["kernels"][0]["seconds"]["samples"],
            Json({5e-324, 1e-310}));
}

TEST(ResultsJson, WhatIsNoFiniteNumberIsReadBack) {
  Results results = sample_results();
  CaseResult& c = results.cases[0];
  c.work.bytes_read = NAN;
  c.kernels[native_code].timing->seconds.high = INFINITY;
  c.kernels[native_code].share_of_ceiling = NAN;
  c.comparisons[0].ratio.high = INFINITY;
  const CaseResult read = results_from_json(parse_json(to_json(results).dump())).cases[0];
  EXPECT_TRUE(std::isnan(read.work.bytes_read));
  EXPECT_FALSE(std::isfinite(read.kernels.at(Model::native).timing->seconds.high));
  EXPECT_TRUE(std::isnan(read.kernels.at(Model::native).share_of_ceiling));
  EXPECT_FALSE(std::isfinite(read.comparisons[0].ratio.high));
}

TEST(ResultsJson, AParameterCalledRealMayBeANumber) {
  Json json = to_json(sample_results());
  json["cases"][0]["parameters"]["real"] = 1;
  EXPECT_FALSE(results_from_json(json).cases[0].work.no_ceiling);
  json["cases"][0]["parameters"]["real"] = "double";
  EXPECT_TRUE(results_from_json(json).cases[0].work.no_ceiling);
}

TEST(ResultsJson, AStepsTimeStandsBesideTheCases) {
  Results results = sample_results();
  results.cases[0].work.steps = 1000;
  EXPECT_EQ(error_of(results), "");
  EXPECT_DOUBLE_EQ(to_json(results)["cases"][0]["kernels"][0]["ns_per_step"].get<double>(), 600);
}

TEST(ResultsJson, ParametersAreNumbersAndWordsWithTheCache) {
  EXPECT_EQ(parameters_to_json({{"n", 64}, {"data", "skewed"}}, "hot"),
            Json({{"n", 64}, {"data", "skewed"}, {"cache", "hot"}}));
}

TEST(ResultsJson, CeilingsOfAnOlderFileHaveNoLink) {
  Json json = to_json(Ceilings{4e12, 5e12, 3e12, 60e12, 50e9, 40e9, 9e12, 2.5e-6});
  EXPECT_EQ(to_json(ceilings_from_json(json)), json);
  for (const char* later : {"to_device_GB_per_s", "to_host_GB_per_s", "l2_GB_per_s"})
    json.erase(later);
  json.erase("launch_us");
  const Ceilings older = ceilings_from_json(json);
  EXPECT_EQ(older.launch_seconds, 0);
  EXPECT_EQ(older.read_bytes_per_s, 4e12);
  EXPECT_EQ(older.to_device_bytes_per_s + older.to_host_bytes_per_s + older.l2_bytes_per_s, 0);
  json.erase("read_GB_per_s");
  EXPECT_THROW(ceilings_from_json(json), Json::exception);
}

TEST(ResultsJson, AnErrorNamesItsPlaceInTheFile) {
  const auto refused = [](const char* at, const Json& value, const std::string& message) {
    Json json = to_json(sample_results());
    json[Json::json_pointer(at)] = value;
    EXPECT_THAT([&] { results_from_json(json); }, ThrowsMessage<UsageError>(HasSubstr(message)));
  };
  refused("/cases/1/kernels/0/status", 7, "(cases[1].kernels[0].status: type must be string");
  refused("/cases/0/sampling/rounds", "x", "(cases[0].sampling.rounds: type must be number");
  refused("/cases/0/comparisons/0/verdict", "maybe", "(cases[0].comparisons[0].verdict: 'maybe'");
  refused("/ceilings/measured", 7, "(ceilings.measured: ");
  Json json = to_json(sample_results());
  json["cases"][1].erase("variant");
  EXPECT_THAT([&] { results_from_json(json); },
              ThrowsMessage<UsageError>(HasSubstr("(cases[1]: it has no 'variant')")));
}

}  // namespace
}  // namespace tilebridge
