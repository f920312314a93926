// SPDX-License-Identifier: Apache-2.0
#include "resources/kernel_name.hpp"

#include <gmock/gmock.h>

#include "base/process.hpp"
#include "resources/ptxas.hpp"

namespace tilebridge::resources {
namespace {

using testing::IsSupersetOf;
using testing::UnorderedElementsAre;

std::vector<std::string> names_of(const std::set<std::string>& symbols) {
  std::vector<std::string> names;
  for (const auto& [symbol, name] : readable_names(symbols)) names.push_back(name);
  return names;
}

TEST(KernelName, IsWhatTheSourceSays) {
  std::set<std::string> symbols;
  for (const CompiledKernel& kernel :
       read_ptxas_output(text_of(TILEBRIDGE_RESOURCES_DATA "/ptxas.txt")))
    symbols.insert(kernel.symbol);
  EXPECT_THAT(names_of(symbols),
              UnorderedElementsAre(
                  "average<8>", "padded_tile", "read_coalesced",
                  "InTeams<256, Average>, TeamPolicy<IndexType<int>, LaunchBounds<256, 4>>",
                  "InTeams<256, Average>, TeamPolicy<IndexType<int>, LaunchBounds<256, 8>>"));
}

constexpr const char* functor_in_two_policies[] = {
    "_ZN6Kokkos4Impl33cuda_parallel_launch_local_memoryINS0_11ParallelForIN10tilebridge6kokkos3AddI"
    "NS_4CudaEEENS_10TeamPolicyIJS6_EEES6_EEEEvT_",
    "_ZN6Kokkos4Impl33cuda_parallel_launch_local_memoryINS0_11ParallelForIN10tilebridge6kokkos3AddI"
    "NS_4CudaEEENS_11RangePolicyIJS6_EEES6_EEEEvT_"};

TEST(KernelName, TellsPoliciesApartOnlyWhereItMust) {
  const auto [team, range] = functor_in_two_policies;
  EXPECT_EQ(names_of({team}), std::vector<std::string>{"Add"});
  EXPECT_THAT(names_of({team, range}), UnorderedElementsAre("Add, TeamPolicy", "Add, RangePolicy"));
}

TEST(KernelName, KokkosOwnKernelsAreKnownAsSuch) {
  const auto names = names_of(
      {"_ZN6Kokkos4Impl33cuda_parallel_launch_local_memoryINS0_11ParallelForINS0_4FillIfEENS_"
       "11RangePolicyIJNS_4CudaEEEES6_EEEEvT_"});
  EXPECT_EQ(names, std::vector<std::string>{"Kokkos::Fill<float>"});
  EXPECT_TRUE(is_of_kokkos(names[0]));
  EXPECT_FALSE(is_of_kokkos("Fill<float>"));
}

TEST(KernelName, SaysWhatIsEngineeredUnlessItIsKokkosOwn) {
  EXPECT_THAT(
      names_of(
          {functor_in_two_policies[0],
           "_ZN6Kokkos4Impl33cuda_parallel_launch_local_memoryINS0_11ParallelForIN10tilebridge"
           "6kokkos10engineered12_GLOBAL__N_13AddINS_4CudaEEENS_10TeamPolicyIJS8_EEES8_EEEEvT_",
           "_ZN6Kokkos4Impl33cuda_parallel_launch_local_memoryINS0_11ParallelForINS0_4FillIN10"
           "tilebridge6kokkos10engineered4PackEEENS_11RangePolicyIJNS_4CudaEEEESA_EEEEvT_"}),
      UnorderedElementsAre("Add", "Add (engineered)", "Kokkos::Fill<Pack>"));
}

TEST(KernelName, IsThatOfTheFunctionAroundALambda) {
  const std::string start =
      "_ZN6Kokkos4Impl33cuda_parallel_launch_local_memoryINS0_11ParallelForIZN10tilebridge6kokkos";
  const std::string end = "11launch_stepEiEUllE_NS_11RangePolicyIJNS_4CudaEEEES7_EEEEvT_";
  for (const std::string unnamed : {"49_INTERNAL_12f94fa5_14_allocation_cpp_b769c4a5_192",
                                    "51_INTERNAL_12f94fa5_14_allocation_cpp_b769c4a5_22026"})
    EXPECT_EQ(names_of({start + unnamed + end}), std::vector<std::string>{"launch_step"});
}

TEST(KernelName, LeavesOutAVersionInItsNamespaces) {
  EXPECT_EQ(names_of({"_ZN3cub17CUB_300001_SM_9006detail11EmptyKernelIvEEvv"}),
            std::vector<std::string>{"cub::detail::EmptyKernel<void>"});
}

TEST(KernelName, WhatIsNotMangledStaysAsItIs) {
  EXPECT_THAT(names_of({"plain_c", "_Z3foov"}), UnorderedElementsAre("plain_c", "foo"));
}

}  // namespace
}  // namespace tilebridge::resources
