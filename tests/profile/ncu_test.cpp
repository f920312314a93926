// SPDX-License-Identifier: Apache-2.0
#include "profile/ncu.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/process.hpp"
#include "tests/base/environment.hpp"

namespace tilebridge::profile {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Key;
using testing::Not;
using testing::ThrowsMessage;

/// ncu 2025.3 wrote this on an H200, shortened: two copies, a copy with stride 2, a kernel with
/// 32-way bank conflicts, atomics.
std::string recorded() { return read_text(TILEBRIDGE_TEST_DATA "/ncu.log"); }

TEST(Ncu, AttributesKernelsToRanges) {
  EXPECT_EQ(range_name(1, {Model("kokkos@5.0.2"), Form::loops}), "tilebridge/1/kokkos@5.0.2/loops");
  const RangeCounters ranges = read_ncu_output(recorded());
  EXPECT_THAT(ranges, ElementsAre(Key("tilebridge/0/kokkos"), Key("tilebridge/0/native"),
                                  Key("tilebridge/1/native"), Key("tilebridge/2/native")));
  EXPECT_EQ(ranges.at("tilebridge/0/native").kernels, 2);
  EXPECT_EQ(ranges.at("tilebridge/0/kokkos").kernels, 1);
}

TEST(Ncu, ReadsWhatWasCounted) {
  const RangeCounters ranges = read_ncu_output(recorded());
  const Counters& copies = ranges.at("tilebridge/0/native");
  EXPECT_EQ(copies.of(Counter::duration_ns), 4736 + 4064);
  EXPECT_EQ(copies.of(Counter::global_load_requests), 32768 + 16384);
  EXPECT_EQ(copies.of(Counter::dram_bytes_read), 2 * 4197120);
  EXPECT_EQ(copies.of(Counter::grid_blocks), 4096);

  const Counters& strided = ranges.at("tilebridge/0/kokkos");
  EXPECT_EQ(strided.ratio(Counter::global_load_sectors, Counter::global_load_requests), 8);
  EXPECT_EQ(strided.of(Counter::global_load_bytes_per_sector), 16);
  EXPECT_EQ(strided.of(Counter::global_store_bytes_per_sector), 32);

  const Counters& shared = ranges.at("tilebridge/1/native");
  EXPECT_EQ(shared.ratio(Counter::shared_store_wavefronts, Counter::shared_store_instructions), 32);
  EXPECT_EQ(shared.ratio(Counter::shared_load_wavefronts, Counter::shared_load_instructions), 1);
  EXPECT_EQ(shared.of(Counter::static_shared_bytes_per_block), 4096);
  EXPECT_EQ(shared.of(Counter::blocks_by_warps), 2);
  EXPECT_EQ(shared.of(Counter::stall_short_scoreboard), 39.5);

  const Counters& atomics = ranges.at("tilebridge/2/native");
  EXPECT_EQ(atomics.of(Counter::global_reduction_sectors), 131072);
  EXPECT_EQ(atomics.of(Counter::global_atomic_requests), 32768);
  EXPECT_EQ(atomics.ratio(Counter::l1_hit_sectors, Counter::l1_sectors), 126241.0 / 294918);
}

/// Counted since after the output was recorded.
bool is_newer(Counter counter) { return counter >= Counter::memory_throughput_percent; }

TEST(Ncu, EveryCounterIsInTheRecordedOutput) {
  const RangeCounters ranges = read_ncu_output(recorded());
  const Counters& shared = ranges.at("tilebridge/1/native");
  for (const CounterInfo& info : counter_infos()) {
    if (info.counter == Counter::global_load_bytes_per_sector) continue;  // it loads none
    if (is_newer(info.counter)) continue;
    EXPECT_TRUE(shared.of(info.counter)) << info.metric;
  }
}

TEST(Ncu, WhatIsNoNumberIsAbsent) {
  const std::string output =
      "\"ID\",\"thread Domain:Push/Pop_Range:PL_Type\",\"smsp__inst_executed.sum\",\"dram__bytes_"
      "read.sum\"\n\"\",\"\",\"inst\",\"byte\"\n"
      "\"0\",\"7  \"\"<default domain>:tilebridge/0/native:none\"\" \",\"n/a\",\"32\"\n"
      "\"1\",\"7  \"\"<default domain>:other:none\"\" \",\"1\",\"32\"\n"
      "\"2\"\n";
  const RangeCounters ranges = read_ncu_output(output);
  ASSERT_THAT(ranges, ElementsAre(Key("tilebridge/0/native")));
  const Counters& counters = ranges.at("tilebridge/0/native");
  EXPECT_EQ(counters.kernels, 1);
  EXPECT_FALSE(counters.of(Counter::instructions));
  EXPECT_EQ(counters.of(Counter::dram_bytes_read), 32);
}

/// A table of three kernels: of a case's range, of no range, and of a range of somebody else's.
constexpr const char* short_table =
    "\"ID\",\"thread Domain:Push/Pop_Range:PL_Type\",\"smsp__inst_executed.sum\"\n"
    "\"\",\"\",\"inst\"\n"
    "\"0\",\"7  \"\"<default domain>:tilebridge/0/native:none\"\" \",\"1,024\"\n"
    "\"1\",\"\",\"5\"\n"
    "\"2\",\"7  \"\"<default domain>:other/0/native:none\"\" \",\"6\"\n";

TEST(Ncu, KernelsOutsideTheRangesAreLeftOut) {
  const RangeCounters ranges = read_ncu_output(short_table);
  ASSERT_THAT(ranges, ElementsAre(Key("tilebridge/0/native")));
  EXPECT_EQ(ranges.at("tilebridge/0/native").kernels, 1);
  EXPECT_EQ(ranges.at("tilebridge/0/native").of(Counter::instructions), 1024);
}

TEST(Ncu, MessagesMayStandBeforeAndAfterTheTable) {
  const std::string output = "==PROF== Connected to process 1 (/tmp/a)\n" +
                             std::string(short_table) + "==PROF== Disconnected from process 1\n";
  EXPECT_THAT(read_ncu_output(output), ElementsAre(Key("tilebridge/0/native")));
}

TEST(Ncu, AnotherOrderOfColumnsIsTheSame) {
  const RangeCounters ranges = read_ncu_output(
      "\"ID\",\"dram__bytes_read.sum\",\"smsp__inst_executed.sum\",\"a:Push/Pop_Range:b\"\n"
      "\"\",\"byte\",\"inst\",\"\"\n"
      "\"0\",\"32\",\"8\",\"tilebridge/3/kokkos\"\n");
  ASSERT_THAT(ranges, ElementsAre(Key("tilebridge/3/kokkos")));
  EXPECT_EQ(ranges.at("tilebridge/3/kokkos").of(Counter::dram_bytes_read), 32);
  EXPECT_EQ(ranges.at("tilebridge/3/kokkos").of(Counter::instructions), 8);
}

TEST(Ncu, ATableWithoutAColumnHasNoneOfItsCounters) {
  const RangeCounters ranges =
      read_ncu_output("\"ID\",\"a:Push/Pop_Range:b\"\n\"0\",\"tilebridge/0/native\"\n");
  ASSERT_THAT(ranges, ElementsAre(Key("tilebridge/0/native")));
  EXPECT_EQ(ranges.at("tilebridge/0/native").kernels, 1);
  EXPECT_THAT(ranges.at("tilebridge/0/native").values, testing::IsEmpty());
}

TEST(Ncu, ATableWithoutRangesOrRowsHasNoKernelsOfOurs) {
  EXPECT_THAT(read_ncu_output("\"ID\",\"smsp__inst_executed.sum\"\n\"0\",\"8\"\n"),
              testing::IsEmpty());
  EXPECT_THAT(read_ncu_output("\"ID\",\"a:Push/Pop_Range:b\"\n"), testing::IsEmpty());
}

TEST(Ncu, ATableCutOffAnywhereHasTheRowsBefore) {
  const std::string whole = short_table;
  const std::size_t whole_row = whole.find("1,024") + std::string("1,024\"").size();
  for (std::size_t length = whole.find('\n'); length < whole.size(); length += 3) {
    const RangeCounters ranges = read_ncu_output(whole.substr(0, length));
    if (length < whole_row) continue;
    ASSERT_THAT(ranges, ElementsAre(Key("tilebridge/0/native"))) << length;
    EXPECT_EQ(ranges.at("tilebridge/0/native").of(Counter::instructions), 1024) << length;
  }
}

TEST(NcuMessages, OfThisProgramAndOfProgressAreNoErrors) {
  EXPECT_NO_THROW(check_ncu_messages(""));
  EXPECT_NO_THROW(check_ncu_messages(recorded()));
  EXPECT_NO_THROW(check_ncu_messages("==ERROR== The application returned an error code (5).\n"));
  EXPECT_NO_THROW(check_ncu_messages("it printed ==ERROR== in the middle of a line\n"));
}

TEST(NcuMessages, NameTheMetricsThatAreUnknown) {
  EXPECT_THAT(unknown_metrics("==PROF== Connected\n"
                              "==ERROR== Failed to find metric lts__t_sectors.sum.\n"
                              "==ERROR== Failed to find metric dram__bytes_read.sum\n"
                              "==ERROR== Failed to find the file\n"),
              ElementsAre("lts__t_sectors.sum", "dram__bytes_read.sum"));
  EXPECT_THAT(unknown_metrics(recorded()), testing::IsEmpty());
}

TEST(Ncu, NoKernelsAreNoErrorButNoTableIs) {
  EXPECT_TRUE(read_ncu_output("==WARNING== No kernels were profiled.\n").empty());
  EXPECT_THROW(read_ncu_output("==PROF== Connected to process 1 (/tmp/a)\n"), PlatformError);
}

/// An ncu that is a shell script; `$log` is its log file, and "$@" the program with its arguments.
class FakeNcu : public testing::Test {
 protected:
  NcuRun run(const std::string& script, Cache cache = Cache::hot) const {
    const std::string ncu = folder_ / "ncu";
    std::ofstream(ncu) << "#!/bin/sh\nall=\"$*\"\n"
                          "while [ \"$1\" != --metrics ]; do\n"
                          "  [ \"$1\" = --log-file ] && log=$2\n  shift\ndone\n"
                          "metrics=$2; shift 2\n"
                       << script;
    std::filesystem::permissions(ncu, std::filesystem::perms::owner_all);
    return run_ncu(ncu, cache, Counting::events, {"echo", "two words"});
  }
  void expect_refused(const std::string& script, const std::string& message) const {
    EXPECT_THAT([&] { run(script); }, ThrowsMessage<PlatformError>(HasSubstr(message)));
  }

