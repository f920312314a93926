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

const std::vector<std::string> formats = {"gbench", "csv", "p3", "junit"};

TEST(CliExport, WritesEveryFormat) {
  const TemporaryFolder folder;
  write_results(folder / "r.json", sample_results());
  for (const std::string& format : formats) {
    const std::string printed = output_of("export --format " + format + " r.json", folder);
    EXPECT_THAT(printed, HasSubstr("padded_tile")) << format;
    EXPECT_EQ(output_of("export r.json -o out --format " + format, folder), "") << format;
    EXPECT_EQ(file_text(folder / "out"), printed) << format;
  }
}

TEST(CliExport, PythonReadsEveryFormat) {
  const TemporaryFolder folder;
  if (!is_installed("python3")) GTEST_SKIP() << "python3 is not installed";
  write_results(folder / "r.json", hostile_run());
  const auto read_with = [&](const std::string& format, const std::string& program) {
    EXPECT_EQ(run_tilebridge("export r.json -o out --format " + format, folder).status, 0);
    std::ofstream(folder / "read.py") << program;
    return run_command("python3 read.py", folder);
  };
  const std::string json = "import json\nprint(len(json.load(open('out', encoding='utf-8'))))";
  EXPECT_EQ(read_with("gbench", json).out, "2\n");  // context and benchmarks
  const std::string csv =
      "import csv\nrows = list(csv.reader(open('out', newline='', encoding='utf-8')))\n"
      "print(len(rows), *{len(row) for row in rows})";
  EXPECT_EQ(read_with("csv", csv).out, "5 49\n");
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
  if (!is_installed("jq")) GTEST_SKIP() << "jq is not installed";
  Results results = run_of(1e-3, 2e-3);
  results.cases[0].kernels[kokkos_code].timing->seconds = {2e-3, 1.9e-3, 2.1e-3};
  write_results(folder / "r.json", results);
  ASSERT_EQ(run_tilebridge("export r.json --format gbench -o gbench.json", folder).status, 0);
  ASSERT_EQ(jq_commands().size(), 3U);
  for (const std::string& command : jq_commands())
    EXPECT_EQ(run_command(command, folder).status, 0);
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
}

TEST(CliExport, SeveralFilesAreOneTable) {
  const TemporaryFolder folder;
  Results other = results_with_second_build();
  other.device["name"] = "NVIDIA H100";
  write_results(folder / "a.json", sample_results());
  write_results(folder / "b.json", other);
  for (const std::string format : {"csv", "p3"}) {
    const std::string text = output_of("export a.json b.json --format " + format, folder);
    EXPECT_THAT(text, HasSubstr("NVIDIA H200"));
    EXPECT_THAT(text, HasSubstr("NVIDIA H100"));
    const std::string head = text.substr(0, text.find("\r\n"));
    EXPECT_EQ(text.find(head, 1), std::string::npos) << "one header";
  }
}

TEST(CliExport, WritesAFolderOfProfiles) {
  const TemporaryFolder folder;
  write_results(folder / "r.json", sample_results());
  EXPECT_EQ(output_of("export r.json --format caliper -o a/b", folder),
            "wrote 2 profiles to a/b\n");
  const Json profile = Json::parse(file_text(folder / "a/b/NVIDIA-H200-kokkos-loops.json"));
  EXPECT_EQ(profile["tuning"], "loops");
}

bool has_python(const std::string& library, const TemporaryFolder& folder) {
  return run_command("python3 -c 'import " + library + "'", folder).status == 0;
}

std::string said_by_python(const std::string& program, const TemporaryFolder& folder) {
  std::ofstream(folder / "read.py") << "import warnings\nwarnings.simplefilter('ignore')\n"
                                    << program;
  const std::string outcome = output_of(run_command("python3 read.py", folder));
  return outcome;
}

constexpr const char* two_machines =
    "'" TILEBRIDGE_RESULTS "/h200-models.json' '" TILEBRIDGE_RESULTS "/h100-full.json'";

TEST(CliExport, TheP3LibraryReadsEveryProblem) {
  const TemporaryFolder folder;
  if (!has_python("p3analysis.metrics", folder)) GTEST_SKIP() << "python3 has no p3analysis";
  run_tilebridge(std::string("export --format p3 -o p3.csv ") + two_machines, folder);
  const std::string text = said_by_python(
      "import pandas\nfrom p3analysis.metrics import pp, application_efficiency\n"
      "all = pandas.read_csv('p3.csv')\n"
      "means = pandas.concat(pp(rows) for _, rows in all.groupby('problem'))\n"
      "best = pandas.concat(application_efficiency(rows) for _, rows in all.groupby('problem'))\n"
      "print((best.sort_index()['app eff'] - all['app eff']).abs().max() < 1e-12)\n"
      "tile = means[means.problem.str.contains('matmul.*n:4096/real:float')\n"
      "             & (means.application == 'cuda/tile16/indices')]\n"
      "print(round(tile['app pp'].iloc[0], 3))\n",
      folder);
  EXPECT_EQ(text, "True\n0.15\n");
}

TEST(CliExport, HatchetReadsAProfile) {
  const TemporaryFolder folder;
  if (!has_python("hatchet", folder)) GTEST_SKIP() << "python3 has no hatchet";
  run_tilebridge(std::string("export --format caliper -o profiles ") + two_machines, folder);
  const std::string text = said_by_python(
      "import hatchet\n"
      "frame = hatchet.GraphFrame.from_caliper('profiles/NVIDIA-H200-kokkos-loops.json')\n"
      "print(frame.metadata['variant'], len(frame.graph.roots) > 20)\n"
      "print(round(frame.dataframe['ratio'].max(), 1) > 1, 'time' in frame.dataframe)\n",
      folder);
  EXPECT_EQ(text, "Kokkos True\nTrue True\n");
}

TEST(CliExport, ThicketHasAProfileForEachModel) {
  const TemporaryFolder folder;
  if (!has_python("thicket", folder)) GTEST_SKIP() << "python3 has no thicket";
  run_tilebridge(std::string("export --format caliper -o profiles ") + two_machines, folder);
  const std::string text = said_by_python(
      "import glob, thicket\n"
      "all = thicket.Thicket.from_caliper(glob.glob('profiles/NVIDIA-H200-*-loops.json'))\n"
      "print(*sorted(all.metadata['variant']))\n",
      folder);
  EXPECT_THAT(text, testing::EndsWith("CUDA Kokkos Kokkos 5.0.2 RAJA alpaka\n"));
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
      {"--format gbench r.json r.json", "this format is of one result file"},
      {"--format caliper r.json", "name a folder with -o"},
      {"--format caliper r.json -o cut.json", "it is no folder"},
      {"--format caliper profile.json -o folder", "'profile.json' is a profile"},
      {"--format csv r.json -o missing/out", "cannot write 'missing/out'"}};
  const std::string before = file_text(folder / "r.json");
  for (const auto& [arguments, message] : wrong)
    expect_refused(run_tilebridge("export " + arguments, folder), message);
  EXPECT_EQ(file_text(folder / "r.json"), before);
}

}  // namespace
}  // namespace tilebridge::cli
