// SPDX-License-Identifier: Apache-2.0
#include "html/report.hpp"

#include <gmock/gmock.h>

#include "results/file.hpp"
#include "tests/html/count.hpp"
#include "tests/results/idiom_results.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge::html {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view of_samples = "0123456789ab";  // the commit that measured them

std::string page(const Results& results, std::string_view git_state = of_samples) {
  const pages::ReportFile file = {"r.json", results};
  return report_page({&file, 1}, catalogue(), git_state);
}

Json data_of(const std::string& html) {
  const std::string begin = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = html.find(begin) + begin.size();
  return Json::parse(html.substr(from, html.find("</script>", from) - from));
}

TEST(HtmlReport, ShowsTheQuestionTheFiguresAndTheCode) {
  const std::string html = page(sample_results());
  EXPECT_THAT(html, HasSubstr("What does reading rows and writing columns cost"));
  EXPECT_THAT(html, HasSubstr("<td class=\"number\">630.00 µs</td>"));
  EXPECT_THAT(html, HasSubstr("<td class=\"number\">0.958</td>"));
  EXPECT_THAT(html, HasSubstr("no_equivalent: Kokkos has no clusters"));
  EXPECT_THAT(html, HasSubstr("backends/cuda/tiling/transpose.cu"));
  EXPECT_THAT(html, HasSubstr("class=\"lanes\""));
  EXPECT_THAT(html, HasSubstr("D3-4-transpose"));
  EXPECT_THAT(html, HasSubstr("as the access model predicts it"));
}

/// Its first case, behind the one that is matched to it.
Results matched_results() {
  Results results = sample_results();
  CaseResult matched = results.cases[0];
  matched.variant += "_matched";
  matched.form = "matched";
  results.cases.insert(results.cases.begin(), matched);
  return results;
}

TEST(HtmlReport, TheOverviewSaysWhatCostsMostAndWhatToWriteInstead) {
  const std::string html = page(idiom_results_with_kernel(2));
  const std::string overview = html.substr(html.find("<section id=\"overview\""));
  const std::size_t end = overview.find("</section>");
  EXPECT_LT(overview.find("<li>0.50 of native dot/block_tree: team_control/team_range (cost here "),
            end);
  EXPECT_LT(overview.find("<li>2.00× team_control/single: (vector length 1) "), end);
  EXPECT_LT(overview.find("throttled: "), end);
}

TEST(HtmlReport, BeginsWithTheSummary) {
  const std::string html = page(matched_results());
  EXPECT_THAT(html, HasSubstr("<p class=\"summary\">Kokkos in nested ranges runs at 0.96 of "
                              "native speed, matched at 0.96: kernels, 1 and 1 variants.</p>"));
  EXPECT_THAT(html, HasSubstr("<h3>ranges</h3><p class=\"figure\">0.958</p>"));
  EXPECT_THAT(html, HasSubstr("<option>matched</option>"));
}

TEST(HtmlReport, HasASectionForWhatSeveralFilesShow) {
  Results other = sample_results();
  other.device["name"] = "Another GPU";
  other.program["git"] = "fedcba987654";
  const pages::ReportFile files[] = {{"a.json", sample_results()}, {"b.json", other}};
  const std::string html = report_page(files, catalogue(), of_samples);
  EXPECT_THAT(html, HasSubstr("<section id=\"portability\""));
  EXPECT_THAT(html, HasSubstr("<h3 class=\"of-file\">B: Another GPU (sm_90), b.json</h3>"));
  EXPECT_EQ(count(html, "<p class=\"note\">Measured by tilebridge at fedcba987654 (B); "),
            2);  // in the overview, and at the listings of the one experiment
  EXPECT_THAT(page(sample_results()), Not(HasSubstr("<section id=\"portability\"")));
}

TEST(HtmlReport, APairOfTheUsersOwnHasItsQuestionAndItsRatio) {
  Results results = sample_results();
  results.cases.resize(1);
  results.cases[0].experiment = "heat_flux";
  results.builds["pairs"] = {{{"name", "heat_flux"}, {"question", "What does a flux cost?"}}};
  const std::string html = page(results);
  EXPECT_THAT(html, HasSubstr("<h2>yours</h2>"));
  EXPECT_THAT(html, HasSubstr("<section id=\"yours-1\""));
  EXPECT_THAT(html, HasSubstr("<h2 id=\"yours-1-title\">heat_flux</h2>"));
  EXPECT_THAT(html, HasSubstr("<p class=\"question\">What does a flux cost?</p>"));
  EXPECT_THAT(html, HasSubstr("heat_flux: Kokkos runs at 0.96 of native speed (0.96…0.96)"));
}

TEST(HtmlReport, MatchedCodeIsThereOnRequest) {
  const std::string html = page(matched_results());
  EXPECT_EQ(count(html, "<b>padded_tile</b>"), 1U);
  EXPECT_EQ(count(html, "<b>padded_tile_matched</b>"), 0U);
  const std::size_t variant = html.find("<b>padded_tile</b>");
  const std::size_t plain = html.find("<h5>Kokkos in ranges</h5>", variant);
  const std::size_t matched = html.find("<summary><b>matched</b> beyond plain: ", variant);
  EXPECT_LT(plain, matched);
  EXPECT_LT(matched, html.find("<h5>matched Kokkos</h5>", variant));
}

