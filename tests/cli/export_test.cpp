// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "results/file.hpp"
#include "tests/cli/command.hpp"
#include "tests/judge/sample_runs.hpp"

namespace tilebridge::cli {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::vector<std::string> formats = {"gbench", "csv", "junit"};

TEST(CliExport, WritesEveryFormat) {
  const TemporaryFolder folder;
  write_results(folder / "r.json", sample_results());
  for (const std::string& format : formats) {
    const Outcome printed = run_tilebridge("export --format " + format + " r.json", folder);
    EXPECT_EQ(printed.status, 0) << format;
    EXPECT_THAT(printed.out, HasSubstr("padded_tile")) << format;
    const Outcome written = run_tilebridge("export r.json -o out --format " + format, folder);
    EXPECT_EQ(written.status, 0) << format;
    EXPECT_EQ(written.out, "") << format;
    EXPECT_EQ(file_text(folder / "out"), printed.out) << format;
  }
}

TEST(CliExport, PythonReadsEveryFormat) {
  const TemporaryFolder folder;
  if (!is_installed("python3", folder)) GTEST_SKIP() << "python3 is not installed";
  write_results(folder / "r.json", hostile_run());
  const auto read_with = [&](const std::string& format, const std::string& program) {
    const Outcome outcome = run_tilebridge("export r.json -o out --format " + format, folder);
    EXPECT_EQ(outcome.status, 0) << format << outcome.err;
    std::ofstream(folder / "read.py") << program;
    return run_command("python3 read.py", folder);
  };
  const std::string json = "import json\nprint(len(json.load(open('out', encoding='utf-8'))))";
  EXPECT_EQ(read_with("gbench", json).out, "2\n");  // context and benchmarks
  const std::string csv =
      "import csv\nrows = list(csv.reader(open('out', newline='', encoding='utf-8')))\n"
      "print(len(rows), *{len(row) for row in rows})";
  EXPECT_EQ(read_with("csv", csv).out, "5 44\n");
  const std::string xml =
      "import xml.etree.ElementTree as xml\nsuite = xml.parse('out').getroot()[0]\n"
      "cases = suite.findall('testcase')\nprint(suite.get('tests'), len(cases),\n"
      "  suite.get('failures'), len(suite.findall('testcase/failure')),\n"
      "  suite.get('skipped'), len(suite.findall('testcase/skipped')))";
  EXPECT_EQ(read_with("junit", xml).out, "4 4 1 1 1 1\n");
}

/// The jq commands of the page about exports.
std::vector<std::string> jq_commands() {
  const std::string page = file_text(TILEBRIDGE_DOCS "/gate.md");
  std::vector<std::string> commands;
  for (std::size_t at = page.find("```sh\njq "); at != std::string::npos;
       at = page.find("```sh\njq ", at + 1)) {
    const std::size_t begin = page.find('\n', at) + 1;
    commands.push_back(page.substr(begin, page.find("```", begin) - begin));
  }
  return commands;
}

TEST(CliExport, TheJqCommandsOfThePageConvertGbench) {
  const TemporaryFolder folder;
  if (!is_installed("jq", folder)) GTEST_SKIP() << "jq is not installed";
  Results results = run_of(1e-3, 2e-3);
  results.cases[0].kernels[kokkos_code].timing->seconds = {2e-3, 1.9e-3, 2.1e-3};
  write_results(folder / "r.json", results);
  ASSERT_EQ(run_tilebridge("export r.json --format gbench -o gbench.json", folder).status, 0);
  ASSERT_EQ(jq_commands().size(), 4U);
  for (const std::string& command : jq_commands()) {
    const Outcome outcome = run_command(command, folder);
    EXPECT_EQ(outcome.status, 0) << outcome.err << command;
  }
  const std::string kokkos = "transpose/tile/kokkos/rows:16384/cols:16384/cache:cold";

  const Json smaller = Json::parse(file_text(folder / "smaller.json"));
  ASSERT_EQ(smaller.size(), 2U);
  EXPECT_EQ(smaller[1]["name"], kokkos);
  EXPECT_EQ(smaller[1]["unit"], "us");
  EXPECT_NEAR(smaller[1]["value"], 2000, 1e-9);
  EXPECT_EQ(smaller[1]["range"], "± 100");
  const Json bigger = Json::parse(file_text(folder / "bigger.json"));
  ASSERT_EQ(bigger.size(), 1U);
  EXPECT_EQ(bigger[0]["value"], 0.5);

  const Json bmf = Json::parse(file_text(folder / "bmf.json"));
  EXPECT_NEAR(bmf[kokkos]["latency"]["upper_value"], 2.1e6, 1e-6);
  EXPECT_NEAR(bmf[kokkos]["bandwidth"]["upper_value"], 2.147483648 / 1.9e-3, 1e-6);
  EXPECT_EQ(bmf[kokkos]["ratio"]["value"], 0.5);
  EXPECT_FALSE(bmf["transpose/tile/native/rows:16384/cols:16384/cache:cold"].contains("ratio"));

  EXPECT_EQ(
      file_text(folder / "p3.csv"),
      "\"problem\",\"platform\",\"application\",\"fom\",\"app eff\",\"arch eff\",\"date\"\n"
      "\"transpose/tile/rows:16384/cols:16384/cache:cold\",\"NVIDIA H200\",\"native\",0.001,1,0.5,"
      "\"2026-11-20T10:00:00Z\"\n"
      "\"transpose/tile/rows:16384/cols:16384/cache:cold\",\"NVIDIA H200\",\"kokkos\",0.002,0.5,"
      "0.5,\"2026-11-20T10:00:00Z\"\n");
}

TEST(CliExport, SaysInOneLineWhatIsWrong) {
  const TemporaryFolder folder;
  write_results(folder / "r.json", sample_results());
  write_results(folder / "profile.json", sample_profile());
  std::ofstream(folder / "cut.json") << R"({"schema_version": 3, "cases": [)";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"--format gbnch r.json", "did you mean 'gbench'?"},
      {"r.json", "--format is required"},
      {"--format xml r.json", "unknown format 'xml'; known are: gbench, "},
      {"--format csv none.json", "cannot read 'none.json'"},
      {"--format csv cut.json", "cannot read 'cut.json'"},
      {"--format csv profile.json", "'profile.json' is a profile"},
      {"--format csv r.json -o r.json", "name another file with -o"},
      {"--format csv r.json -o missing/out", "cannot write 'missing/out'"}};
  const std::string before = file_text(folder / "r.json");
  for (const auto& [arguments, message] : wrong) {
    const Outcome outcome = run_tilebridge("export " + arguments, folder);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, StartsWith("tilebridge: ")) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << arguments;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
  EXPECT_EQ(file_text(folder / "r.json"), before);
}

}  // namespace
}  // namespace tilebridge::cli
