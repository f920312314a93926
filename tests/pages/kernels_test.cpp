// SPDX-License-Identifier: Apache-2.0
#include "pages/kernels.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "results/file.hpp"
#include "sources/scan.hpp"
#include "tests/pages/rows.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

KernelLog sample_log() {
  KernelLog log;
  log.seconds = 10;
  log.devices = {{"Cuda", "NVIDIA H200"}};
  log.kernels = {{"short", "for", {50000, 0.5, 8e-6, 0}},
                 {"force", "for", {100, 6, 0.05, 0}},
                 {"norm", "reduce", {100, 1, 0.005, 0}}};
  log.deep_copies = {{"f -> forces", {30, 1.5, 0.01, 30 << 20}},
                     {"Scalar -> f", {20, 0.5, 0.02, 0}}};
  return log;
}

std::vector<std::string> column(const Table& table, std::string_view key) {
  std::vector<std::string> texts;
  for (const Table::Row& row : table.groups.at(0).rows)
    texts.push_back(row.cells.at(table.column(key)).text);
  return texts;
}

/// Its parts.
struct KernelReport {
  std::string summary;
  std::string note;
  Table kernels;
  Table between;
  Table suggestions;

  std::vector<std::string> seen() const { return column(suggestions, "seen"); }
  std::vector<std::string> idioms() const { return column(suggestions, "idiom"); }
};

KernelReport kernel_report(const KernelLog& log, const std::map<std::string, double>& bytes,
                           const std::optional<Results>& results, const Catalogue& catalogue) {
  const Document page = kernels_page(log, bytes, results, catalogue);
  const auto* note = std::get_if<Text>(&page.blocks.at(1));
  const std::vector<Table> tables = tables_of(page);
  return {std::get<Text>(page.blocks.at(0)).text, note == nullptr ? "" : note->text, tables.at(0),
          tables.at(1), tables.at(2)};
}

TEST(KernelReport, TheLongestKernelsComeFirstWithTheirShares) {
  const KernelReport report = kernel_report(sample_log(), {}, {}, catalogue());
  EXPECT_EQ(report.summary,
            "10.000 s from Kokkos's initialisation to its end, 75.0% of it in 3 kernels on "
            "Cuda (NVIDIA H200)");
  EXPECT_THAT(column(report.kernels, "kernel"), ElementsAre("force", "norm", "short"));
  EXPECT_THAT(column(report.kernels, "share"), ElementsAre("60.0%", "10.0%", "5.0%"));
  EXPECT_THAT(column(report.kernels, "mean"), ElementsAre("60.000 ms", "10.000 ms", "10.00 µs"));
}

TEST(KernelReport, WhatWasSeenSuggestsIdiomsOfTheCostList) {
  const KernelReport report = kernel_report(sample_log(), {}, {}, catalogue());
  EXPECT_THAT(report.seen(),
              ElementsAre("50000 launches of kernels shorter than 20 µs: 500.000 ms, 5.0% of the "
                          "time",
                          "50 deep copies after the first kernel: 2.000 s, 20.0% of the time"));
  EXPECT_THAT(report.idioms(),
              ElementsAre(StartsWith("launching/range, "), StartsWith("views/deep_copy, ")));
  EXPECT_THAT(column(report.suggestions, "write")[1], HasSubstr("instance"));
}

