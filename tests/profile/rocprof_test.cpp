// SPDX-License-Identifier: Apache-2.0
// The sample was written by hand in the format of AMD's documentation; no GPU of AMD's wrote it.
#include "profile/rocprof.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"
#include "base/files.hpp"

namespace tilebridge::profile {
namespace {

using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;

std::vector<Dispatch> sample() {
  return read_rocprof_counters(read_text(TILEBRIDGE_TEST_DATA "/rocprofv3_counter_collection.csv"));
}

TEST(Rocprof, ReadsADispatchWithAllItsCounters) {
  const std::vector<Dispatch> dispatches = sample();
  ASSERT_EQ(dispatches.size(), 2U);
  const Dispatch& tile = dispatches.front();
  EXPECT_EQ(tile.id, 1U);
  EXPECT_EQ(tile.kernel, "void tilebridge::tile<float>(float*, float const*, int, int)");
  EXPECT_EQ(tile.threads, 1048576U);
  EXPECT_EQ(tile.block_threads, 256);
  EXPECT_EQ(tile.lds_bytes, 4224);
  EXPECT_EQ(tile.vector_registers, 12);
  EXPECT_EQ(tile.nanoseconds, 10240);
  EXPECT_THAT(tile.counters,
              UnorderedElementsAre(Pair("SQ_INSTS_LDS", 32768), Pair("SQ_LDS_BANK_CONFLICT", 98304),
                                   Pair("TCC_HIT", 1024)));  // of two channels
}

TEST(Rocprof, RelatesConflictsToInstructions) {
  EXPECT_EQ(conflict_cycles_per_lds_instruction(sample().front()), 3);
  EXPECT_EQ(conflict_cycles_per_lds_instruction(sample().back()), std::nullopt);
}

// Earlier releases have fewer columns, and do not quote all of their names.
TEST(Rocprof, FindsColumnsByTheirNames) {
  const auto dispatches = read_rocprof_counters(
      "Dispatch_Id,Kernel_Name,Counter_Name,Counter_Value\r\n"
      "7,\"a \"\"b\"\" (int, int)\",SQ_WAVES,4\r\n");
  ASSERT_EQ(dispatches.size(), 1U);
  EXPECT_EQ(dispatches[0].kernel, "a \"b\" (int, int)");
  EXPECT_EQ(dispatches[0].nanoseconds, 0);
  EXPECT_EQ(dispatches[0].counters.at("SQ_WAVES"), 4);
}

TEST(Rocprof, RejectsOtherFiles) {
  EXPECT_THAT([] { read_rocprof_counters(""); },
              testing::ThrowsMessage<UsageError>(HasSubstr("no column Counter_Name")));
  EXPECT_THAT(
      [] { read_rocprof_counters("Dispatch_Id,Counter_Name,Counter_Value\n1,SQ_WAVES,\n"); },
      testing::ThrowsMessage<UsageError>("line 2 has no dispatch or no count"));
}

}  // namespace
}  // namespace tilebridge::profile
