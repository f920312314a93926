// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "pages/counters.hpp"

namespace tilebridge::pages {
namespace {

Counters counters(std::map<Counter, double> values) { return {1, std::move(values)}; }

TEST(CountedView, NamesTheInstructionsAndOnlyWhatDiffersOtherwise) {
  const Counters with = counters({{Counter::instructions, 300},
                                  {Counter::registers_per_thread, 24},
                                  {Counter::block_threads, 256},
                                  {Counter::global_load_sectors, 1000}});
  const Counters without = counters({{Counter::instructions, 200},
                                     {Counter::registers_per_thread, 16},
                                     {Counter::block_threads, 256},
                                     {Counter::global_load_sectors, 1050}});
  EXPECT_EQ(counted_text({with, without}), "1.50 × the instructions, 24 registers instead of 16");
  EXPECT_EQ(counted_text({with, with}), "1.00 × the instructions");
}

TEST(CountedView, BlocksAndWhatOneWayDoesNotDoAtAllAreNamed) {
  const Counters with = counters({{Counter::instructions, 200},
                                  {Counter::block_threads, 32},
                                  {Counter::warps_active_percent, 14.6},
                                  {Counter::local_load_sectors, 0},
                                  {Counter::shared_load_wavefronts, 800},
                                  {Counter::shared_load_bank_conflicts, 700}});
  const Counters without = counters({{Counter::instructions, 200},
                                     {Counter::block_threads, 256},
                                     {Counter::warps_active_percent, 69.8},
                                     {Counter::local_load_sectors, 64},
                                     {Counter::shared_load_wavefronts, 100},
                                     {Counter::shared_load_bank_conflicts, 0}});
  EXPECT_EQ(counted_text({with, without}),
            "1.00 × the instructions, blocks of 32 threads instead of 256, no sectors of local "
            "memory instead of 64, 8.00 × the passes through shared memory, 700 bank conflicts "
            "instead of none, 15% of the warps active instead of 70%");
}

TEST(CountedView, SumsLoadsAndStores) {
  const Counters with =
      counters({{Counter::global_load_sectors, 100}, {Counter::global_store_sectors, 100}});
  const Counters without =
      counters({{Counter::global_load_sectors, 100}, {Counter::global_store_sectors, 50}});
  EXPECT_EQ(counted_text({with, without}), "1.33 × the sectors of global memory");
}

TEST(CountedView, NothingCountedIsNothingSaid) { EXPECT_EQ(counted_text({}), ""); }

}  // namespace
}  // namespace tilebridge::pages
