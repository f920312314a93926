// SPDX-License-Identifier: Apache-2.0
#include "resources/ptxas.hpp"

#include <gmock/gmock.h>

#include "base/process.hpp"

namespace tilebridge::resources {
namespace {

/// What nvcc 13.0 wrote of three native kernels for two architectures and of two of Kokkos's.
std::vector<CompiledKernel> recorded() {
  return read_ptxas_output(text_of(TILEBRIDGE_RESOURCES_DATA "/ptxas.txt"));
}

TEST(Ptxas, ReadsEveryKernelOfEveryArchitecture) {
  const auto kernels = recorded();
  ASSERT_EQ(kernels.size(), 8U);
  EXPECT_EQ(kernels[0].architecture, "sm_80");
  EXPECT_EQ(kernels[3].architecture, "sm_90");
  EXPECT_EQ(kernels[0].symbol, kernels[3].symbol);
  EXPECT_THAT(kernels[0].symbol, testing::HasSubstr("7averageILi8EEEv"));
}

TEST(Ptxas, ReadsStackAndSpills) {
  EXPECT_EQ(
      recorded()[3].resources,
      (Resources{
          .registers = 32, .stack_bytes = 344, .spill_store_bytes = 748, .spill_load_bytes = 752}));
}

TEST(Ptxas, ReadsSharedMemoryAndBarriers) {
  EXPECT_EQ(recorded()[1].resources,
            (Resources{.registers = 22, .barriers = 1, .static_shared_bytes = 4224}));
  EXPECT_EQ(recorded()[2].resources, (Resources{.registers = 18}));
}

TEST(Ptxas, ReadsTheFormOfOlderCompilers) {
  const auto kernels = read_ptxas_output(
      "x.cu(3): warning #177-D: variable was declared but never referenced\n"
      "ptxas info    : 0 bytes gmem, 8 bytes cmem[4]\n"
      "ptxas info    : Compiling entry function '_Z1fPf' for 'sm_52'\n"
      "ptxas info    : Function properties for _Z1fPf\n"
      "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
      "ptxas info    : Used 9 registers, 1024 bytes smem, 328 bytes cmem[0]\n");
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(kernels[0].symbol, "_Z1fPf");
  EXPECT_EQ(kernels[0].architecture, "sm_52");
  EXPECT_EQ(kernels[0].resources, (Resources{.registers = 9, .static_shared_bytes = 1024}));
}

TEST(Ptxas, OfACalledFunctionOnlyTheStackCounts) {
  const auto kernels = read_ptxas_output(
      "ptxas info    : Compiling entry function 'k' for 'sm_90'\n"
      "ptxas info    : Function properties for k\n"
      "    8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads\n"
      "ptxas info    : Used 40 registers, used 0 barriers, 72 bytes cumulative stack size\n"
      "ptxas info    : Function properties for called\n"
      "    64 bytes stack frame, 500 bytes spill stores, 500 bytes spill loads\n");
  ASSERT_EQ(kernels.size(), 1U);
  EXPECT_EQ(
      kernels[0].resources,
      (Resources{
          .registers = 40, .stack_bytes = 72, .spill_store_bytes = 4, .spill_load_bytes = 4}));
}

TEST(Ptxas, WithoutKernelsThereIsNone) {
  EXPECT_TRUE(read_ptxas_output("").empty());
  EXPECT_TRUE(read_ptxas_output("ptxas info    : Used 9 registers\n").empty());
}

}  // namespace
}  // namespace tilebridge::resources
