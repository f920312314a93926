// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tests/judge/sample_page.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

using testing::HasSubstr;

TEST(GateJson, HasEverything) {
  const SamplePage sample;
  const auto json = nlohmann::json::parse(gate_json(sample.page()));
  EXPECT_EQ(json["base"]["files"][0], "base.json");
  EXPECT_EQ(json["new"]["program"]["git"], "fedcba987654");
  EXPECT_EQ(json["counts"]["slower"], 1);
  EXPECT_EQ(json["counts"]["lost"], 1);
  ASSERT_EQ(json["results"].size(), 6U);
  const auto& slower = json["results"][1];
  EXPECT_EQ(slower["variant"], "tile");
  EXPECT_EQ(slower["parameters"]["rows"], 16384);
  EXPECT_EQ(slower["parameters"]["cache"], "cold");
  EXPECT_EQ(slower["model"], "kokkos");
  EXPECT_EQ(slower["verdict"], "slower");
  EXPECT_DOUBLE_EQ(slower["performance"].get<double>(), 0.8);
  EXPECT_EQ(slower["tolerance"], 0.05);
  EXPECT_EQ(json["status"], 1);
  EXPECT_EQ(json["verdict"], "Wrong results: 1 invalid, 1 slower");
  EXPECT_EQ(slower["host_bound"], false);
  EXPECT_EQ(json["counts"]["host_bound"]["not_gating"], 0);
  ASSERT_EQ(json["aggregates"].size(), 1U);
  EXPECT_EQ(json["aggregates"][0]["scope"], "run");
  EXPECT_EQ(json["aggregates"][0]["variants"], 5);
  EXPECT_EQ(json["aggregates"][0]["trend"], "none");
  EXPECT_LT(slower["p_slower"], 0.001);
  EXPECT_EQ(slower["unconfirmed"], false);
  EXPECT_EQ(json["not_compared"][0]["lost"], true);
  EXPECT_EQ(json["only_in_base"][0]["variant"], "old");
  EXPECT_EQ(json["only_in_new"][0]["variant"], "new");
}

TEST(GateJson, AFileNameMayBeAnyBytes) {
  const SamplePage sample;
  judge::GatePage page = sample.page();
  page.current_file = "\xff.json";
  EXPECT_TRUE(nlohmann::json::accept(gate_json(page)));
}

TEST(GateJunit, SlowerAndInvalidFailUndecidedAndMissingAreSkipped) {
  const SamplePage sample;
  const std::string xml = gate_junit(sample.page());
  EXPECT_THAT(xml, HasSubstr("tests=\"10\" failures=\"2\" errors=\"0\" skipped=\"4\""));
  EXPECT_THAT(
      xml, HasSubstr("message=\"slower: 1.000 ms -&gt; 1.250 ms, +25.0% time, performance 0.80 ["));
  EXPECT_THAT(xml, HasSubstr("message=\"invalid: element 3 is wrong\""));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"only in the base file\"/>"));
}

TEST(GateJunit, WhatIsHostBoundDoesNotFailUnlessItGates) {
  SamplePage sample;
  for (Results* run : {&sample.base, &sample.current}) run->cases[0].sampling.waits_for_host = true;
  EXPECT_THAT(gate_junit(sample.page()), HasSubstr(" failures=\"1\" "));
  sample.options.host_bound = true;
  EXPECT_THAT(gate_junit(sample.page()), HasSubstr(" failures=\"2\" "));
}

TEST(GateExport, HostileTextStaysText) {
  const Results base = hostile_run();
  Results current = hostile_run();
  const judge::GatePage page = hostile_page(base, current);
  EXPECT_THAT(gate_junit(page), testing::Not(HasSubstr("\x1b")));
  EXPECT_THAT(gate_junit(page), testing::Not(HasSubstr("<script>")));
  EXPECT_EQ(nlohmann::json::parse(gate_json(page))["results"][1]["reason"], hostile_text);
}

}  // namespace
}  // namespace tilebridge::write
