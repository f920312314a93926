// SPDX-License-Identifier: Apache-2.0
#include "terminal/resources.hpp"

#include <gmock/gmock.h>

#include <sstream>

#include "tests/resources/sample_table.hpp"

namespace tilebridge::terminal {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ResourcesText, SetsArchitecturesSideBySide) {
  const std::string text = resources_text({sample_table()}, pages::Rows::own);
  EXPECT_THAT(text, testing::ContainsRegex("tree +native +22 +- +- +1024 +30 +- +- +1024\n"));
  EXPECT_THAT(text, testing::ContainsRegex("Tree +kokkos {30,}32 +16 +8/12 +-\n"));
  EXPECT_THAT(text, HasSubstr("  + 1 Kokkos-internal kernel: --all\n"));
  EXPECT_THAT(text, Not(HasSubstr("Fill")));
  EXPECT_THAT(resources_text({sample_table()}, pages::Rows::all), HasSubstr("Kokkos::Fill<float>"));
}

TEST(ResourcesText, FitsInto120Columns) {
  resources::ResourceTable table = sample_table();
  for (const char* arch : {"sm_80", "sm_89", "sm_90"})
    table[{"dot", Model::vendor, std::string(300, 'x')}][arch] = {.registers = 255,
                                                                  .stack_bytes = 12345,
                                                                  .spill_store_bytes = 999,
                                                                  .spill_load_bytes = 999,
                                                                  .static_shared_bytes = 232448};
  std::istringstream lines(resources_text({table}, pages::Rows::all));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120U) << line;
}

TEST(ResourcesText, HasAColumnOfInstructionsWhereTheyAreKnown) {
  resources::ResourceTable table = sample_table();
  table.at({"dot", Model::native, "tree"}).at("sm_90").code_bytes = 4096;
  const std::string text =
      resources_text({table, {{"backends/cuda/dot.cu", 2.5}}}, pages::Rows::own);
  EXPECT_THAT(text, testing::ContainsRegex("shared  instr +reg .* instr\n"));
  EXPECT_THAT(text,
              testing::ContainsRegex("tree +native +22 +- +- +1024 +30 +- +- +1024    256\n"));
  EXPECT_THAT(text, HasSubstr("\n  compiled in 2.5 s (cuda/dot.cu)\n"));
  EXPECT_THAT(resources_text({sample_table()}, pages::Rows::own), Not(HasSubstr("instr")));
}

}  // namespace
}  // namespace tilebridge::terminal
