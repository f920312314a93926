// SPDX-License-Identifier: Apache-2.0
#include "pages/limits.hpp"

#include <gmock/gmock.h>

#include "tests/pages/machine_file.hpp"
#include "tests/pages/rows.hpp"

namespace tilebridge::pages {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr ModelForm native_tuned = {Model::native, Form::tuned};
constexpr ModelForm kokkos_tuned = {kokkos_code.model, Form::tuned};

/// A copy of 2 GiB that takes 0.6 ms; Kokkos's runs at `ratio` of it.
CaseResult tuned_case(const std::string& variant, double share_of_ceiling, double ratio) {
  CaseResult c = compared("transpose", variant, Form::tuned, ratio);
  c.kernels.erase_if([](const ModelForm& kernel) { return kernel.model.is_native(); });
  c.kernels[native_tuned] = {Status::ok, "", valid(), timing(6e-4), share_of_ceiling};
  c.comparisons = {{kokkos_tuned, native_tuned, {ratio, ratio, ratio}, Verdict::parity}};
  return c;
}

Document limits_of(const std::vector<ReportFile>& files) {
  const Report report = report_of(files, catalogue(), "");
  return limits_page(report, tuned_kernels_of(report));
}

/// 10007 rows have a reason.
CaseResult odd_tile(double share_of_ceiling, double ratio) {
  CaseResult c = tuned_case("vector_tile", share_of_ceiling, ratio);
  c.parameters = {{"rows", 10007}, {"cols", 20011}, {"real", "float"}};
  return c;
}

TEST(LimitsPage, HasARowForEachTunedKernel) {
  const Document page = limits_of({machine_file(
      "H200", {odd_tile(0.84, 0.9), tuned_case("vector_tile", 1, 1), sample_case("tile")})});
  const Table table = tables_of(page).at(0);
  EXPECT_THAT(heads_of(table),
              ElementsAre("kernel", "parameters", "type", "time", "best known", "share", "unit",
                          "of ceiling", "Kokkos", "reason", "reason, Kokkos"));
  EXPECT_THAT(titles_of(table), ElementsAre("below 0.85 of the best known", "0.97 and more"));
  EXPECT_THAT(lines_of(table),
              ElementsAre("transpose/vector_tile | rows=10007 cols=20011 | float | 600.00 µs | "
                          "ceiling | 0.840 | memory | 0.840 | 0.900 | rows begin at any "
                          "alignment: single loads, which reach over the sectors of their row | "
                          "no reason known",
                          "transpose/vector_tile | rows=16Ki cols=16Ki |  | 600.00 µs | ceiling | "
                          "1.000 | memory | 1.000 | 1.000 |  | "));
}

TEST(LimitsPage, BeginsWithHowManyRowsReachTheBestKnown) {
  CaseResult unknown = tuned_case("vector_tile", 0, 1);
  unknown.parameters.set("rows", 64);
  const Document page = limits_of(
      {machine_file("H200", {odd_tile(0.84, 0.9), tuned_case("vector_tile", 0.9, 1), unknown})});
  EXPECT_THAT(paragraphs_of(page).at(1),
              "0 of 2 rows reach 0.97 of the best known; 1 is below 0.85; 1 has no reason; 1 more "
              "has nothing to be measured against. Kokkos: 2 of 3 rows reach 0.97 of CUDA's tuned "
              "kernel; 0 are below 0.85; 1 has no reason.");
}

TEST(LimitsPage, KernelsThatAnotherOneLeavesBehindAreApartAndUncounted) {
  const auto scan = [](const char* variant, double seconds) {
    CaseResult c = tuned_case(variant, 0.9, 1);
    c.experiment = "scan";
    c.kernels[native_tuned].timing = timing(seconds);
    return c;
  };
  const Document page =
      limits_of({machine_file("H200", {scan("look_back", 8e-4), scan("sums_ahead", 6e-4)})});
  EXPECT_THAT(paragraphs_of(page).at(1),
              HasSubstr("0 of 1 row reaches 0.97 of the best known; 0 are below 0.85; 1 has no "
                        "reason; in 1 more case another tuned kernel is faster. Kokkos: 1 of 1"));
  const Table table = tables_of(page).at(0);
  EXPECT_THAT(titles_of(table), ElementsAre("from 0.85 to 0.97", "another tuned kernel is faster"));
  EXPECT_THAT(lines_of(table).at(1), HasSubstr("| sums_ahead is faster"));
}

TEST(LimitsPage, HasAColumnOfShareForEachMachine) {
  CaseResult call = odd_tile(0.9, 1);
  call.variant = "geam";
  call.form = name_of(Form::vendor);
  call.kernels[library_code] = {Status::ok, "", valid(), timing(5e-4)};
  call.comparisons = {{library_code, native_tuned, {1.2, 1.2, 1.2}, Verdict::faster}};
  const Document page = limits_of(
      {machine_file("H200", {odd_tile(0.84, 1), call}), machine_file("H100", {odd_tile(0.98, 1)})});
  const Table table = tables_of(page).at(0);
  const std::vector<Cell>& cells = table.groups.at(0).rows.at(0).cells;
  const auto cell = [&](const char* key) { return cells.at(table.column(key)).plain(); };
  EXPECT_EQ(cell("share 0"), "0.833");
  EXPECT_EQ(cell("share 1"), "0.980");
  EXPECT_EQ(cell("best known"), "A: vendor's geam; B: ceiling");
  EXPECT_EQ(cell("unit"), "memory");
  EXPECT_THAT(paragraphs_of(page), testing::Contains(testing::StartsWith("A: 0 of 1 row")));
  EXPECT_THAT(paragraphs_of(page), testing::Contains(testing::StartsWith("B: 1 of 1 row")));
}

TEST(LimitsPage, SaysWhereAKernelIsRewrittenInsteadOfTuned) {
  CaseResult c = tuned_case("vector_tile", 1, 1);
  c.kernels.erase_if([](const ModelForm& kernel) { return !kernel.model.is_native(); });
  c.comparisons.clear();
  c.kernels[{kokkos_code.model, Form::rewritten}] = {Status::ok, "", valid(), timing(8e-4)};
  EXPECT_THAT(lines_of(tables_of(limits_of({machine_file("H200", {c})})).at(0)),
              ElementsAre(HasSubstr(" | 0.750 rewritten | no reason known")));
}

TEST(LimitsPage, NamesChooseRowsAndNotWhatTheyAreMeasuredAgainst) {
  const std::vector<ReportFile> files = {machine_file("H200", {tuned_case("vector_tile", 0.9, 1)})};
  const Report report = report_of(files, catalogue(), "");
  EXPECT_THAT(tuned_kernels_of(report, [](const CaseResult&) { return false; }), IsEmpty());
  EXPECT_THAT(tuned_kernels_of(report), SizeIs(1));
}

TEST(LimitsPage, IsEmptyWithoutTunedKernels) {
  EXPECT_TRUE(limits_of({machine_file("H200", {sample_case("tile")})}).empty());
}

}  // namespace
}  // namespace tilebridge::pages
