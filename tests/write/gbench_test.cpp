// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "results/recomputation.hpp"
#include "tests/judge/sample_runs.hpp"
#include "tests/pages/compared_cases.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

using nlohmann::json;
using testing::ElementsAre;

const std::string native_name = "transpose/tile/native/rows:16384/cols:16384/cache:cold";

std::vector<json> named(const json& exported, const std::string& name) {
  std::vector<json> found;
  for (const json& entry : exported["benchmarks"])
    if (entry["name"] == name) found.push_back(entry);
  return found;
}

TEST(Gbench, SamplesAreRepetitionsOfOneRun) {
  const Results results = run_of(1e-3, 2e-3);
  const json exported = json::parse(to_gbench(results));
  const auto entries = named(exported, native_name);
  const auto& samples = results.cases[0].kernels.at(Model::native).timing->samples;
  ASSERT_EQ(entries.size(), samples.size());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    EXPECT_EQ(entries[i]["run_type"], "iteration");
    EXPECT_EQ(entries[i]["run_name"], native_name);
    EXPECT_EQ(entries[i]["repetitions"], samples.size());
    EXPECT_EQ(entries[i]["repetition_index"], i);
    EXPECT_EQ(entries[i]["iterations"], 1);
    EXPECT_EQ(entries[i]["time_unit"], "ns");
    EXPECT_DOUBLE_EQ(entries[i]["real_time"].get<double>(), 1e9 * samples[i]);
    EXPECT_EQ(entries[i]["cpu_time"], entries[i]["real_time"]);
    EXPECT_DOUBLE_EQ(entries[i]["bytes_per_second"].get<double>(), 2147483648.0 / samples[i]);
  }
}

TEST(Gbench, ACompactFileHasItsEstimateAlone) {
  const json exported = json::parse(to_gbench(compacted(results_in_blocks())));
  EXPECT_EQ(named(exported, native_name).size(), 0U);
  const auto estimate = named(exported, native_name + "_estimate");
  ASSERT_EQ(estimate.size(), 1U);
  EXPECT_EQ(estimate[0]["repetitions"], 19);
  EXPECT_EQ(exported["benchmarks"].size(), 2U);
}

TEST(Gbench, AControlHasANameOfItsOwn) {
  const json exported = json::parse(to_gbench(run_of({attributed("transpose", "tile", 0.6, 0.9)})));
  std::set<std::string> names;
  for (const json& entry : exported["benchmarks"]) names.insert(entry["run_name"]);
  for (const char* model : {"native/", "native-loops/", "kokkos/"})
    EXPECT_EQ(
        std::ranges::count_if(names,
                              [&](const std::string& name) {
                                return name.starts_with(std::string("transpose/tile/") + model);
                              }),
        1)
        << model;
}

TEST(Gbench, AggregatesFollow) {
  Results results = run_of(1e-3, 1e-3);
  results.cases[0].kernels[native_code].timing->samples = {1e-3, 2e-3, 6e-3};
  const json exported = json::parse(to_gbench(results));
  const auto value = [&](const std::string& aggregate) {
    const auto entries = named(exported, native_name + "_" + aggregate);
    if (entries.size() != 1 || entries[0]["aggregate_name"] != aggregate) return -1.0;
    return entries[0]["real_time"].get<double>();
  };
  EXPECT_NEAR(value("mean"), 3e6, 1);
  EXPECT_NEAR(value("median"), 2e6, 1);
  EXPECT_NEAR(value("stddev"), std::sqrt(7.0) * 1e6, 1);
  EXPECT_NEAR(value("cv"), std::sqrt(7.0) / 3, 1e-9);
}

