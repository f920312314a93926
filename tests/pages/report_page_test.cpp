// SPDX-License-Identifier: Apache-2.0
#include "pages/report_page.hpp"

#include <gmock/gmock.h>

#include <array>

#include "results/file.hpp"
#include "tests/results/idiom_results.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/write/count.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view commit_of_samples = "0123456789ab";  // the commit that measured them

std::string page(std::span<const ReportFile> files) {
  const Report report = report_of(files, catalogue(), commit_of_samples);
  return write::as_html(report_page(report), report_head(report));
}

std::string page(const Results& results) {
  const ReportFile file = {"folder/r.json", results};
  return page({&file, 1});
}

/// The program has `clang` too, which did not run.
TEST(ReportPage, NamesItsDeviceAndItsModelsInTheirColours) {
  Results results = sample_results();
  for (const char* model : {"alpaka@3", "kokkos@4", "native@13", "raja@2"})
    results.cases[0].kernels[{Model(model), Form::loops}].status = Status::skipped;
  results.builds["models"] = {{"alpaka@3", {{"label", "alpaka"}, {"release", "3"}}},
                              {"clang@19", {{"label", "CUDA by clang"}, {"release", "19"}}},
                              {"kokkos@4", {{"label", "Kokkos"}, {"release", "4"}}},
                              {"native@13", {{"label", "CUDA"}, {"release", "13"}}},
                              {"raja@2", {{"label", "RAJA"}, {"release", "2"}}}};
  const std::string html = page(results);
  EXPECT_THAT(html, HasSubstr("<h1>NVIDIA H200 (sm_90)</h1>"));
  EXPECT_THAT(html, HasSubstr("<li class=\"native\">CUDA 13<li class=\"kokkos\">Kokkos 4"
                              "<li class=\"raja\">RAJA 2<li class=\"alpaka\">alpaka 3</ul>"));
}

TEST(ReportPage, ShowsTheQuestionTheFiguresAndTheCode) {
  const std::string html = page(sample_results());
  EXPECT_THAT(html, HasSubstr(catalogue().find("transpose")->question.substr(0, 30)));
  for (const char* part :
       {"<td>630.00 µs", "<td>0.958", "no_equivalent: Kokkos has no clusters",
        "backends/cuda/tiling/transpose.cu", "███", "as the access model predicts it"})
    EXPECT_THAT(html, HasSubstr(part));
}

TEST(ReportPage, CodeStandsBelowTheChartAndAboveTheTables) {
  const std::string html = page(sample_results());
  const std::size_t section = html.find("<section id=\"transpose\"");
  const std::size_t chart = html.find("<svg ", section);
  const std::size_t code = html.find("<h3>What a warp touches, and the code</h3>", section);
  EXPECT_LT(chart, code);
  EXPECT_LT(code, html.find("<h3>Measured</h3>", section));
}

/// The first case, behind its rewritten form.
Results rewritten_results() {
  Results results = sample_results();
  CaseResult rewritten = results.cases[0];
  rewritten.variant += "_rewritten";
  rewritten.form = "rewritten";
  results.cases.insert(results.cases.begin(), rewritten);
  return results;
}

TEST(ReportPage, RewrittenCodeIsBelowThatInLoopsAndNativeCodeIsThereOnce) {
  const std::string html = page(rewritten_results());
  EXPECT_EQ(count(html, "<summary>padded_tile: "), 1U);
  const std::size_t variant = html.find("<summary>padded_tile: ");
  const std::size_t rewritten = html.find("<summary>rewritten: ", variant);
  EXPECT_LT(variant, rewritten);
  EXPECT_LT(rewritten, html.find("<h5>rewritten Kokkos</h5>", variant));
  const std::size_t end = html.find("<summary>swizzled_tile: ", variant);
  EXPECT_EQ(count(html.substr(variant, end - variant), "<h5>native CUDA</h5>"), 1U);
}

