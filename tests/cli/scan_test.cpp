// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/cli/command.hpp"

namespace tilebridge::cli {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

/// A folder with two files, of which one has two idioms.
class CliScan : public testing::Test {
 protected:
  CliScan() {
    std::filesystem::create_directories(folder_ / "src/.hidden");
    write("src/sums.cpp",
          "struct Sums {\n"
          "  KOKKOS_FUNCTION void operator()(const Team& team) const {\n"
          "    for (int i = 0; i < n; ++i) {\n"
          "      Kokkos::single(Kokkos::PerTeam(team), [&] { out(i) = 0; });\n"
          "      team.team_barrier();\n"
          "    }\n"
          "  }\n"
          "};\n"
          "void run() { Kokkos::parallel_for(\"sums\", policy, Sums{}); }\n"
          "void all() { for (;;) { Kokkos::deep_copy(a, 0); run(); } }\n");
    write("src/plain.hpp", "int add(int a, int b) { return a + b; }\n");
    write("src/.hidden/copy.cpp", "void f() { for (;;) Kokkos::deep_copy(a, b); }\n");
  }
  void write(const std::string& path, const std::string& text) const {
    std::ofstream(folder_ / path) << text;
  }
  Outcome scan(const std::string& arguments) const {
    return run_tilebridge("scan " + arguments, folder_);
  }

  TemporaryFolder folder_;
};

TEST_F(CliScan, NamesEachPlaceItsCostAndWhatToWrite) {
  const Outcome outcome = scan("src");
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out,
              ContainsRegex("src/sums.cpp:4: team_control/single in Sums costs up to [0-9.]+×; "
                            "matters: .*; write: if \\(team.team_rank\\(\\) == 0\\); holds if: "
                            "vector length 1\n"));
  EXPECT_THAT(outcome.out, HasSubstr("src/sums.cpp:10: views/deep_copy costs up to "));
  EXPECT_THAT(outcome.out, HasSubstr("2 places in 2 files; costs measured on NVIDIA H200, Kokkos"));
  EXPECT_LT(outcome.out.find("single"), outcome.out.find("deep_copy"));  // the more expensive first
  EXPECT_THAT(scan("src/plain.hpp").out, HasSubstr("0 places in 1 file;"));
}

TEST_F(CliScan, TakesTheCostsOfAResultFile) {
  const std::string costs = "src --results '" TILEBRIDGE_RESULTS "/h100-full.json'";
  EXPECT_THAT(scan(costs).out, HasSubstr("costs measured on NVIDIA H100 80GB HBM3, Kokkos"));
  EXPECT_EQ(scan("src --results nothing.json").status, 2);
}

TEST_F(CliScan, FailsAboveACost) {
  EXPECT_EQ(scan("src --fail-above 2").status, 1);
  EXPECT_EQ(scan("src --fail-above 1000").status, 0);
  EXPECT_EQ(scan("src/plain.hpp --fail-above 1.1").status, 0);
  EXPECT_EQ(scan("src --fail-above 0").status, 2);
}

TEST_F(CliScan, WritesJsonAndSarif) {
  const auto json = nlohmann::json::parse(scan("src --format json").out);
  ASSERT_EQ(json["places"].size(), 2U);
  EXPECT_EQ(json["places"][0]["idiom"], "team_control/single");
  EXPECT_EQ(json["places"][0]["line"], 4);
  EXPECT_EQ(json["places"][0]["kernel"], "Sums");
  EXPECT_GT(json["places"][0]["cost"], 1.05);

  const Outcome written = scan("src --format sarif -o scan.sarif");
  EXPECT_EQ(written.status, 0);
  EXPECT_THAT(written.err, HasSubstr("2 places in 2 files"));
  const auto sarif = nlohmann::json::parse(read_text(folder_ / "scan.sarif"));
  EXPECT_EQ(sarif["version"], "2.1.0");
  const auto& run = sarif["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), 2U);
  const auto& place = run["results"][0];
  EXPECT_EQ(place["ruleId"], "team_control/single");
  const auto& location = place["locations"][0]["physicalLocation"];
  EXPECT_EQ(location["artifactLocation"]["uri"], "src/sums.cpp");
  EXPECT_EQ(location["region"]["startLine"], 4);
}

TEST_F(CliScan, SaysWhatItCannotRead) {
  const Outcome missing = scan("src nothing.cpp");
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("cannot read 'nothing.cpp'"));
  std::filesystem::create_directory(folder_ / "empty");
  EXPECT_THAT(scan("empty").err, HasSubstr("no C++ source files in 'empty'"));
  EXPECT_EQ(scan("").status, 2);
  EXPECT_EQ(scan("src --format yaml").status, 2);
}

TEST_F(CliScan, AnyBytesAreNoHarm) {
  write("src/bytes.cpp", std::string("\xff\0(\"{[<for(", 12) + "Kokkos::single(PerTeam");
  EXPECT_EQ(scan("src --format json").status, 0);
}

/// docs/your-own-code.md shows this command.
TEST_F(CliScan, LeadsFromTheKernelsOfALogToTheirSource) {
  const std::string log = "kernels '" TILEBRIDGE_RESULTS "/h100-molecular-dynamics.json'";
  const std::string source = " --source " TILEBRIDGE_DOCS "/../examples/molecular_dynamics";
  const std::string with = run_tilebridge(log + source, folder_).out;
  EXPECT_THAT(with, ContainsRegex("potential_energy +11.0% .*/molecular_dynamics.cpp:[0-9]+ +"
                                  "views/scalar_result +[0-9.]+\n"));
  EXPECT_THAT(run_tilebridge(log, folder_).out, Not(HasSubstr("molecular_dynamics.cpp")));
}

}  // namespace
}  // namespace tilebridge::cli
