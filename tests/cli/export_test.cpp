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

const std::vector<std::string> formats = {"gbench", "gha-smaller", "gha-bigger", "bmf",
                                          "p3-csv", "csv",         "junit"};

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
    EXPECT_EQ(read_text(folder / "out"), printed.out) << format;
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
  EXPECT_EQ(read_with("gha-smaller", json).out, "2\n");
  EXPECT_EQ(read_with("gha-bigger", json).out, "3\n");
  EXPECT_EQ(read_with("bmf", json).out, "2\n");
  const std::string csv =
      "import csv\nrows = list(csv.reader(open('out', newline='', encoding='utf-8')))\n"
      "print(len(rows), *{len(row) for row in rows})";
  EXPECT_EQ(read_with("csv", csv).out, "5 28\n");
  EXPECT_EQ(read_with("p3-csv", csv).out, "5 7\n");
  const std::string xml =
      "import xml.etree.ElementTree as xml\nsuite = xml.parse('out').getroot()[0]\n"
      "cases = suite.findall('testcase')\nprint(suite.get('tests'), len(cases),\n"
      "  suite.get('failures'), len(suite.findall('testcase/failure')),\n"
      "  suite.get('skipped'), len(suite.findall('testcase/skipped')))";
  EXPECT_EQ(read_with("junit", xml).out, "4 4 1 1 1 1\n");
}

TEST(CliExport, SaysWhenItsOutputIsLarge) {
  const TemporaryFolder folder;
  const std::string file = TILEBRIDGE_RESULTS "/h200-full.json";
  const Outcome large = run_tilebridge("export --format gbench -o out '" + file + "'", folder);
  EXPECT_EQ(large.status, 0);
  EXPECT_THAT(large.err, testing::ContainsRegex("^tilebridge: 'out' is [0-9.]+ MB large; gbench "
                                                "writes an entry for every sample\n$"));
  EXPECT_EQ(run_tilebridge("export --format bmf -o out '" + file + "'", folder).err, "");
}

TEST(CliExport, SaysInOneLineWhatIsWrong) {
  const TemporaryFolder folder;
  write_results(folder / "r.json", sample_results());
  write_results(folder / "profile.json", sample_profile());
  std::ofstream(folder / "cut.json") << R"({"schema_version": 1, "cases": [)";
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"--format gbnch r.json", "did you mean 'gbench'?"},
      {"r.json", "--format is required"},
      {"--format xml r.json", "unknown format 'xml'; known are: gbench, "},
      {"--format csv none.json", "cannot read 'none.json'"},
      {"--format csv cut.json", "cannot read 'cut.json'"},
      {"--format csv profile.json", "'profile.json' is a profile"},
      {"--format csv r.json -o r.json", "name another file with -o"},
      {"--format csv r.json -o missing/out", "cannot write 'missing/out'"}};
  const std::string before = read_text(folder / "r.json");
  for (const auto& [arguments, message] : wrong) {
    const Outcome outcome = run_tilebridge("export " + arguments, folder);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.err, StartsWith("tilebridge: ")) << arguments;
    EXPECT_THAT(outcome.err, HasSubstr(message)) << arguments;
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
  }
  EXPECT_EQ(read_text(folder / "r.json"), before);
}

}  // namespace
}  // namespace tilebridge::cli