TEST(KernelReport, WhatHappenedBetweenKernelsIsNamed) {
  KernelLog log = sample_log();
  log.fences = {{"mine", {5, 1, 0.1, 0}}};
  log.allocations = {{"tmp", {40, 0.25, 0, 40 << 10}}, {"rare", {2, 0, 0, 100}}};
  const Table between = kernel_report(log, {}, {}, catalogue()).between;
  EXPECT_THAT(column(between, "name"),
              ElementsAre("f -> forces", "mine", "Scalar -> f", "tmp", "rare"));
  EXPECT_THAT(column(between, "kind"),
              ElementsAre("copy", "fence", "copy", "allocation", "allocation"));
  EXPECT_THAT(column(between, "share"), ElementsAre("15.0%", "10.0%", "5.0%", "2.5%", ""));
  EXPECT_THAT(column(between, "bytes"), ElementsAre("1 MiB", "", "", "1 KiB", "50 bytes"));
  EXPECT_EQ(between.left_out, 0U);
  log.fences.assign(12, {"mine", {5, 1, 0.1, 0}});
  const Table longer = kernel_report(log, {}, {}, catalogue()).between;
  EXPECT_THAT(longer.groups.at(0).rows, SizeIs(10));
  EXPECT_EQ(longer.left_out, 6U);
  log.allocations = {{"tmp", {40, 1e-6, 1e-8, 0}}};
  EXPECT_EQ(kernel_report(log, {}, {}, catalogue()).seen().back(),
            "40 allocations after the first kernel");
}

/// Kokkos has up to two fences for a reduction into a number of the host.
TEST(KernelReport, ReductionsThatTheHostWaitsForAreCountedOnce) {
  KernelLog log = sample_log();
  log.fences = {
      {"Kokkos::Impl::ParallelReduce<Cuda, RangePolicy>::execute: Result Not Device Accessible",
       {120, 0.5, 1e-3, 0}},
      {"Kokkos::parallel_reduce: fence due to result being value, not view", {100, 0.1, 1e-4, 0}},
      {"Kokkos::parallel_reduce: fence", {20, 0.1, 1e-4, 0}},
      {"mine", {30, 0.2, 1e-3, 0}}};
  const KernelReport report = kernel_report(log, {}, {}, catalogue());
  ASSERT_THAT(report.seen(), SizeIs(4));
  EXPECT_EQ(report.seen()[1],
            "120 reductions whose result the host waits for: 700.000 ms, 7.0% of the time");
  EXPECT_THAT(report.idioms()[1], StartsWith("views/scalar_result, "));
  EXPECT_EQ(report.seen()[2],
            "30 other fences after the first kernel: 200.000 ms, 2.0% of the time");
}

TEST(KernelReport, WhatHappenedAFewTimesSuggestsNothing) {
  KernelLog log = sample_log();
  log.kernels = {{"force", "for", {100, 6, 0.05, 0}}, {"short", "for", {1000, 0.01, 8e-6, 0}}};
  log.deep_copies = {{"f -> forces", {3, 1.5, 0.01, 1 << 20}}};
  EXPECT_THAT(kernel_report(log, {}, {}, catalogue()).seen(), IsEmpty());
}

TEST(KernelReport, AResultFileHasTheCostsAndTheCeiling) {
  const Results measured = read_results(TILEBRIDGE_RESULTS "/h200-models.json");
  const double bytes = 0.5 * measured.ceilings.copy_bytes_per_s * 0.06;  // in the time of a call
  const KernelReport report =
      kernel_report(sample_log(), {{"force", bytes}}, measured, catalogue());
  EXPECT_THAT(column(report.kernels, "of the ceiling"), ElementsAre("50.0%", "", ""));
  EXPECT_THAT(report.idioms(), testing::Contains(ContainsRegex("^[0-9.]+×: ")));
  EXPECT_EQ(report.note, "");
}

/// The report of kernels that ran on `devices`, with costs of an H200.
KernelReport report_on(std::vector<LoggedDevice> devices) {
  static const Results measured = read_results(TILEBRIDGE_RESULTS "/h200-models.json");
  KernelLog log = sample_log();
  log.devices = std::move(devices);
  return kernel_report(log, {{"force", 1e9}}, measured, catalogue());
}

