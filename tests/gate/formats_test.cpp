// SPDX-License-Identifier: Apache-2.0
#include "gate/formats.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "tests/gate/sample_runs.hpp"

namespace tilebridge {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Cases tile (kokkos slower, native at parity), padded_tile (kokkos faster and undecided native),
/// tile4 (kokkos invalid, vendor lost) in both; one more in either.
struct Fixture {
  Fixture() {
    base = run_of(1e-3, 1e-3);
    add(base, "padded_tile", 1e-3, 1e-3);
    add(base, "tile4", 1e-3, 1e-3);
    base.cases.back().models[Model::vendor] = timed(1e-3);
    add(base, "old", 1e-3, 1e-3);
    current = run_of(1e-3, 1.25e-3);
    current.program["git"] = "fedcba987654";
    add(current, "padded_tile", 1.0525e-3, 0.5e-3);
    add(current, "tile4", 1e-3, 1e-3);
    current.cases.back().models[Model::kokkos] = {Status::invalid, "element 3 is wrong", invalid()};
    current.cases.back().models[Model::vendor] = {Status::skipped, "no library", {}};
    add(current, "new", 1e-3, 1e-3);
  }

  static void add(Results& results, const std::string& variant, double native, double kokkos) {
    results.cases.push_back(run_of(native, kokkos).cases[0]);
    results.cases.back().variant = results.cases.back().compared_with = variant;
  }

  GatePage page() const {
    return {base, current, {"base.json"}, "new.json", {}, compare_results(base, current, {})};
  }

  Results base;
  Results current;
};

TEST(GateText, SaysWhatChangedAndCounts) {
  const Fixture fixture;
  const std::string text = gate_text(fixture.page());
  EXPECT_THAT(text, HasSubstr("base  base.json: tilebridge 0.1.0 (0123456789ab), 2026-11-20"));
  EXPECT_THAT(text, HasSubstr("new   new.json: tilebridge 0.1.0 (fedcba987654), 2026-11-20"));
  EXPECT_THAT(text, HasSubstr("compared 6 results of 3 cases: 1 slower, 1 invalid, 1 faster, 1 "
                              "undecided, 2 parity; 1 not\n  compared (1 lost); cases only in "
                              "base: 1, only in new: 1\n"));
  EXPECT_THAT(text, HasSubstr("\nslower\n  transpose/tile  rows=16Ki cols=16Ki  cold\n    kokkos  "
                              "1.000 ms -> 1.250 ms     0.800 ["));
  EXPECT_THAT(text, HasSubstr("\n    kokkos  element 3 is wrong\n"));
  EXPECT_THAT(text,
              HasSubstr("\nnot compared: 1\n  transpose/tile4  rows=16Ki cols=16Ki  cold\n    "
                        "vendor skipped, was ok: no library\n"));
  EXPECT_THAT(text, HasSubstr("\nonly in base: 1\n  transpose/old "));
  EXPECT_THAT(text, HasSubstr("\nonly in new: 1\n  transpose/new "));
}

TEST(GateText, OrdersTheFindings) {
  const Fixture fixture;
  const std::string text = gate_text(fixture.page());
  std::size_t last = 0;
  for (const char* title : {"\ninvalid\n", "\nslower\n", "\nfaster\n", "\nundecided\n"}) {
    const std::size_t at = text.find(title);
    ASSERT_NE(at, std::string::npos) << title;
    EXPECT_GT(at, last) << title;
    last = at;
  }
}

TEST(GateText, SaysWhereTheClockWasAnother) {
  Fixture fixture;
  fixture.current.cases[0].sampling.clock_hz = 1.5e9;
  EXPECT_THAT(gate_text(fixture.page()), HasSubstr("  clock 1980 -> 1500 MHz\n"));
}

TEST(GateText, CutsLongListsAndSaysSo) {
  Fixture fixture;
  for (int i = 0; i < 30; ++i) Fixture::add(fixture.base, "old" + std::to_string(i), 1e-3, 1e-3);
  EXPECT_THAT(gate_text(fixture.page()), HasSubstr("\nonly in base: 31\n"));
  EXPECT_THAT(gate_text(fixture.page()),
              HasSubstr("\n  and 11 more: --format json has them all\n"));
}

TEST(GateText, FitsInto100Columns) {
  const Fixture fixture;
  std::istringstream lines(gate_text(fixture.page()));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 104U) << line;  // µ, ±
}

TEST(GateMarkdown, LeadsWithTheVerdict) {
  const Fixture fixture;
  const std::string text = gate_markdown(fixture.page());
  EXPECT_THAT(text, testing::StartsWith("### tilebridge: **1 slower, 1 invalid**\n\n"
                                        "`fedcba987654` against `0123456789ab` on "));
  EXPECT_THAT(text, HasSubstr("| `transpose/tile  rows=16Ki cols=16Ki  cold` | kokkos | 1.000 ms "
                              "-> 1.250 ms | 0.800 ["));
  EXPECT_THAT(text, HasSubstr("<details><summary>1 undecided</summary>"));
  Fixture same;
  same.current = same.base;
  EXPECT_THAT(gate_markdown(same.page()), testing::StartsWith("### tilebridge: no slowdown\n"));
}

TEST(GateJson, HasEverything) {
  const Fixture fixture;
  const auto json = nlohmann::json::parse(gate_json(fixture.page()));
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
  EXPECT_EQ(json["not_compared"][0]["lost"], true);
  EXPECT_EQ(json["only_in_base"][0]["variant"], "old");
  EXPECT_EQ(json["only_in_new"][0]["variant"], "new");
}

TEST(GateJunit, SlowerAndInvalidFailUndecidedAndMissingAreSkipped) {
  const Fixture fixture;
  const std::string xml = gate_junit(fixture.page());
  EXPECT_THAT(xml, HasSubstr("tests=\"9\" failures=\"2\" errors=\"0\" skipped=\"4\""));
  EXPECT_THAT(xml, HasSubstr("message=\"slower: 1.000 ms -&gt; 1.250 ms, performance 0.800 ["));
  EXPECT_THAT(xml, HasSubstr("message=\"invalid: element 3 is wrong\""));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"only in the base file\"/>"));
}

TEST(GateFormats, HostileTextStaysText) {
  const Results base = hostile_run();
  Results current = hostile_run();
  current.cases[0].models[Model::kokkos] = {Status::invalid, hostile_text, invalid()};
  current.cases[1].models[Model::native] = {Status::skipped, hostile_text, {}};
  const GatePage page = {base,
                         current,
                         {hostile_text},
                         hostile_text,
                         {{"device", hostile_text, hostile_text}},
                         compare_results(base, current, {})};
  for (const std::string& text : {gate_text(page), gate_markdown(page), gate_junit(page)})
    EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(gate_junit(page), Not(HasSubstr("<script>")));
  EXPECT_EQ(nlohmann::json::parse(gate_json(page))["results"][1]["reason"], hostile_text);
  std::istringstream lines(gate_markdown(page));
  for (std::string line; std::getline(lines, line);) {
    EXPECT_EQ(std::count(line.begin(), line.end(), '`') % 2, 0) << line;
    EXPECT_TRUE(!line.starts_with('|') || std::count(line.begin(), line.end(), '|') == 6) << line;
  }
}

TEST(GateJson, AFileNameMayBeAnyBytes) {
  const Fixture fixture;
  GatePage page = fixture.page();
  page.current_file = "\xff.json";
  EXPECT_TRUE(nlohmann::json::accept(gate_json(page)));
}

}  // namespace
}  // namespace tilebridge
