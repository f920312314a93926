// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "pages/device.hpp"
#include "tests/pages/rows.hpp"
#include "tests/write/width.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// Twelve results in three experiments; the files differ by up to 0.2%.
std::vector<judge::FleetFile> twelve_files() {
  std::vector<judge::FleetFile> files;
  for (int i = 0; i < 12; ++i) {
    judge::FleetFile file;
    file.name = fmt::format("results-1234-node{:02}-gpu0.json", i);
    file.device = "NVIDIA H200";
    file.ceilings.copy_bytes_per_s = 4.2e12;
    file.clock_hz = 1.98e9;
    for (const char* experiment : {"transpose", "stride", "matmul"})
      for (const char* result : {"a", "b", "c", "d"})
        file.results[{experiment, fmt::format("{}  n=1Mi, cold  kokkos loops", result)}] = {
            1e-3 * (1 + 2e-4 * (i - 6)), judge::FleetPart::memory};
    files.push_back(std::move(file));
  }
  return files;
}

std::string fleet_text(const std::vector<judge::FleetFile>& files) {
  return write::as_text(fleet_page(judge::judge_fleet(files, 0.01)));
}

TEST(FleetPage, HasTheSlowestFirstAndWhereItDiffers) {
  std::vector<judge::FleetFile> files = twelve_files();
  for (auto& [key, result] : files[3].results) result.seconds *= 1.05;
  files[3].results[{"stride", "b  n=1Mi, cold  kokkos loops"}].seconds *= 1.2;
  const Document page = fleet_page(judge::judge_fleet(files, 0.01));
  const std::vector<std::string> rows = lines_of(tables_of(page).front());
  ASSERT_EQ(rows.size(), 12U);
  EXPECT_THAT(rows.front(), StartsWith("results-1234-node03-gpu0.json | SLOW | 1.06"));
  EXPECT_THAT(rows[1], StartsWith("results-1234-node11-gpu0.json | alike | 1.001"));
  const std::string text = write::as_text(page);
  EXPECT_THAT(text, HasSubstr("node03-gpu0.json: 6."));
  EXPECT_THAT(text, HasSubstr("stride/b  n=1Mi, cold  kokkos loops: 2"));
}

TEST(FleetPage, NamesNoneOfGpusThatAreAlike) {
  const std::string text = fleet_text(twelve_files());
  EXPECT_THAT(text, Not(HasSubstr("SLOW")));
  EXPECT_THAT(text, Not(HasSubstr("FAST")));
  EXPECT_THAT(text, Not(HasSubstr("invalid")));
  EXPECT_THAT(text,
              HasSubstr("Named: a GPU more than 1% in all, 1% in memory from the median of 12"));
}

TEST(FleetPage, NamesNoneOfFewFilesThatDiffer) {
  std::vector<judge::FleetFile> files = twelve_files();
  files.resize(3);
  for (std::size_t i = 0; i < files.size(); ++i)
    for (auto& [key, result] : files[i].results)
      if (key.first == "stride") result.seconds *= 1 + 0.5 * static_cast<double>(i);
  const std::string text = fleet_text(files);
  EXPECT_THAT(text, HasSubstr("None is named: 3 files are too few, as their times scatter by 14%"));
  EXPECT_THAT(text, Not(HasSubstr("SLOW")));
}

TEST(FleetPage, ShowsInvalidResults) {
  std::vector<judge::FleetFile> files = twelve_files();
  files[2].invalid = 7;
  EXPECT_THAT(fleet_text(files), testing::ContainsRegex("node02-gpu0.json .* 7\n"));
}

TEST(FleetPage, SaysWhatIsNotCompared) {
  std::vector<judge::FleetFile> files = twelve_files();
  files[4].results.clear();
  EXPECT_THAT(fleet_text(files), HasSubstr("files have:\nresults-1234-node04-gpu0.json\n"));
  EXPECT_THAT(fleet_text({files[0], files[1]}), HasSubstr("2 files, and 3 or more are needed"));
}

TEST(FleetPage, NamesOtherDifferencesThanTheGpu) {
  std::vector<judge::FleetFile> files = twelve_files();
  for (judge::FleetFile& file : files) file.run.device = {{"driver", "580.1"}};
  EXPECT_THAT(fleet_text(files), Not(HasSubstr("driver")));
  files[0].run.device["driver"] = "550.2";
  EXPECT_THAT(fleet_text(files),
              testing::ContainsRegex("driver is not that of results-1234-node0[56]-"
                                     "gpu0.json: results-1234-node00-gpu0.json"));
}

TEST(FleetPage, FitsItsScreen) {
  std::vector<judge::FleetFile> files = twelve_files();
  for (auto& [key, result] : files[3].results) result.seconds *= 1.05;
  files[2].invalid = 7;
  const Document page = fleet_page(judge::judge_fleet(files, 0.01));
  for (const std::size_t width : {60, 80, 100, 140})
    expect_columns(write::as_text(page, {.columns = width}), width);
}

}  // namespace
}  // namespace tilebridge::pages