TEST(KernelReport, CostsOfAnotherKindOfDeviceAreNotShown) {
  for (const char* space : {"Serial", "OpenMP", "Threads", "HIP", "SYCL"}) {
    const KernelReport report = report_on({{space, ""}});
    EXPECT_THAT(report.note, StartsWith("costs and ceilings are not shown: "));
    EXPECT_THAT(report.note, HasSubstr(std::string("the results are of NVIDIA H200, and the "
                                                   "kernels ran on ") +
                                       space));
    EXPECT_THAT(report.idioms().at(1), StartsWith("views/"));
    EXPECT_THROW(report.kernels.column("of the ceiling"), InternalError) << "an empty column";
  }
  Results of_host;
  of_host.device["name"] = "some processor";
  of_host.cases.emplace_back().platform = "host";
  const KernelReport of_gpu = kernel_report(sample_log(), {}, of_host, catalogue());
  EXPECT_THAT(of_gpu.note, testing::EndsWith("not shown: the results are of some processor, and "
                                             "the kernels ran on Cuda (NVIDIA H200)"));
  KernelLog on_host = sample_log();
  on_host.devices = {{"OpenMP", ""}};
  EXPECT_EQ(kernel_report(on_host, {}, of_host, catalogue()).note, "");
}

TEST(KernelReport, NeitherAreTheyShownInTheSource) {
  const std::vector<ScannedFile> files = {
      {"a.cpp",
       sources::scan_source("Kokkos::parallel_for(\"force\", Kokkos::MDRangePolicy<"
                            "Kokkos::Rank<2>>({0, 0}, {n, m}), KOKKOS_LAMBDA(int x, int y) {});")}};
  static const Results measured = read_results(TILEBRIDGE_RESULTS "/h200-models.json");
  const auto text_on = [&](const LoggedDevice& device) {
    KernelLog log = sample_log();
    log.devices = {device};
    return write::as_text(kernels_page(log, {}, measured, catalogue(), files));
  };
  EXPECT_THAT(text_on({"Cuda", "NVIDIA H200"}),
              testing::AllOf(HasSubstr("longest kernels; costs measured on NVIDIA H200"),
                             HasSubstr("policies/mdrange_tile   4.3\n")));
  EXPECT_THAT(text_on({"Serial", ""}),
              testing::AllOf(HasSubstr("In the source of the longest kernels\n"),
                             HasSubstr("policies/mdrange_tile"), testing::Not(HasSubstr("4.47")),
                             testing::Not(HasSubstr("measured on"))));
}

TEST(KernelReport, CostsOfAnotherModelOrOfAnUnknownOneAreShownWithALine) {
  for (const auto& [devices, note] :
       {std::pair<std::vector<LoggedDevice>, std::string>{
            {{"Serial", ""}, {"Cuda", "NVIDIA H100\x1b[31m"}},
            "the costs are those of NVIDIA H200, and the kernels ran on Cuda (NVIDIA H100?[31m)"},
        {{}, "the costs are those of NVIDIA H200; the log does not name its device"},
        {{{"Cuda", ""}}, "the costs are those of NVIDIA H200; the log does not name its device"}}) {
    const KernelReport report = report_on(devices);
    EXPECT_EQ(report.note, note);
    EXPECT_THAT(report.idioms(), testing::Contains(ContainsRegex("^[0-9.]+×: ")));
  }
}

TEST(KernelReport, KernelsOfSeveralSpacesAreToldApart) {
  KernelLog log = sample_log();
  log.devices = {{"Cuda", "NVIDIA H200"}, {"Serial", ""}};
  log.kernels = {{"pack", "for", {100, 2, 0.01, 0}, "Cuda"},
                 {"pack", "for", {9, 1, 0.1, 0}, "Serial"}};
  EXPECT_THAT(column(kernel_report(log, {}, {}, catalogue()).kernels, "kernel"),
              ElementsAre("pack (Cuda)", "pack (Serial)"));
}

TEST(KernelReport, BytesOfAnUnknownKernelAreRefused) {
  EXPECT_THROW(kernel_report(sample_log(), {{"farce", 1e9}}, {}, catalogue()), UsageError);
}

}  // namespace
}  // namespace tilebridge::pages
