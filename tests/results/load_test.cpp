// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "results/results.hpp"

namespace tilebridge {
namespace {

Json with_load(int processes, double utilised) {
  return {{"load", {{"processes", processes}, {"utilised", utilised}}}};
}

TEST(Load, OfABusyDeviceIsSaid) {
  EXPECT_EQ(load_text(with_load(2, 0.97)), "2 other processes, 97% utilised");
  EXPECT_EQ(load_text(with_load(1, 0.11)), "1 other process, 11% utilised");
  EXPECT_EQ(load_text(with_load(0, 1)), "100% utilised");  // by processes that cannot be seen
}

TEST(Load, OfADeviceThatDrivesAScreenOrHoldsMemoryIsNone) {
  EXPECT_EQ(load_text(with_load(0, 0.05)), "");
  EXPECT_EQ(load_text(with_load(3, 0)), "");
}

TEST(Load, ThatIsUnknownIsNone) {
  for (const char* program :
       {"{}", R"({"load": 7})", R"({"load": {}})", R"({"load": {"utilised": "much"}})", "null"})
    EXPECT_EQ(load_text(Json::parse(program)), "") << program;
}

TEST(Load, OfPartsIsTheGreatest) {
  Json program = Json::object();
  keep_greater_load(program, Json::object());
  EXPECT_FALSE(program.contains("load"));
  keep_greater_load(program, with_load(0, 0));
  EXPECT_TRUE(program.contains("load"));
  keep_greater_load(program, with_load(1, 0.5));
  keep_greater_load(program, with_load(2, 0.2));
  keep_greater_load(program, Json::object());
  EXPECT_EQ(load_text(program), "1 other process, 50% utilised");
}

}  // namespace
}  // namespace tilebridge
