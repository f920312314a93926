// SPDX-License-Identifier: Apache-2.0
// The sample was written by hand in the format of AMD's documentation; no GPU of AMD's wrote it.
#include "profile/rocprof.hpp"

#include <gmock/gmock.h>

#include <algorithm>

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
      testing::ThrowsMessage<UsageError>("line 2: Counter_Value must be a count; it is ''"));
}

constexpr const char* columns =
    "Process_Id,Agent_Id,Dispatch_Id,Grid_Size,Kernel_Name,LDS_Block_Size,Counter_Name,"
    "Counter_Value,Start_Timestamp,End_Timestamp\n";

TEST(Rocprof, DispatchesOfDifferentProcessesAgentsAndTimesAreDifferent) {
  const std::string row = "1,A 4,1,64,add,0,SQ_WAVES,16,10,20\n";
  const auto dispatches_with = [&](const std::string& other) {
    return read_rocprof_counters(columns + row + other).size();
  };
  EXPECT_EQ(dispatches_with(row), 1U);  // another instance of the counter
  EXPECT_EQ(dispatches_with("2,A 4,1,64,add,0,SQ_WAVES,16,10,20\n"), 2U);
  EXPECT_EQ(dispatches_with("1,A 5,1,64,add,0,SQ_WAVES,16,10,20\n"), 2U);
  EXPECT_EQ(dispatches_with("1,A 4,1,64,scale,0,SQ_WAVES,16,10,20\n"), 2U);
  EXPECT_EQ(dispatches_with("1,A 4,1,64,add,0,SQ_WAVES,16,11,20\n"), 2U);
  EXPECT_EQ(dispatches_with(columns + row), 2U);  // two files, joined
}

TEST(Rocprof, WithoutProcessesTheKernelTellsDispatchesApart) {
  const auto dispatches = read_rocprof_counters(
      "Dispatch_Id,Kernel_Name,Counter_Name,Counter_Value\n1,add,SQ_WAVES,16\n"
      "1,scale,SQ_WAVES,8\n");
  ASSERT_EQ(dispatches.size(), 2U);
  EXPECT_EQ(dispatches[0].counters.at("SQ_WAVES"), 16);
  EXPECT_EQ(dispatches[1].counters.at("SQ_WAVES"), 8);
}

TEST(Rocprof, RefusesWhatNoCountCanBe) {
  const auto refused = [](const std::string& row, const std::string& message) {
    EXPECT_THAT([&] { read_rocprof_counters(columns + row); },
                testing::ThrowsMessage<UsageError>(HasSubstr(message)))
        << row;
  };
  refused("1,A,1,64,add,0,SQ_WAVES,-16,10,20\n", "line 2: Counter_Value must be a count");
  refused("1,A,1,64,add,0,SQ_WAVES,1e300,10,20\n", "Counter_Value must be a count");
  refused("1,A,1,-5,add,0,SQ_WAVES,16,10,20\n", "Grid_Size must be a count; it is '-5'");
  refused("1,A,1,64,add,1e300,SQ_WAVES,16,10,20\n", "LDS_Block_Size must be a count");
  refused("1,A,1,64,add,2.5,SQ_WAVES,16,10,20\n", "LDS_Block_Size must be a count");
  refused("1,A,x,64,add,0,SQ_WAVES,16,10,20\n", "Dispatch_Id must be a count");
  refused("1,A,1,64,add,0,SQ_WAVES,16,20,10\n", "End_Timestamp is before Start_Timestamp");
  refused("1,A,1,64,add,0,SQ_WAVES,16,10,20\n1,A,2,64,ad", "line 3 has 5 fields");
}

TEST(Rocprof, AFileWithoutADispatchIsRefused) {
  EXPECT_THAT([] { read_rocprof_counters(columns); },
              testing::ThrowsMessage<UsageError>(HasSubstr("it has no dispatch")));
}

TEST(Rocprof, LinesMayEndInCarriageReturns) {
  std::string csv = std::string(columns) + "1,A,1,64,add,0,SQ_WAVES,16,10,20\n";
  std::replace(csv.begin(), csv.end(), '\n', '\r');
  EXPECT_EQ(read_rocprof_counters(csv).size(), 1U);
}

}  // namespace
}  // namespace tilebridge::profile
