// SPDX-License-Identifier: Apache-2.0
#include "pages/device.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "results/json.hpp"

namespace tilebridge::pages {
namespace {

using testing::Contains;
using testing::Pair;

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

TEST(DeviceView, HasWhatIsKnown) {
  const DeviceFigures figures = device_figures(described());
  EXPECT_EQ(figures.title, "cuda: NVIDIA H200");
  EXPECT_THAT(figures.lines, Contains(Pair("Runtime", "CUDA 13.0")));
  EXPECT_THAT(figures.lines, Contains(Pair("UUID", "GPU-00112233")));
  EXPECT_THAT(figures.lines, Contains(Pair("Memory", "3.0 GiB")));
  EXPECT_THAT(figures.lines, Contains(Pair("Warp size", "32 threads")));
  EXPECT_THAT(figures.lines, Contains(Pair("Registers per thread", "255 of 32 bits")));
  EXPECT_THAT(figures.lines,
              Contains(Pair("Reading, measured", "4500 GB/s (93.8% of the datasheet's)")));
  EXPECT_THAT(figures.lines, Contains(Pair("fp32, measured", "61.00 TFLOP/s")));
}

TEST(DeviceView, HasNoLineForWhatIsNot) {
  const DeviceFigures figures = device_figures(described());
  for (const char* name : {"Driver", "PCI bus", "fp32, theoretical", "Writing, measured"})
    EXPECT_TRUE(std::none_of(figures.lines.begin(), figures.lines.end(), [&](const auto& line) {
      return line.first == name;
    })) << name;
}

TEST(DeviceView, WhatCannotBeOpenedSaysWhy) {
  const DeviceFigures figures =
      device_figures({{"platform", "hip"}, {"unavailable", "this build has no HIP"}});
  EXPECT_EQ(figures.title, "hip: this build has no HIP");
  EXPECT_TRUE(figures.lines.empty());
}

}  // namespace
}  // namespace tilebridge::pages
