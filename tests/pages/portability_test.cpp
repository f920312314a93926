// SPDX-License-Identifier: Apache-2.0
#include "pages/portability.hpp"

#include <gmock/gmock.h>

#include "tests/pages/machine_file.hpp"
#include "tests/pages/rows.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

CaseResult padded_tile(double ratio) {
  CaseResult c = compared("transpose", "padded_tile", Form::loops, ratio);
  c.parameters.set("real", std::string("float"));
  return c;
}

CaseResult fast_tile() {
  CaseResult c = padded_tile(1);
  c.variant = c.compared_with = "vector_tile";
  c.kernels[native_code] = {Status::ok, "", valid(), timing(3e-4)};
  c.kernels[kokkos_code] = {Status::ok, "", valid(), timing(3e-4)};
  return c;
}

bool is_padded(const CaseResult& c) { return c.variant == "padded_tile"; }

// Native code takes 0.6 ms, Kokkos 0.6 / 0.8 and 0.6 / 0.5 ms; vector_tile takes 0.3 ms, half of
// native code's time. Model: 0.8 and 0.5, of which 8 / 13 = 0.62 is the harmonic mean and 0.65 the
// other; application: half of these.
TEST(PortabilityPage, HasBothEfficienciesOfKnownKernels) {
  const std::vector<ReportFile> files = {machine_file("H200", {padded_tile(0.8), fast_tile()}),
                                         machine_file("H100", {padded_tile(0.5), fast_tile()})};
  const std::vector<Table> tables = tables_of(portability_page(report_of(files, catalogue(), "")));
  ASSERT_THAT(tables, SizeIs(3));
  EXPECT_THAT(heads_of(tables[0]), ElementsAre("kernel", "CUDA", "Kokkos", "on"));
  EXPECT_THAT(lines_of(tables[0]),
              ElementsAre("transpose | 1.00 [1.000, 1.000] mean 1.00 | 0.62 [0.615, 0.615] mean "
                          "0.65 | A, B"));
  EXPECT_THAT(tables[1].groups[0].rows[0].cells[1].text, "0.50");
  EXPECT_THAT(tables[1].groups[0].rows[0].cells[2].text, "0.31");
}

/// The case's kernels use these shares of the ceiling.
CaseResult of_ceiling(double native, double kokkos, CaseResult c) {
  c.kernels[native_code].share_of_ceiling = native;
  c.kernels[kokkos_code].share_of_ceiling = kokkos;
  return c;
}

// 2 / (1 / 0.4 + 1 / 0.2) = 2 / 7.5 = 0.267.
TEST(PortabilityPage, HasTheShareOfTheCeilingWhereAllMachinesKnowIt) {
  const std::vector<ReportFile> files = {
      machine_file("H200", {of_ceiling(0.5, 0.4, padded_tile(0.8))}),
      machine_file("H100", {of_ceiling(0, 0.2, padded_tile(0.5))})};
  const std::vector<Table> tables = tables_of(portability_page(report_of(files, catalogue(), "")));
  ASSERT_THAT(tables, SizeIs(3));
  EXPECT_EQ(tables[2].groups[0].rows[0].cells[1].plain(), "")
      << "H100 has no ceiling of native code";
  EXPECT_THAT(tables[2].groups[0].rows[0].cells[2].text, "0.27");
}

TEST(PortabilityPage, BeginsWithAnAnswerForEachModel) {
  CaseResult without = padded_tile(1);
  erase(without, Model::kokkos);
  without.comparisons.clear();
  const std::vector<ReportFile> files = {
      machine_file("H200", {with_model("raja", 0.5, padded_tile(0.8))}),
      machine_file("H100", {with_model("raja", 0.25, without)})};
  const std::vector<std::string> said =
      paragraphs_of(portability_page(report_of(files, catalogue(), "")));
  EXPECT_THAT(said.at(0), "CUDA, 1 kernel: PP of model efficiency 1.00 to 1.00 (median 1.00).");
  EXPECT_THAT(said.at(1),
              "Kokkos, 1 kernel: PP of model efficiency 0 of 1, which a machine lacks.");
  EXPECT_THAT(said.at(2), testing::EndsWith("1 kernel: PP of model efficiency 0.33 to 0.33 (median "
                                            "0.33)."));
}

/// The numbers of an attribute's occurrences: `cy="…"` of circles with a title that begins so.
std::vector<double> heights(const std::string& svg, const std::string& title) {
  std::vector<double> found;
  for (std::size_t at = svg.find("<title>" + title); at != std::string::npos;
       at = svg.find("<title>" + title, at + 1)) {
    const std::size_t begin = svg.rfind("cy=\"", at) + 4;
    found.push_back(std::stod(svg.substr(begin)));
  }
  return found;
}

