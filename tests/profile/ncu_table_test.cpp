// SPDX-License-Identifier: Apache-2.0
// The tables were written by hand in the form of ncu's.
#include "profile/ncu_table.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/error.hpp"
#include "base/files.hpp"
#include "profile/ncu.hpp"

namespace tilebridge::profile {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr const char* percent_metric =
    "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed";

/// A raw page of one launch: its time, and a share of the peak.
std::string raw_page(const std::string& time, const std::string& percent,
                     const std::string& unit = "ns") {
  return fmt::format(
      "==PROF== Connected to process 7 (/tmp/a)\n"
      "\"ID\",\"Process ID\",\"Kernel Name\",\"CC\",\"gpu__time_duration.sum\",\"{}\"\n"
      "\"\",\"\",\"\",\"\",\"{}\",\"%\"\n"
      "\"0\",\"7\",\"add(float *, int)\",\"9.0\",\"{}\",\"{}\"\n",
      percent_metric, unit, time, percent);
}

Counters only_launch(const std::string& text) {
  const std::vector<NcuLaunch> launches = read_ncu_tables(text);
  EXPECT_EQ(launches.size(), 1U);
  return launches.empty() ? Counters() : launches.front().counters;
}

TEST(NcuTable, NumbersAreReadInAnyLocale) {
  const auto expect = [](const char* time, const char* percent) {
    const Counters counters = only_launch(raw_page(time, percent));
    EXPECT_EQ(counters.of(Counter::duration_ns), 1234560) << time << " " << percent;
    EXPECT_EQ(counters.of(Counter::memory_throughput_percent), 75.31) << time << " " << percent;
  };
  expect("1,234,560", "75.31");
  expect("1.234.560", "75,31");
  expect("1 234 560", "75,31");
  expect("1'234'560", "75.31");
  expect("1\u2019234\u2019560", "75.31");
  expect("1\u202f234\u202f560", "75,31");
  expect("1234560", "75.31");
}

TEST(NcuTable, OneNumberTellsTheFormOfTheOthers) {
  const Counters german = only_launch(raw_page("12.345", "9,00"));
  EXPECT_EQ(german.of(Counter::duration_ns), 12345);
  EXPECT_EQ(german.of(Counter::memory_throughput_percent), 9);
  EXPECT_EQ(only_launch(raw_page("12.345", "9.00", "us")).of(Counter::duration_ns), 12345);
  EXPECT_EQ(only_launch(raw_page("12,345", "9,00", "us")).of(Counter::duration_ns), 12345);
  EXPECT_EQ(only_launch(raw_page("12.345", "9,00", "us")).of(Counter::duration_ns), 12345000);
}

void expect_unreadable(const std::string& text, const std::string& message) {
  EXPECT_THAT([&] { read_ncu_tables(text); },
              ThrowsMessage<UnreadableTable>(AllOf(HasSubstr(message), HasSubstr("LC_ALL=C"))))
      << text;
}

TEST(NcuTable, WhatCouldBeTwoNumbersIsRefused) {
  expect_unreadable(raw_page("12.345", "9", "us"),
                    "line 4, gpu__time_duration.sum: '12.345' is 12.345 or 12345");
  expect_unreadable(raw_page("12,345", "n/a", "msecond"), "is 12345 or 12.345");
  expect_unreadable(raw_page("1.234.560", "75.31"), "has a decimal point, but line 4");
}

TEST(NcuTable, WhatIsNoCountIsRefused) {
  for (const char* text : {"12..5", "-5", "1e300", "fast", "12,34,56", "5%"})
    expect_unreadable(raw_page(text, "75.31"),
                      fmt::format("gpu__time_duration.sum: '{}' is no count", text));
  EXPECT_EQ(only_launch(raw_page("n/a", "(!) n/a")).values.size(), 0U);
  EXPECT_EQ(only_launch(raw_page("nan", "")).values.size(), 0U);
}

TEST(NcuTable, UnitsAreThoseOfResultFiles) {
  for (const auto& [unit, nanoseconds] : {std::pair("ns", 1.5),
                                          {"nsecond", 1.5},
                                          {"us", 1.5e3},
                                          {"usecond", 1.5e3},
                                          {"msecond", 1.5e6},
                                          {"second", 1.5e9}})
    EXPECT_DOUBLE_EQ(*only_launch(raw_page("1.5", "75.31", unit)).of(Counter::duration_ns),
                     nanoseconds)
        << unit;
  const Counters bytes = only_launch(
      "\"ID\",\"Kernel Name\",\"dram__bytes_read.sum\",\"launch__shared_mem_per_block_static\","
      "\"smsp__inst_executed.sum\"\n\"\",\"\",\"Mbyte\",\"Kbyte/block\",\"inst\"\n"
      "\"0\",\"add\",\"4.25\",\"1.02\",\"7\"\n");
  EXPECT_EQ(bytes.of(Counter::dram_bytes_read), 4.25e6);
  EXPECT_EQ(bytes.of(Counter::static_shared_bytes_per_block), 1020);
  EXPECT_EQ(bytes.of(Counter::instructions), 7);
  expect_unreadable(raw_page("5", "75.31", "byte"), "has the unit 'byte'");
  expect_unreadable(raw_page("5", "75.31", ""), "has no unit");
  expect_unreadable(raw_page("5", "75.31", "fortnight"), "has the unit 'fortnight'");
}

/// A row of a details page.
std::string detail(const char* id, const char* metric, const char* unit, const char* value) {
  return fmt::format("\"{}\",\"7\",\"a\",\"node1\",\"add(float *)\",\"S\",\"{}\",\"{}\",\"{}\"\n",
                     id, metric, unit, value);
}
constexpr const char* detail_columns =
    "\"ID\",\"Process ID\",\"Process Name\",\"Host Name\",\"Kernel Name\",\"Section Name\","
    "\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n";

TEST(NcuTable, TheDetailsPageHasARowForEachMetric) {
  const std::string page = detail_columns + detail("0", "Duration", "us", "12.48") +
                           detail("0", "Memory Throughput", "%", "75.31") +
                           detail("0", "Memory Throughput", "Gbyte/s", "1,900.00") +
                           detail("0", "Function Cache Configuration", "", "CachePreferNone") +
                           detail("0", "dram__bytes_read.sum", "Kbyte", "1.50") +
                           detail("1", "Duration", "us", "2.00") +
                           detail("1", "Registers Per Thread", "register/thread", "32");
  const std::vector<NcuLaunch> launches = read_ncu_tables(page);
  ASSERT_EQ(launches.size(), 2U);
  EXPECT_EQ(launches[0].kernel, "add(float *)");
  EXPECT_EQ(launches[0].counters.of(Counter::duration_ns), 12480);
  EXPECT_EQ(launches[0].counters.of(Counter::memory_throughput_percent), 75.31);
  EXPECT_EQ(launches[0].counters.of(Counter::dram_bytes_read), 1500);
  EXPECT_EQ(launches[1].counters.of(Counter::duration_ns), 2000);
  EXPECT_EQ(launches[1].counters.of(Counter::registers_per_thread), 32);
}

TEST(NcuTable, TablesOneBehindAnotherHaveTheirOwnForm) {
  const auto launches =
      read_ncu_tables(raw_page("1,234,560", "75.31") + "the program wrote: 1, 2\n" +
                      raw_page("1.234.560", "75,31"));
  ASSERT_EQ(launches.size(), 2U);
  for (const NcuLaunch& launch : launches)
    EXPECT_EQ(launch.counters.of(Counter::duration_ns), 1234560);
}

TEST(NcuTable, AFileIsReadByKernel) {
  const std::string recorded = read_text(TILEBRIDGE_TEST_DATA "/ncu.log");
  const auto kernels = read_ncu_file(recorded);
  ASSERT_EQ(kernels.size(), 5U);
  EXPECT_EQ(kernels.at("shared32(float *)").front().of(Counter::duration_ns), 6912);
}

TEST(NcuTable, AFileWithoutAnythingToShowIsRefused) {
  const auto refused = [](const std::string& text, const std::string& message) {
    EXPECT_THAT([&] { read_ncu_file(text); }, ThrowsMessage<UsageError>(HasSubstr(message)))
        << text;
  };
  refused("", "no table of ncu's");
  refused("==WARNING== No kernels were profiled.\n", "no table of ncu's");
  refused("\"ID\",\"Kernel Name\",\"smsp__inst_executed.sum\"\n", "no launch of a kernel");
  refused("\"ID\",\"Kernel Name\",\"a__b.sum\"\n\"\",\"\",\"\"\n\"0\",\"add\",\"5\"\n",
          "no launch of a kernel");
  refused(raw_page("12.345", "9", "us"), "is 12.345 or 12345");
}

TEST(NcuTable, OfTheProgramsOwnRunIsRefusedByAnErrorOfThePlatform) {
  EXPECT_THAT([] { read_ncu_output(raw_page("12..5", "9")); },
              ThrowsMessage<PlatformError>(HasSubstr("cannot read what ncu counted: line 4")));
}

}  // namespace
}  // namespace tilebridge::profile
