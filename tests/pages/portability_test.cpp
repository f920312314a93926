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
  ASSERT_THAT(tables, SizeIs(2));
  EXPECT_THAT(heads_of(tables[0]), ElementsAre("kernel", "CUDA", "Kokkos", "on"));
  EXPECT_THAT(lines_of(tables[0]),
              ElementsAre("transpose | 1.00 [1.000, 1.000] mean 1.00 | 0.62 [0.615, 0.615] mean "
                          "0.65 | A, B"));
  EXPECT_THAT(tables[1].groups[0].rows[0].cells[1].text, "0.50");
  EXPECT_THAT(tables[1].groups[0].rows[0].cells[2].text, "0.31");
}

TEST(PortabilityPage, ASelectionIsAgainstTheBestOfAll) {
  const std::vector<ReportFile> files = {machine_file("H200", {padded_tile(0.8), fast_tile()}),
                                         machine_file("H100", {padded_tile(0.5), fast_tile()})};
  const Table table =
      tables_of(portability_selection_page(report_of(files, catalogue(), ""), is_padded)).at(0);
  EXPECT_THAT(heads_of(table),
              ElementsAre("variant", "model", "form", "on", "model A", "model B", "model PP",
                          "95% interval", "mean", "application A", "application B",
                          "application PP", "95% interval", "mean"));
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