  TemporaryFolder folder_;
};

TEST_F(FakeNcu, GivesTheTableThatItWrites) {
  const NcuRun outcome = run("cat '" TILEBRIDGE_TEST_DATA "/ncu.log' >$log\n");
  EXPECT_EQ(outcome.program_status, 0);
  EXPECT_EQ(outcome.counters.size(), 4U);
}

TEST_F(FakeNcu, IsAskedForTheKernelsOfTheRangesWithClocksLeftAlone) {
  const std::string arguments = folder_ / "arguments";
  run("echo \"$all|$1|$2\" >'" + arguments +
      "'\necho '==WARNING== No kernels were profiled.' >$log");
  EXPECT_THAT(read_text(arguments),
              AllOf(HasSubstr("--profile-from-start off --nvtx --clock-control none "
                              "--cache-control none --csv --page raw --print-units base"),
                    HasSubstr(",dram__bytes_read.sum,"), HasSubstr("|echo|two words\n")));
}

TEST_F(FakeNcu, FlushesCachesThatAreToBeCold) {
  const std::string arguments = folder_ / "arguments";
  run("echo \"$all\" >'" + arguments + "'\necho '==WARNING== No kernels were profiled.' >$log",
      Cache::cold);
  EXPECT_THAT(read_text(arguments), HasSubstr("--cache-control all "));
}

TEST_F(FakeNcu, CountersThatTheUserMayNotReadSayWhatToDo) {
  expect_refused(
      "echo '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU "
      "Performance Counters on the target device 0. For instructions on enabling permissions and "
      "to get more information see https://developer.nvidia.com/ERR_NVGPUCTRPERM' >$log",
      "NVreg_RestrictProfilingToAdminUsers=0");
}

TEST_F(FakeNcu, OtherErrorsArePassedOn) {
  expect_refused(
      "echo '==ERROR== Failed to initialize the profiler: LibraryNotLoaded' >$log; exit 9",
      "ncu failed: Failed to initialize the profiler: LibraryNotLoaded");
  expect_refused("echo \"==ERROR== unrecognised option '--nvtx'. Use --help for further details.\"",
                 "ncu failed: unrecognised option '--nvtx'. Use --help for further details");
  expect_refused("exit 4", "ncu ended with status 4");
  expect_refused("echo hello >$log", "without a table");
}

TEST_F(FakeNcu, AProgramThatFailsGivesItsStatus) {
  const NcuRun outcome =
      run("echo '==ERROR== The application returned an error code (5).' >$log; exit 5");
  EXPECT_EQ(outcome.program_status, 5);
  EXPECT_TRUE(outcome.counters.empty());
  EXPECT_EQ(run("echo '==ERROR== The application returned an error code (12345678901).' >$log")
                .program_status,
            1);
}

TEST_F(FakeNcu, MayWriteALineOfAnyLength) {
  const NcuRun outcome =
      run("{ printf '==ERROR== %0500000d\\n' 0; cat '" TILEBRIDGE_TEST_DATA "/ncu.log'; } >$log\n");
  EXPECT_EQ(outcome.counters.size(), 4U);
}

TEST_F(FakeNcu, AMetricThatItDoesNotKnowIsLeftOut) {
  const std::string script =
      "case $metrics in *lts__t_sectors.sum*)\n"
      "  echo '==ERROR== Failed to find metric lts__t_sectors.sum' >$log; exit 1;;\nesac\n"
      "cat '" TILEBRIDGE_TEST_DATA "/ncu.log' >$log\n";
  EXPECT_EQ(run(script).counters.size(), 4U);
  expect_refused("echo '==ERROR== Failed to find metric bogus__metric.sum' >$log; exit 1",
                 "does not know the metric bogus__metric.sum");
}

TEST_F(FakeNcu, EveryMetricThatItDoesNotKnowIsLeftOut) {
  const std::string asked = folder_ / "metrics";
  const NcuRun outcome =
      run("for unknown in dram__bytes_read.sum lts__t_sectors.sum; do\n"
          "  case $metrics in *$unknown*)\n"
          "    echo \"==ERROR== Failed to find metric $unknown.\" >$log; exit 1;;\n  esac\ndone\n"
          "echo \"$metrics\" >'" +
          asked + "'\ncat '" TILEBRIDGE_TEST_DATA "/ncu.log' >$log\n");
  EXPECT_EQ(outcome.counters.size(), 4U);
  EXPECT_THAT(read_text(asked),
              AllOf(HasSubstr("dram__bytes_write.sum"), Not(HasSubstr("dram__bytes_read.sum")),
                    Not(HasSubstr("lts__t_sectors.sum,"))));
}

TEST_F(FakeNcu, ThatKnowsNoMetricIsRefused) {
  expect_refused(
      "for metric in $(echo $metrics | tr , ' '); do\n"
      "  echo \"==ERROR== Failed to find metric $metric.\"\ndone >$log\nexit 1",
      "ncu does not know the metric gpu__time_duration.sum, ");
}

TEST_F(FakeNcu, InterruptedIsNoFailureOfItsOwn) {
  EXPECT_THAT([&] { run("exit 130"); },
              testing::Throws<Error>(testing::Property(&Error::status, ExitStatus::interrupted)));
}

TEST(NcuProgram, ThatIsNotThereIsNamed) {
  EXPECT_THAT([] { run_ncu("/no/such/ncu", Cache::cold, Counting::events, {"true"}); },
              ThrowsMessage<PlatformError>(HasSubstr("cannot start '/no/such/ncu': No such file")));
}

TEST(NcuProgram, ThatIsNotOnThePathSaysWhatToInstall) {
  const TemporaryFolder empty;
  const EnvironmentVariable path("PATH", empty.path());
  EXPECT_THAT([] { run_ncu("", Cache::cold, Counting::events, {"true"}); },
              ThrowsMessage<PlatformError>(HasSubstr("there is no ncu on PATH: install")));
}

}  // namespace
}  // namespace tilebridge::profile
