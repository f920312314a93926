// SPDX-License-Identifier: Apache-2.0
#include "pages/machines.hpp"

#include <gmock/gmock.h>

#include "tests/pages/machine_file.hpp"
#include "tests/pages/rows.hpp"

namespace tilebridge::pages {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

CaseResult known(double ratio, std::int64_t rows = 16384) {
  CaseResult c = compared("transpose", "padded_tile", Form::loops, ratio);
  c.parameters = {{"rows", rows}, {"cols", rows}, {"real", std::string("float")}};
  return c;
}

CaseResult on_host(CaseResult c) {
  c.platform = "host";
  c.cache = name_of(Cache::hot);
  return c;
}

Results with_raja(Results results) {
  results.builds["models"]["raja@2"] = {{"label", "RAJA"}, {"release", "2"}};
  return results;
}

Document page_of(const std::vector<ReportFile>& files,
                 Document (*page)(const Report&) = machines_page) {
  return page(report_of(files, catalogue(), ""));
}

std::vector<std::string> list_of(const Document& page) {
  return std::get<List>(page.blocks.front()).items;
}

TEST(MachinesPage, AreThreeFilesOrTwoDevices) {
  std::vector<ReportFile> files = {machine_file("H100", {known(1)}),
                                   machine_file("H100", {known(1)})};
  EXPECT_FALSE(are_machines(files)) << "two runs of one machine";
  files[1].results.device["name"] = "H200";
  EXPECT_TRUE(are_machines(files));
  files[1] = {"profile.json", sample_profile()};
  EXPECT_FALSE(are_machines(files)) << "a profile has no times";
  files.push_back(files[0]);
  EXPECT_FALSE(are_machines(files));
  files.push_back(files[0]);
  EXPECT_TRUE(are_machines(files)) << "three dates of one machine";
}

TEST(MachinesPage, AreColumnsAndNeverPooled) {
  const Document page = page_of({machine_file("H200", {known(0.5)}),
                                 machine_file("H100", {known(0.625)}), machine_file("A100", {})});
  const std::vector<Table> tables = tables_of(page);
  ASSERT_THAT(tables, SizeIs(1));
  EXPECT_THAT(heads_of(tables[0]),
              ElementsAre("kernel in loops", "Kokkos A", "Kokkos B", "CUDA A", "CUDA B"));
  EXPECT_THAT(lines_of(tables[0]), ElementsAre("transpose | 0.50 | 0.62 | 600.00 µs | 600.00 µs"));
}

TEST(MachinesPage, AreComparedAtTheSizesThatAllHave) {
  const std::vector<ReportFile> files = {machine_file("H200", {known(0.5, 64), known(0.25, 128)}),
                                         machine_file("H100", {known(0.75, 64)})};
  EXPECT_THAT(lines_of(tables_of(page_of(files)).at(0)),
              ElementsAre("transpose | 0.50 | 0.75 | 600.00 µs | 600.00 µs"));
  const Document apart =
      page_of({machine_file("H200", {known(0.5, 64)}), machine_file("H100", {known(0.75, 128)})});
  EXPECT_THAT(tables_of(apart), SizeIs(0));
  EXPECT_THAT(std::get<Text>(apart.blocks.at(1)).text, HasSubstr(": transpose/padded_tile."));
}

TEST(MachinesPage, SaysWhatAModelLacks) {
  ReportFile with = machine_file("H200", {with_model("raja@2", 0.8, known(0.5))});
  with.results = with_raja(with.results);
  ReportFile without = machine_file("H100", {known(0.5)});
  CaseResult invalid_case = known(0.5);
  invalid_case.kernels[{Model("raja@2"), Form::loops}] = {Status::invalid, "wrong", invalid()};
  ReportFile wrong = machine_file("A100", {invalid_case});
  wrong.results = with_raja(wrong.results);
  ReportFile unsupported = machine_file("V100", {known(0.5)});
  unsupported.results = with_raja(unsupported.results);
  const Table table = tables_of(page_of({with, without, wrong, unsupported})).at(0);
  EXPECT_THAT(heads_of(table),
              ElementsAre("kernel in loops", "Kokkos A", "Kokkos B", "Kokkos C", "Kokkos D",
                          "RAJA A", "RAJA C", "RAJA D", "CUDA A", "CUDA B", "CUDA C", "CUDA D"));
  const auto& cells = table.groups.at(0).rows.at(0).cells;
  EXPECT_EQ(cells.at(5).plain(), "0.80");
  EXPECT_EQ(cells.at(6).plain(), "invalid");
  EXPECT_EQ(cells.at(7).plain(), "–");
}

TEST(MachinesPage, AModelThatIsWrittenByIndexAloneHasNoColumn) {
  CaseResult by_index = known(0.5);
  by_index.kernels[{Model("clang"), Form::indices}] = {Status::ok, "", valid(), timing(1e-3)};
  const Document page =
      page_of({machine_file("H200", {by_index}), machine_file("H100", {by_index})});
  EXPECT_THAT(heads_of(tables_of(page).at(0)),
              ElementsAre("kernel in loops", "Kokkos A", "Kokkos B", "CUDA A", "CUDA B"));
}

TEST(MachinesPage, HostsAreApart) {
  const Document page =
      page_of({machine_file("H200", {known(0.5)}), machine_file("H100", {known(0.5)}),
               machine_file("EPYC", {on_host(known(0.25, 64))})});
  const std::vector<Table> tables = tables_of(page);
  ASSERT_THAT(tables, SizeIs(2));
  EXPECT_THAT(lines_of(tables[0]), ElementsAre("transpose | 0.50 | 0.50 | 600.00 µs | 600.00 µs"));
  EXPECT_THAT(tables[1].caption, HasSubstr("Hosts"));
  EXPECT_THAT(heads_of(tables[1]), ElementsAre("kernel in loops", "Kokkos C", "C++ C"));
  EXPECT_THAT(lines_of(tables[1]), ElementsAre("transpose | 0.25 | 600.00 µs"));
}

TEST(MachinesPage, SaysWhatFilesDifferIn) {
  std::vector<ReportFile> files = {machine_file("H200", {known(1)}),
                                   machine_file("H100", {known(1)}),
                                   machine_file("H100", {known(1)})};
  files[1].results.device["driver"] = "570";
  files[2].results.program["started"] = "2026-12-24T10:00:00Z";
  files[2].results.builds["models"].erase("kokkos@4.7.01");
  EXPECT_THAT(list_of(page_of(files)),
              ElementsAre("A: H200 (sm_90), H200.json", "B: H100 (sm_90), H100.json",
                          "C: H100 (sm_90), H100.json", "driver: 580.1 (A, C), 570 (B)",
                          "date: 2026-11-20 (A, B), 2026-12-24 (C)",
                          "Kokkos: 4.7.01, GNU 12.2.0 -O3 (A, B), none (C)"));
}

TEST(MachinesPage, ASelectionHasEveryKernelOfEveryCase) {
  CaseResult tile = known(0.5);
  tile.variant = tile.compared_with = "tile";
  const Document page = page_of(
      {machine_file("H200", {known(0.5), tile}), machine_file("H100", {known(0.625), tile})},
      machines_selection_page);
  const Table table = tables_of(page).at(0);
  EXPECT_THAT(titles_of(table), ElementsAre("transpose  rows=16Ki cols=16Ki real=float  cold"));
  EXPECT_THAT(heads_of(table),
              ElementsAre("variant", "form", "CUDA A", "CUDA B", "Kokkos A", "Kokkos B"));
  EXPECT_THAT(lines_of(table),
              ElementsAre("padded_tile | indices | 600.00 µs | 600.00 µs |  | ",
                          "padded_tile | loops |  |  | 0.500 [0.500, 0.500] | 0.625 [0.625, 0.625]",
                          "tile | indices | 600.00 µs | 600.00 µs |  | ",
                          "tile | loops |  |  | 0.500 [0.500, 0.500] | 0.500 [0.500, 0.500]"));
}

TEST(MachinesPage, FilesWithoutKnownKernelsHaveTheirCases) {
  CaseResult pair = known(0.5);
  pair.experiment = "heat_flux";
  pair.variant = pair.compared_with = pair_variant;
  const Document page = page_of({machine_file("H200", {pair}), machine_file("H100", {pair})});
  const Table table = tables_of(page).at(0);
  EXPECT_THAT(heads_of(table), ElementsAre("variant", "CUDA A", "CUDA B", "Kokkos A", "Kokkos B"));
  EXPECT_THAT(lines_of(table), Contains(HasSubstr("0.500 [0.500, 0.500]")));
}

TEST(MachinesPage, AModelThatNoBuildNamesHasItsColumns) {
  const CaseResult c = with_model("raja@2", 0.8, known(0.5));
  for (const auto page : {machines_page, machines_selection_page})
    EXPECT_THAT(
        heads_of(
            tables_of(page_of({machine_file("H200", {c}), machine_file("H100", {c})}, page)).at(0)),
        Contains(HasSubstr(" B")));
}

}  // namespace
}  // namespace tilebridge::pages