// The efficiencies 0.8 and 0.5 are from left to right, whichever file is first: PP of one is 0.8,
// of both 0.615. A panel is 96 high.
TEST(PortabilitySvg, AddsMachinesFromTheMostEfficientOne) {
  const std::vector<ReportFile> files = {machine_file("H100", {padded_tile(0.5), fast_tile()}),
                                         machine_file("H200", {padded_tile(0.8), fast_tile()})};
  const std::string svg = portability_svg(report_of(files, catalogue(), ""));
  EXPECT_THAT(svg, testing::HasSubstr("<title>Kokkos: B 0.80; PP 0.80</title>"));
  EXPECT_THAT(svg, testing::HasSubstr("<title>Kokkos: B 0.80, A 0.50; PP 0.62</title>"));
  EXPECT_THAT(heights(svg, "Kokkos: B 0.80"),
              ElementsAre(testing::DoubleNear(96 * 0.2, 0.1),
                          testing::DoubleNear(96 * (1 - 8.0 / 13), 0.1)));
}

CaseResult ran_on_host(CaseResult c) {
  c.platform = name_of(Platform::host);
  return c;
}

/// Kokkos has one source for both, native code two that share the struct.
TEST(PortabilitySvg, PutsModelsByTheSourceThatMachinesShare) {
  const std::vector<ReportFile> files = {machine_file("H200", {padded_tile(0.8)}),
                                         machine_file("EPYC", {ran_on_host(padded_tile(0.5))})};
  const std::string svg = portability_svg(report_of(files, catalogue(), ""));
  EXPECT_THAT(svg, testing::HasSubstr("<title>Kokkos, median of 1 kernel: PP 0.62, convergence "
                                      "1.00</title>"));
  EXPECT_THAT(svg,
              testing::ContainsRegex("<title>each platform&apos;s own code, median of 1 kernel: PP "
                                     "1.00, convergence 0\\.[1-3][0-9]</title>"));
}

TEST(PortabilitySvg, IsNothingWithoutACommonKernel) {
  const std::vector<ReportFile> files = {machine_file("H200", {padded_tile(1)}),
                                         machine_file("H100", {fast_tile()})};
  EXPECT_EQ(portability_svg(report_of(files, catalogue(), "")), "");
}

TEST(PortabilityPage, ASelectionIsAgainstTheBestOfAll) {
  const std::vector<ReportFile> files = {machine_file("H200", {padded_tile(0.8), fast_tile()}),
                                         machine_file("H100", {padded_tile(0.5), fast_tile()})};
  const Table table =
      tables_of(portability_selection_page(report_of(files, catalogue(), ""), is_padded)).at(0);
  EXPECT_THAT(heads_of(table),
              ElementsAre("variant", "model", "form", "on", "model A", "model B", "model PP",
                          "95% interval", "mean", "application A", "application B",
                          "application PP", "95% interval", "mean", "architectural A",
                          "architectural B", "architectural PP", "95% interval", "mean"));
  const std::vector<std::string> rows = lines_of(table);
  ASSERT_THAT(rows, SizeIs(2)) << "the most portable first";
  EXPECT_THAT(rows[0], testing::StartsWith("padded_tile | CUDA | indices | A, B | 1.000 | 1.000 | "
                                           "1.000 | 1.000 … 1.000 | 1.000 | 0.500 | 0.500"));
  EXPECT_THAT(rows[1], testing::StartsWith("padded_tile | Kokkos | loops | A, B | 0.800 | 0.500 | "
                                           "0.615 | 0.615 … 0.615 | 0.650 | 0.400 | 0.250"));
}

TEST(PortabilityPage, AKernelThatOneMachineLacksIsZero) {
  CaseResult without = padded_tile(1);
  erase(without, Model::kokkos);
  without.comparisons.clear();
  const std::vector<ReportFile> files = {machine_file("H200", {padded_tile(0.8)}),
                                         machine_file("H100", {without})};
  const Report report = report_of(files, catalogue(), "");
  EXPECT_EQ(tables_of(portability_page(report)).at(0).groups[0].rows[0].cells[2].plain(),
            "0 mean 0.80");
  EXPECT_THAT(lines_of(tables_of(portability_selection_page(report, is_padded)).at(0)).at(1),
              testing::HasSubstr("0.800 | – | 0 |  | 0.800"));
}

TEST(PortabilityPage, IsEmptyWithoutACommonCase) {
  CaseResult other = padded_tile(1);
  other.parameters.set("rows", 64);
  const std::vector<ReportFile> files = {machine_file("H200", {padded_tile(1)}),
                                         machine_file("H100", {other})};
  EXPECT_TRUE(portability_page(report_of(files, catalogue(), "")).empty());
}

}  // namespace
}  // namespace tilebridge::pages
