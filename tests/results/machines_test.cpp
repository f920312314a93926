// SPDX-License-Identifier: Apache-2.0
#include "results/machines.hpp"

#include <gmock/gmock.h>

#include "results/file.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

Ceilings rates(double read, double flops) {
  Ceilings ceilings;
  ceilings.read_bytes_per_s = read;
  ceilings.flops = flops;
  return ceilings;
}

Machine machine(double read, const std::string& preset = "quick") {
  return {"a GPU", preset, rates(read, 0)};
}

TEST(Machines, AreHeldAgainstTheMedianOfTheirKind) {
  const std::vector<Machine> known = {machine(100),
                                      machine(110),
                                      machine(500),
                                      machine(9, "full"),
                                      {"another", "quick", rates(9, 0)}};
  const auto checks = check_rates(machine(98), rates(1000, 0), known);
  ASSERT_EQ(checks.size(), 1U);
  EXPECT_EQ(checks[0].known, 110);
  EXPECT_EQ(checks[0].is_low(), std::optional(true));
  EXPECT_EQ(check_rates(machine(99), {}, known)[0].is_low(), std::optional(false));
}

TEST(Machines, OfUnknownKindAreHeldAgainstTheDatasheet) {
  EXPECT_EQ(check_rates(machine(79), rates(100, 0), {})[0].is_low(), std::optional(true));
  EXPECT_EQ(check_rates(machine(80), rates(100, 0), {})[0].is_low(), std::optional(false));
  EXPECT_EQ(check_rates(machine(80), {}, {})[0].is_low(), std::nullopt);
}

TEST(Machines, WhatWasNotMeasuredIsNotChecked) {
  EXPECT_TRUE(check_rates({"a GPU", "quick", {}}, rates(100, 100), {}).empty());
}

TEST(Machines, AnEntryTellsNothingOfItsOwner) {
  const Results results = sample_results();
  const Json entry = machine_entry(results);
  std::vector<std::string> names;
  for (const auto& [name, unused] : entry.items()) names.push_back(name);
  EXPECT_THAT(names, testing::ElementsAre("device", "architecture", "driver", "runtime", "preset",
                                          "date", "tilebridge", "rates"));
}

TEST(Machines, AreKnown) {
  ASSERT_FALSE(known_machines().empty());
  for (const Machine& known : known_machines()) {
    EXPECT_FALSE(known.device.empty());
    EXPECT_FALSE(known.preset.empty());
    EXPECT_GT(known.measured.copy_bytes_per_s, 0) << known.device;
  }
}

TEST(Machines, AMachineIsNotKnownByItsOwnEntry) {
  const Results results = read_results(TILEBRIDGE_RESULTS "/h200-models.json");
  EXPECT_EQ(known_machines(machine_entry(results)).size(), known_machines().size() - 1);
  EXPECT_EQ(known_machines(machine_entry(sample_results())).size(), known_machines().size());
}

}  // namespace
}  // namespace tilebridge
