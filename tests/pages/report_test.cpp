// SPDX-License-Identifier: Apache-2.0
#include "pages/report.hpp"

#include <gmock/gmock.h>

#include "tests/pages/rows.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::StartsWith;

constexpr std::string_view of_samples = "0123456789ab";  // the commit that measured them

std::vector<std::string> ids_of(const Report& report) {
  std::vector<std::string> ids;
  for (const ExperimentCases& experiment : report.experiments) ids.push_back(experiment.id);
  return ids;
}

TEST(Report, HasTheCataloguesExperimentsFirst) {
  Results results = sample_results();
  results.cases[0].experiment = "tomorrow";
  results.cases[1].experiment = "stride";
  const ReportFile file = {"r.json", results};
  const Report report = report_of({&file, 1}, catalogue(), of_samples);
  EXPECT_THAT(ids_of(report), ElementsAre("stride", "transpose", "yours-1"));
  EXPECT_EQ(report.experiments[1].known, catalogue().find("transpose"));
  EXPECT_EQ(report.experiments[2].name, "tomorrow");
  EXPECT_EQ(report.experiments[2].known, nullptr);
  EXPECT_EQ(report.experiments[2].question, "");
  EXPECT_EQ(report.experiments[0].question, catalogue().find("stride")->question);
}

TEST(Report, APairHasItsOwnQuestion) {
  Results results = sample_results();
  results.cases[0].experiment = "heat_flux";
  results.builds["pairs"] = {{{"name", "heat_flux"}, {"question", "What does a flux cost?"}}};
  const ReportFile file = {"r.json", results};
  EXPECT_EQ(report_of({&file, 1}, catalogue(), of_samples).experiments.back().question,
            "What does a flux cost?");
}

TEST(Report, ManyCasesAreCutAndItSaysSo) {
  Results results = sample_results();
  results.cases.assign(20000, results.cases[0]);
  for (std::size_t i = 10000; i < 20000; ++i) results.cases[i].experiment = "e" + std::to_string(i);
  const ReportFile file = {"r.json", results};
  const Report report = report_of({&file, 1}, catalogue(), of_samples);
  EXPECT_EQ(report.experiments.size(), 51U);
  EXPECT_EQ(left_out_text(report.experiments[0]),
            "The first 1000 of 10000 cases; tilebridge report without -o prints all.");
  EXPECT_EQ(left_out_text(report.experiments[1]), "");
  EXPECT_EQ(left_out_text(report),
            "9950 more experiments that this program does not know are not shown.");
}

TEST(Report, FilesHaveLabelsWhereThereAreSeveral) {
  const ReportFile files[] = {{"a.json", sample_results()}, {"b.json", sample_results()}};
  const Report one = report_of({files, 1}, catalogue(), of_samples);
  EXPECT_EQ(label_of(one, 0), "");
  EXPECT_EQ(labelled(one, 0, "tile"), "tile");
  const Report two = report_of(files, catalogue(), of_samples);
  EXPECT_EQ(label_of(two, 1), "B");
  EXPECT_EQ(labelled(two, 1, "tile"), "tile (B)");
  const std::vector<ReportFile> many(27, files[0]);
  EXPECT_EQ(label_of(report_of(many, catalogue(), of_samples), 26), "27");
}

TEST(Report, SaysWhereAnotherBuildMeasuredThanTheOneWhoseCodeItShows) {
  Results other = sample_results();
  other.program["git"] = "fedcba987654";
  Results unsaid = sample_results();
  unsaid.program.erase("git");
  const ReportFile files[] = {{"a.json", sample_results()}, {"b.json", other}, {"c.json", unsaid}};
  EXPECT_EQ(built_otherwise(report_of({files, 1}, catalogue(), of_samples)), "");
  EXPECT_EQ(
      built_otherwise(report_of(files, catalogue(), of_samples)),
      "Measured by tilebridge at fedcba987654 (B), an unknown commit (C); the questions, code "
      "and access patterns shown are those of the tilebridge that wrote this page, at "
      "0123456789ab.");
}

TEST(Report, TheTableOfFilesSaysWhatMeasured) {
  Results other = sample_results();
  other.builds["build_type"] = "Debug";
  other.ceilings = {};
  const ReportFile files[] = {{"a.json", sample_results()}, {"b.json", other}};
  const Table table = files_table(report_of(files, catalogue(), of_samples));
  EXPECT_THAT(heads_of(table), ElementsAre("", "A: a.json", "B: b.json"));
  EXPECT_THAT(
      lines_of(table),
      ElementsAre(
          "device | NVIDIA H200 (sm_90) | NVIDIA H200 (sm_90)", "driver | 580.1 | 580.1",
          "runtime | CUDA 13.0 | CUDA 13.0",
          "measured ceilings | read 4500, write 4600, copy 4200 GB/s; fp32 61.00 TFLOP/s | not "
          "measured",
          StartsWith("datasheet | read 4800"),
          "models | Kokkos 4.7.01 (Cuda, Serial) | Kokkos 4.7.01 (Cuda, Serial)",
          "build | Release | built as 'Debug', not Release: these are not the figures of either "
          "model",
          "host compiler | GNU 12.2.0 -O3 | GNU 12.2.0 -O3", "GPU compiler | not built | not built",
          "compilers of other models | Kokkos 4.7.01: GNU 12.2.0 -O3 | Kokkos 4.7.01: GNU 12.2.0 "
          "-O3",
          StartsWith("program | tilebridge 0.1.0 (0123456789ab), preset quick | "),
          "started | 2026-11-20T10:00:00Z | 2026-11-20T10:00:00Z", "cases | 4 | 4"));
}

TEST(Report, AnExperimentIsJudgedAsMostOfItsCases) {
  Results results = sample_results();
  results.cases[0].work = {.flops = 1e15};
  const ReportFile file = {"r.json", results};
  const Report report = report_of({&file, 1}, catalogue(), of_samples);
  EXPECT_EQ(measure_of(report.experiments[0]), Measure::bandwidth);
}

}  // namespace
}  // namespace tilebridge::pages