TEST(ReportPage, OverviewSaysWhatCostsMostAndLeadsThere) {
  const std::string html = page(idiom_results_with_kernel(2));
  const std::size_t overview = html.find("<section id=\"overview\"");
  const std::size_t end = html.find("</section>", overview);
  for (const char* part :
       {"<li>0.50 of native <a href=\"#dot?variant=block_tree\">dot/block_tree</a>",
        "<li>2.0× <a href=\"#team_control?variant=single\">"})
    EXPECT_LT(html.find(part, overview), end) << part;
}

TEST(ReportPage, BeginsWithThePictureThenTheSummary) {
  Results results = rewritten_results();
  for (CaseResult& c : results.cases) c.parameters.set("real", std::string("float"));
  const std::string html = page(results);
  EXPECT_THAT(html, HasSubstr("<h2 id=\"overview-title\">Overview</h2>\n<figure "));
  const std::size_t picture = html.find("<svg class=\"tb\"");
  const std::size_t summary =
      html.find("<p>Kokkos in loops, float: 2 of 2 variants at parity, 0 slower");
  EXPECT_LT(picture, summary);
  EXPECT_NE(summary, std::string::npos);
  const std::size_t map = html.find("<div class=heat>");
  EXPECT_LT(picture, map);
  EXPECT_LT(map, summary);
}

TEST(ReportPage, OfTwoFilesBeginsWithBothAndTheRatioOfRatios) {
  Results slower = sample_results();
  ComparisonResult& comparison = slower.cases.front().comparisons.front();
  comparison.ratio = {0.479, 0.478, 0.480};
  KernelResult& kokkos = slower.cases.front().kernels[kokkos_code];
  kokkos.timing->seconds.median *= 2;
  const std::array files = {ReportFile{"a.json", sample_results()}, ReportFile{"b.json", slower}};
  const std::string html = page(files);
  const std::size_t overview = html.find("<section id=\"overview\"");
  const std::size_t both = html.find("<caption>Kokkos against native code in both files", overview);
  EXPECT_LT(both, html.find("<h3>A: ", overview));
  EXPECT_THAT(html, HasSubstr("<th scope=col>B ÷ A"));
}

TEST(ReportPage, HasSectionsForWhatSeveralPlatformsShow) {
  Results other = sample_results();
  other.device["name"] = "Another GPU";
  other.program["git"] = "fedcba987654";
  const std::array files = {ReportFile{"a.json", sample_results()}, ReportFile{"b.json", other}};
  const std::string html = page(files);
  EXPECT_THAT(html, HasSubstr("<h3>B: Another GPU (sm_90), b.json</h3>"));
  EXPECT_THAT(html, HasSubstr("<p>Measured by tilebridge at fedcba987654 (B); "));
}

TEST(ReportPage, NamesFilesWithoutTheirFolders) {
  EXPECT_THAT(page(sample_results()), Not(HasSubstr("folder/")));
}

TEST(ReportPage, PairOfTheUsersOwnHasItsQuestionAndItsRatio) {
  Results results = sample_results();
  results.cases.resize(1);
  results.cases[0].experiment = "heat_flux";
  results.cases[0].variant = results.cases[0].compared_with = "kernel";
  results.builds["pairs"] = {{{"name", "heat_flux"}, {"question", "What does a flux cost?"}}};
  const std::string html = page(results);
  EXPECT_THAT(html, HasSubstr("<h2>Yours</h2>"));
  EXPECT_THAT(html, HasSubstr("<h2 id=\"yours-1-title\">heat_flux</h2>\n"
                              "<p>What does a flux cost?</p>"));
  EXPECT_THAT(html, HasSubstr("heat_flux: Kokkos 0.96 of CUDA [0.96, 0.96]"));
}

