// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "results/hints.hpp"

namespace tilebridge {
namespace {

using testing::HasSubstr;
using enum Counter;

TEST(Excess, OfWideAccessesIsSaidPerInstruction) {
  const Counters reference{1,
                           {{global_load_requests, 10},
                            {global_load_sectors, 40},
                            {global_store_requests, 10},
                            {global_store_sectors, 40}}};
  Counters yours = reference;
  yours.values[global_store_sectors] = 320;
  const Excess stores = excess_of(Amount::sectors, yours, reference);
  EXPECT_EQ(stores.seen, "A store takes 32 sectors, one of the reference's 4.");
  EXPECT_EQ(stores.advice, "Which elements do the 32 threads of a warp store at the same time?");
  yours.values[global_load_sectors] = 400;
  EXPECT_THAT(excess_of(Amount::sectors, yours, reference).seen, HasSubstr("A load takes 40"));
}

TEST(Excess, OfMoreAccessesIsSaidByTheirNumber) {
  const Counters reference{1, {{global_load_requests, 10}, {global_load_sectors, 40}}};
  const Counters yours{1, {{global_load_requests, 250}, {global_load_sectors, 1000}}};
  const Excess excess = excess_of(Amount::sectors, yours, reference);
  EXPECT_EQ(excess.seen, "Warps execute 250 times a load, of 4 sectors; the reference's 10 times.");
  EXPECT_EQ(excess.advice, "Which elements does the kernel load more than once?");
  EXPECT_EQ(excess_of(Amount::requests, yours, reference).seen,
            "Warps have 250 loads and 0 stores, the reference's 10 and 0.");
}

TEST(Excess, OfBankConflictsAsksForBanks) {
  const Counters reference{1, {{shared_load_instructions, 8}, {shared_load_wavefronts, 8}}};
  const Counters yours{1, {{shared_load_instructions, 8}, {shared_load_wavefronts, 256}}};
  const Excess excess = excess_of(Amount::wavefronts, yours, reference);
  EXPECT_EQ(excess.seen,
            "A load from shared memory takes 32 wavefronts, one of the reference's 1.");
  EXPECT_THAT(excess.advice, HasSubstr("In which banks"));
}

TEST(Excess, OfAtomicsIsSaidByTheirNumber) {
  EXPECT_EQ(excess_of(Amount::atomics, {1, {{global_reduction_requests, 640}}},
                      {1, {{global_reduction_requests, 8}}})
                .seen,
            "Warps have 640 atomics in global memory, the reference's 8.");
}

TEST(Excess, OfATimelineIsSaidByItsFirstCause) {
  const Counters reference{1,
                           {{timeline_bytes, 1000},
                            {timeline_longest_bytes, 100},
                            {timeline_calls, 30},
                            {timeline_streams, 3},
                            {timeline_host_waits, 0}}};
  Counters yours = reference;
  const auto seen = [&] { return excess_of(Amount::timeline, yours, reference).seen; };
  EXPECT_THAT(seen(), HasSubstr("pieces wait for each other"));
  yours.values[timeline_calls] = 3000;
  EXPECT_EQ(seen(), "There are 3000 copies and kernels, the reference's 30.");
  yours.values[timeline_longest_bytes] = 1000;
  EXPECT_EQ(seen(), "The longest copy or kernel is 10.0 times the reference's.");
  yours.values[timeline_streams] = 1;
  EXPECT_EQ(seen(), "Copies and kernels are on 1 stream, the reference's on 3.");
  yours.values[timeline_host_waits] = 9;
  EXPECT_EQ(seen(), "The host waits 9 times before all is enqueued, the reference's 0 times.");
}

}  // namespace
}  // namespace tilebridge