TEST(Gbench, TheEstimateHasTheIntervalsAndTheRatio) {
  const Results results = run_of(1e-3, 2e-3);
  const KernelResult& kokkos = results.cases[0].kernels.at(Model::kokkos);
  const auto estimates = named(json::parse(to_gbench(results)),
                               "transpose/tile/kokkos/rows:16384/cols:16384/cache:cold_estimate");
  ASSERT_EQ(estimates.size(), 1U);
  const json& estimate = estimates.front();
  EXPECT_EQ(estimate["run_type"], "aggregate");
  EXPECT_DOUBLE_EQ(estimate["real_time"], 1e9 * kokkos.timing->seconds.median);
  EXPECT_DOUBLE_EQ(estimate["real_time_low"], 1e9 * kokkos.timing->seconds.low);
  EXPECT_DOUBLE_EQ(estimate["real_time_high"], 1e9 * kokkos.timing->seconds.high);
  EXPECT_DOUBLE_EQ(estimate["ceiling_share"], kokkos.share_of_ceiling);
  EXPECT_DOUBLE_EQ(estimate["bytes_per_second"], 2147483648.0 / 2e-3);
  EXPECT_NEAR(estimate["ratio"], 0.5, 1e-9);
  EXPECT_LE(estimate["ratio_low"], estimate["ratio"]);
}

TEST(Gbench, OneSampleHasNoAggregatesButTheEstimate) {
  Results results = run_of(1e-3, 1e-3);
  erase(results.cases[0], Model::kokkos);
  results.cases[0].kernels[native_code].timing->samples = {1e-3};
  EXPECT_EQ(json::parse(to_gbench(results))["benchmarks"].size(), 2U);
}

TEST(Gbench, NamesDifferInTheModelAlone) {
  const json exported = json::parse(to_gbench(run_of(1e-3, 1e-3)));
  std::set<std::string> names;
  for (const json& entry : exported["benchmarks"]) {
    std::string name = entry["run_name"];
    for (const std::string model : {"/native/", "/kokkos/"})
      if (const auto at = name.find(model); at != std::string::npos)
        name.replace(at, model.size(), "/");
    names.insert(name);
  }
  EXPECT_THAT(names, ElementsAre("transpose/tile/rows:16384/cols:16384/cache:cold"));
}

TEST(Gbench, WhatHasNoTimeIsLeftOut) {
  const json exported = json::parse(to_gbench(sample_results()));
  for (const json& entry : exported["benchmarks"]) {
    EXPECT_GT(entry["real_time"].get<double>(), 0);
    EXPECT_EQ(entry["name"].get<std::string>().find("tile/kokkos") != std::string::npos,
              entry["name"].get<std::string>().find("padded_tile/kokkos") != std::string::npos);
  }
}

TEST(Gbench, ContextHasWhatReadersAskFor) {
  const json context = json::parse(to_gbench(sample_results()))["context"];
  EXPECT_EQ(context["date"], "2026-11-20T10:00:00Z");
  EXPECT_EQ(context["host_name"], "node1");
  EXPECT_EQ(context["executable"], "tilebridge");
  EXPECT_EQ(context["num_cpus"], 16);
  EXPECT_EQ(context["caches"], json::array());
  EXPECT_EQ(context["library_build_type"], "release");
  EXPECT_EQ(context["json_schema_version"], 1);
  EXPECT_EQ(context["device"], "NVIDIA H200");
}

TEST(Gbench, ContextStandsWithoutWhatAFileLacks) {
  Results results = run_of(1e-3, 1e-3);
  results.program = Json::object();
  results.host = {{"processors", "many"}};
  results.builds = {{"kokkos", 7}};
  const json context = json::parse(to_gbench(results))["context"];
  EXPECT_EQ(context["executable"], "tilebridge");
  EXPECT_EQ(context["num_cpus"], 0);
  EXPECT_EQ(context["kokkos"], "");
}

TEST(Gbench, NamesHaveNoControlCharacters) {
  const json exported = json::parse(to_gbench(hostile_run()));
  for (const json& entry : exported["benchmarks"])
    for (const char c : entry["name"].get<std::string>())
      EXPECT_FALSE(c >= 0 && c < 0x20) << entry["name"];
}

}  // namespace
}  // namespace tilebridge::write