TEST(ReportPage, CostsLeadToTheirExperimentsAndShowTheCodeInstead) {
  const std::string html = page(idiom_results(2));
  EXPECT_THAT(html, HasSubstr("<a href=\"#team_control\">team_control/single</a>"));
  EXPECT_THAT(html, HasSubstr("<summary>Code instead of team_control/single</summary>"));
  EXPECT_THAT(html, HasSubstr("[&amp;] { Kokkos::atomic_add(&amp;out(tile), 1U); });"));
  EXPECT_THAT(page(sample_results()), Not(HasSubstr("<section id=\"idioms\"")));
}

TEST(ReportPage, ShowsASecondKokkosNextToTheOwn) {
  Results results = results_with_second_build();
  results.cases[0].kernels[{Model("kokkos@legacy"), Form::loops}] = {
      Status::invalid, "wrong", {}, {}};
  results.builds["models"]["kokkos@legacy"] = {{"label", "Kokkos"}};
  const std::string html = page(results);
  for (const char* part : {"<section id=\"releases\"",
                           "<h3>Kokkos 5.0.2 (5.0.02) against 4.7.01, in the same rounds</h3>",
                           "<td>1.250 … 1.270", "<p>1 of its results are invalid or missing.</p>"})
    EXPECT_THAT(html, HasSubstr(part));
  EXPECT_THAT(page(sample_results()), Not(HasSubstr("<section id=\"releases\"")));
}

TEST(ReportPage, HostileTextIsOnlyEverText) {
  const std::string evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'";
  Results results = sample_results();
  results.device = {{"name", evil}, {"architecture", 5}};
  results.program = {{"parity_band", 1e308}, {"version", evil}};
  results.builds = {{"build_type", evil}, {"kokkos", evil}, {"cuda", {{"compiler", evil}}}};
  CaseResult& c = results.cases[0];
  c.experiment = c.variant = c.compared_with = c.form = c.platform = c.cache = evil;
  c.parameters = {{evil, evil}};
  c.sampling.throttle_reasons = {evil};
  const ReportFile file = {evil, results};
  const std::string html = page({&file, 1});
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_EQ(count(html, "<script"), 1U);
}

TEST(ReportPage, ManyCasesAreCutAndThePageSaysSo) {
  Results results = sample_results();
  results.cases.assign(20000, results.cases[0]);
  for (std::size_t i = 10000; i < 20000; ++i) results.cases[i].experiment = "e" + std::to_string(i);
  const std::string html = page(results);
  EXPECT_THAT(html, HasSubstr("The first 1000 of 10000 cases"));
  EXPECT_THAT(html, HasSubstr("9950 more experiments that this program does not know"));
  EXPECT_LT(html.size(), 3U << 20U);
}

TEST(ReportPage, FileWithoutCasesIsAPage) {
  Results results = sample_results();
  results.cases.clear();
  EXPECT_THAT(page(results), HasSubstr("No kernel is compared with native code"));
}

TEST(ReportPage, FullRunWithAProfileIsSmall) {
  const std::array files = {ReportFile{"a", read_results(TILEBRIDGE_RESULTS "/h200-models.json")},
                            ReportFile{"b", read_results(TILEBRIDGE_RESULTS "/h200-profile.json")}};
  EXPECT_LE(page(files[0].results).size(), 5'000'000U);
  const std::string html = page(files);
  EXPECT_THAT(html, HasSubstr("Speed relative to CUDA, kernel by kernel"));
  EXPECT_THAT(html, HasSubstr("<section id=\"sizes\""));
  EXPECT_THAT(html, HasSubstr("<section id=\"machine\""));
  EXPECT_THAT(html, HasSubstr("counts agree with the hardware's."));
  EXPECT_EQ(count(html, "<table"), count(html, "<caption>"));
  EXPECT_EQ(count(html, "<section "), count(html, "aria-labelledby=\""));
  for (const char* never : {" style=", "src=", "https://"})
    EXPECT_THAT(html, Not(HasSubstr(never)));
}

}  // namespace
}  // namespace tilebridge::pages
