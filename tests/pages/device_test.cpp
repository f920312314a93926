// SPDX-License-Identifier: Apache-2.0
#include "pages/device.hpp"

#include <gmock/gmock.h>

#include "results/json.hpp"
#include "tests/pages/rows.hpp"
#include "tests/results/sample_results.hpp"
#include "tests/write/width.hpp"
#include "write/page.hpp"

namespace tilebridge::pages {
namespace {

Json described() {
  Ceilings measured;
  measured.read_bytes_per_s = 4.5e12;
  measured.flops = 61e12;
  return {{"platform", "cuda"},
          {"device",
           {{"name", "NVIDIA H200"},
            {"architecture", "sm_90"},
            {"driver", ""},
            {"runtime", "CUDA 13.0"},
            {"uuid", "GPU-00112233"},
            {"memory_bytes", 3ULL << 30U},
            {"limits", {{"Warp size", "32 threads"}}}}},
          {"datasheet", {{"GB_per_s", 4800}, {"TFLOP_per_s", 0}}},
          {"ceilings", to_json(measured)}};
}

std::string device_text_of(const Json& device) { return write::as_text(device_page(device)); }

TEST(DevicePage, HasWhatIsKnown) {
  const std::string text = device_text_of(described());
  EXPECT_THAT(text, testing::StartsWith("cuda: NVIDIA H200\n"));
  for (const char* row : {"Runtime +CUDA 13.0", "UUID +GPU-00112233", "Memory +3.0 GiB",
                          "Warp size +32 threads", "Registers per thread +255 of 32 bits",
                          "Reading, measured +4500 GB/s \\(93.8% of the datasheet's\\)",
                          "fp32, measured +61.00 TFLOP/s"})
    EXPECT_THAT(text, testing::ContainsRegex(std::string("\n  ") + row + "\n"));
}

TEST(DevicePage, HasNoRowForWhatIsNot) {
  const std::string text = device_text_of(described());
  for (const char* name : {"Driver", "PCI bus", "fp32, theoretical", "Writing, measured"})
    EXPECT_THAT(text, testing::Not(testing::HasSubstr(name)));
}

TEST(DevicePage, WhatCannotBeOpenedSaysWhy) {
  EXPECT_EQ(device_text_of({{"platform", "hip"}, {"unavailable", "this build has no HIP"}}),
            "hip: this build has no HIP\n");
}

TEST(MachineCheck, SaysWhatEachRateIsCheckedAgainst) {
  Machine machine = {"a GPU", "quick", {}};
  machine.measured.copy_bytes_per_s = 3e12;
  machine.measured.to_host_bytes_per_s = 5e10;
  Ceilings datasheet;
  datasheet.copy_bytes_per_s = 4e12;
  const std::string text = write::as_text(machine_check(machine, datasheet, {}).page);
  EXPECT_THAT(text, testing::HasSubstr("no other machine of this kind is known\n"));
  EXPECT_THAT(text, testing::HasSubstr("75% of 4"));
  EXPECT_THAT(text, testing::HasSubstr("LOW\n"));
  EXPECT_THAT(text, testing::HasSubstr("to the host"));
  expect_columns(text, 100);
}

/// A run on a GPU that left the sample's cases, of which one result is invalid.
DeviceFile measured_on(const std::string& label, int status) {
  Results results = sample_results();
  results.device["name"] = "NVIDIA H200";
  results.ceilings.copy_bytes_per_s = 4.2e12;
  return {label, "results-" + label + ".json", status, std::move(results)};
}

TEST(DeviceFilesPage, HasARowForEachDevice) {
  const std::vector<DeviceFile> files = {measured_on("gpu0", 0),
                                         {"gpu1", "results-gpu1.json", 5},
                                         {"gpu2", "results-gpu2.json", std::nullopt}};
  const Table table = tables_of(device_files_page(files)).front();
  const std::vector<std::string> rows = lines_of(table);
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_THAT(rows[0], testing::MatchesRegex("gpu0 \\| NVIDIA H200 \\| results-gpu0.json \\| "
                                             "[0-9]+ \\| [0-9]+ \\| 4200 GB/s.*"));
  EXPECT_EQ(rows[1], "gpu1 | no results (status 5)");
  EXPECT_EQ(rows[2], "gpu2 | not started");
  EXPECT_THAT(heads_of(table), testing::Not(testing::Contains("status")));
}

TEST(DeviceFilesPage, HasTheStatusOfThoseThatFailed) {
  const std::vector<DeviceFile> files = {measured_on("gpu0", 0), measured_on("gpu1", 130)};
  const Document page = device_files_page(files);
  EXPECT_THAT(lines_of(tables_of(page).front()).back(), testing::EndsWith(" | 130"));
  for (const std::size_t width : {60, 80, 100})
    expect_columns(write::as_text(page, {.columns = width}), width);
}

}  // namespace
}  // namespace tilebridge::pages
