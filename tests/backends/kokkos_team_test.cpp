// SPDX-License-Identifier: Apache-2.0
// A team's scratch memory, on a host.
#include <gtest/gtest.h>

#include <cstdint>

#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::techniques {
namespace {

using Exec = HostExecution;
using Flag = Scratch<bool[1], Exec>;

/// A byte of scratch memory, and `count` sums after it.
template <std::size_t count>
struct FlagAndSums {
  using Sums = Scratch<double[count], Exec>;

  Kokkos::View<std::uintptr_t, Kokkos::HostSpace> place;

  void operator()(const TeamMember<Exec>& team) const {
    const auto flag = scratch<Flag>(team);
    const auto sums = scratch<Sums>(team);
    flag(0) = true;
    sums(0) = 1;
    place() = reinterpret_cast<std::uintptr_t>(sums.data());
  }
};

template <class Functor>
void launch(const Functor& functor, std::size_t scratch_bytes) {
  auto policy = team_policy<TeamPolicy<Exec, 1>>(Exec(), 1, 1);
  policy.set_scratch_size(0, Kokkos::PerTeam(scratch_bytes));
  Kokkos::parallel_for("test", policy, functor);
  Exec().fence();
}

TEST(TeamScratch_host, WhatFollowsAByteIsAligned) {
  const FlagAndSums<3> functor{Kokkos::View<std::uintptr_t, Kokkos::HostSpace>("place")};
  launch(functor, Flag::shmem_size() + decltype(functor)::Sums::shmem_size());
  EXPECT_EQ(functor.place() % alignof(double), 0U);
}

TEST(TeamScratchDeathTest_host, TooLittleStopsTheProgram) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  // OpenMP sets aside 1 KiB for each thread before anybody asks.
  const FlagAndSums<(1 << 21)> functor{Kokkos::View<std::uintptr_t, Kokkos::HostSpace>("place")};
  EXPECT_DEATH(launch(functor, Flag::shmem_size()), "more scratch memory than its launch");
}

}  // namespace
}  // namespace tilebridge::kokkos::techniques