TEST(HtmlReport, ThePolicyAllowsNothingButItsOwnScriptAndStyle) {
  const std::string html = page(sample_results());
  EXPECT_THAT(html,
              testing::ContainsRegex("default-src 'none'; script-src 'sha256-[^;]*; style-src "
                                     "'sha256-[^' ]*'; img-src data:;"));
  EXPECT_THAT(html, Not(HasSubstr("unsafe")));
  std::string markup = html.substr(0, html.find("<script"));
  const std::size_t style = markup.find("<style>");
  const std::size_t style_end = markup.find("</style>");
  ASSERT_LT(style, style_end);
  markup.erase(style, style_end - style);
  for (const char* never : {" style=", "src=", "http://", "https://"})
    EXPECT_THAT(markup, Not(HasSubstr(never)));
}

TEST(HtmlReport, EveryTableHasACaptionAndEverySectionAName) {
  const std::string html = page(sample_results());
  EXPECT_EQ(count(html, "<table"), count(html, "<caption>"));
  EXPECT_EQ(count(html, "<section "), count(html, "aria-labelledby=\""));
  EXPECT_EQ(count(html, "<main"), 1U);
  EXPECT_EQ(count(html, "<h1>"), 1U);
}

TEST(HtmlReport, HostileTextIsOnlyEverText) {
  const std::string evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\"'";
  Results results = sample_results();
  results.device = {{"name", evil}, {"architecture", 5}};
  results.program = {{"parity_band", 1e308}, {"version", evil}, {"preset", Json::array()}};
  results.builds = {{"build_type", evil}, {"kokkos", evil}, {"cuda", {{"compiler", evil}}}};
  CaseResult& c = results.cases[0];
  c.experiment = c.variant = c.compared_with = c.form = c.platform = c.cache = evil;
  c.parameters = {{evil, evil}};
  results.cases[1].models[Model::kokkos].reason = evil;
  const pages::ReportFile file = {evil, results};
  const std::string html = report_page({&file, 1}, catalogue(), of_samples);
  EXPECT_THAT(html, Not(HasSubstr("<img")));
  EXPECT_THAT(html, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(html, Not(HasSubstr("onerror=alert(1)>\"")));
  EXPECT_EQ(count(html, "<script"), count(html, "</script>"));
  EXPECT_EQ(data_of(html)["parity_band"], 0.05);
}

TEST(HtmlReport, NumbersThatNoAxisCanShowBreakNothing) {
  Results results = sample_results();
  const double worst[] = {0, -1, 1e308, 1e-320, INFINITY, NAN};
  std::vector<CaseResult> cases;
  for (const double value : worst) {
    CaseResult c = results.cases[0];
    c.models[Model::native].timing = timing(value);
    c.comparisons[0].ratio = {value, value, value};
    c.parameters.set("rows", INT64_MAX);
    c.work = {value, value, value};
    cases.push_back(c);
  }
  results.cases = cases;
  const Json data = data_of(page(results));
  ASSERT_EQ(data["experiments"][0]["cases"].size(), std::size(worst));
  for (const Json& c : data["experiments"][0]["cases"]) EXPECT_EQ(c["comparisons"].size(), 0U);
}

TEST(HtmlReport, ManyCasesAreCutAndThePageSaysSo) {
  Results results = sample_results();
  results.cases.assign(20000, results.cases[0]);
  for (std::size_t i = 10000; i < 20000; ++i) results.cases[i].experiment = "e" + std::to_string(i);
  const std::string html = page(results);
  EXPECT_THAT(html, HasSubstr("The first 1000 of 10000 cases"));
  EXPECT_THAT(html, HasSubstr("9950 more experiments that this program does not know"));
  EXPECT_LT(html.size(), 5U << 20U);
}

TEST(HtmlReport, AFileWithoutCasesIsAPageAllTheSame) {
  Results results = sample_results();
  results.cases.clear();
  EXPECT_THAT(page(results), HasSubstr("No comparison of Kokkos with native code"));
}

TEST(HtmlReport, AProfileShowsWhatWasPredictedAndCounted) {
  Results results = read_results(TILEBRIDGE_RESULTS "/h200-profile-tiling.json");
  const std::string html = page(results);
  EXPECT_THAT(html, HasSubstr("counts are equal to the hardware&apos;s."));
  EXPECT_THAT(html, HasSubstr("data-chart=\"counts\""));
}

TEST(HtmlReport, AFullRunIsSmall) {
  const Results results = read_results(TILEBRIDGE_RESULTS "/h200-full.json");
  const std::string html = page(results);
  EXPECT_LT(html.size() / results.cases.size(), 4608U);
  EXPECT_THAT(html, HasSubstr("<section id=\"rooflines\""));
  EXPECT_THAT(html, HasSubstr("<section id=\"latency_levels\""));
}

}  // namespace
}  // namespace tilebridge::html
