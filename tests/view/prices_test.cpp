// SPDX-License-Identifier: Apache-2.0
#include "view/prices.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "sources/sections.hpp"
#include "sources/sources.hpp"
#include "tests/results/priced_results.hpp"
#include "tests/results/stepped_results.hpp"
#include "tests/view/listing_text.hpp"

namespace tilebridge::view {
namespace {

using testing::HasSubstr;

TEST(PricesView, ListWhatIsWrittenAndWhatToWriteInstead) {
  const PriceList list = price_list(priced_results(2), catalogue());
  EXPECT_EQ(list.device, "NVIDIA H200, Kokkos 4.7.01");
  ASSERT_EQ(list.habits.size(), 1U);
  const PricedHabit& single = list.habits[0];
  EXPECT_EQ(single.key, "team_control/single");
  EXPECT_EQ(single.cost, "2.00");
  EXPECT_EQ(single.interval, "1.96…2.04");
  EXPECT_EQ(single.where, "repeats=64 blocks=1056, cold");
}

TEST(PricesView, HaveAColumnForEachOtherKokkos) {
  const PriceList list = price_list(priced_results_with_release(2, 3), catalogue());
  EXPECT_THAT(list.releases, testing::ElementsAre("5.0.2"));
  const Table table = prices_table(list);
  EXPECT_EQ(table.column("with 5.0.2"), 3U);
  const auto& cells = table.groups.front().rows.at(0).cells;
  EXPECT_EQ(cells.at(1).text, "2.00");
  EXPECT_EQ(cells.at(3).text, "3.00 2.94…3.06");
  EXPECT_EQ(cells.at(table.column("case")).text, "repeats=64 blocks=1056, cold");
  EXPECT_FALSE(prices_table(price_list(priced_results(2), catalogue())).has_column("with 5.0.2"));
}

TEST(PricesView, SayWhatChangedAndWhetherThatIsCertain) {
  const PriceChanges changes = price_changes(priced_results(2), priced_results(3), catalogue());
  ASSERT_EQ(changes.changes.size(), 1U);
  EXPECT_EQ(changes.changes[0].before, "2.00 1.96…2.04");
  EXPECT_EQ(changes.changes[0].after, "3.00 2.94…3.06");
  EXPECT_EQ(changes.changes[0].change, "1.50×");
  EXPECT_EQ(changes.changes[0].where, "repeats=64 blocks=1056, cold");
  EXPECT_EQ(changes.changes[0].time_with, "1.00×");
  EXPECT_EQ(changes.changes[0].time_without, "0.67×");
  EXPECT_TRUE(changes.changes[0].is_certain);
  EXPECT_FALSE(
      price_changes(priced_results(2), priced_results(2.01), catalogue()).changes[0].is_certain);
}

TEST(PricesView, WithoutResultsAllHabitsAreListed) {
  std::size_t habits = 0;
  for (const Experiment& e : catalogue())
    habits += static_cast<std::size_t>(
        std::count_if(e.variants.begin(), e.variants.end(),
                      [](const Variant& v) { return v.habit.has_value(); }));
  const PriceList list = unpriced(catalogue());
  EXPECT_EQ(list.habits.size(), habits);
  for (const PricedHabit& habit : list.habits) {
    EXPECT_FALSE(habit.written.empty()) << habit.key;
    EXPECT_FALSE(habit.matters.empty()) << habit.key;
    EXPECT_TRUE(habit.cost.empty()) << habit.key;
  }
}

TEST(PricesView, OfAKernelAreItsHabitsWithWhatTheyCostInIt) {
  const auto steps = staircases(stepped_results(), catalogue());
  EXPECT_EQ(habits_text(catalogue().experiment("transpose").variant("padded_tile"), steps),
            "scratch_use/load_store (1.50× here), team_control/vector_range (1.00× here), "
            "team_control/league_division (1.00× here), scratch_use/view (1.00× here)");
  const Experiment& dot = catalogue().experiment("dot");
  EXPECT_EQ(habits_text(dot.variant("block_tree"), steps),
            "team_control/team_range (cost here unknown), team_control/single (cost here unknown), "
            "scratch_use/view (cost here unknown)");
  EXPECT_EQ(habits_text(dot.variant("atomic"), steps), "");
}

TEST(PricesView, SlowKernelsAreNamedWithTheirHabits) {
  const auto slow = slow_kernels(priced_results_with_kernel(2), catalogue());
  ASSERT_EQ(slow.size(), 1U);
  EXPECT_EQ(slow[0].name, "dot/block_tree");
  EXPECT_EQ(slow[0].performance, "0.50");
  EXPECT_EQ(slow[0].where, "n=1Mi, cold");
  EXPECT_THAT(slow[0].habits, testing::StartsWith("team_control/team_range (cost here unknown), "))
      << "a price of another kernel";
  Results at_parity = priced_results_with_kernel(2);
  for (CaseResult& c : at_parity.cases) c.comparisons[0].verdict = Verdict::parity;
  EXPECT_TRUE(slow_kernels(at_parity, catalogue()).empty());
}

std::string plain_code(const Experiment& e, const Variant& v) {
  return text(listing_of(e, v, Model::kokkos, Platform::cuda));
}

/// What a kernel is said to have is in its code.
TEST(PricesView, KernelsHaveTheHabitsThatTheyAreSaidToHave) {
  int named = 0;
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants) {
      if (v.level != Level::textbook) continue;
      for (const std::string& key : v.habits) {
        const std::size_t slash = key.find('/');
        const Variant& habit =
            catalogue().experiment(key.substr(0, slash)).variant(key.substr(slash + 1));
        ASSERT_TRUE(habit.habit) << key;
        EXPECT_THAT(plain_code(e, v), HasSubstr(habit.habit->sign)) << e.name << "/" << v.name;
        ++named;
      }
    }
  EXPECT_GT(named, 0);
}

/// The dearest of them all is named wherever a matched form leaves it behind.
TEST(PricesView, WhoeverLeavesSingleBehindSaysSo) {
  const std::string key = "team_control/single";
  const std::string sign = catalogue().experiment("team_control").variant("single").habit->sign;
  int left_behind = 0;
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants) {
      const Variant* matched = e.find(matched_name(v.name));
      if (matched == nullptr || e.family == Family::habits) continue;
      const bool leaves = plain_code(e, v).find(sign) != std::string::npos &&
                          plain_code(e, *matched).find(sign) == std::string::npos;
      if (!leaves) continue;
      EXPECT_THAT(v.habits, testing::Contains(key)) << e.name << "/" << v.name;
      ++left_behind;
    }
  EXPECT_GT(left_behind, 0);
}

/// Only its own price contains single(PerTeam), which would hide what else differs.
TEST(PricesView, NoOtherHabitIsPricedWithSingle) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants) {
      if (e.family != Family::habits || v.name == "single") continue;
      EXPECT_THAT(plain_code(e, v), testing::Not(HasSubstr("single(Kokkos::PerTeam")))
          << e.name << "/" << v.name;
    }
}

TEST(PricesView, WhatToWriteInsteadSaysWhereItHolds) {
  const Experiment& control = catalogue().experiment("team_control");
  const PricedHabit single = unpriced(control, control.variant("single"));
  EXPECT_EQ(single.holds_if, "vector length 1");
  EXPECT_EQ(instead_text(single), "(vector length 1) if (team.team_rank() == 0)");
  EXPECT_EQ(
      single.code_before,
      "Kokkos::single(Kokkos::PerTeam(team), [&] { Kokkos::atomic_add(&out(tile), 1U); });\n");
  EXPECT_THAT(single.code_after, HasSubstr("if (team.team_rank() == 0)"));
  EXPECT_THAT(single.code_after, HasSubstr("Kokkos::single(Kokkos::PerThread(team)"));
}

/// Without directives, closing brackets and what says that something is left out.
std::size_t statements(const std::string& code) {
  std::size_t count = 0;
  for (const std::string_view line : sources::lines_of(code).text)
    count += line.starts_with('#') || line == "// …" ||
                     line.find_first_not_of(" });") == std::string_view::npos
                 ? 0
                 : 1;
  return count;
}

TEST(PricesView, WhatDoesNotHoldEverywhereIsShownAsCodeThatDoes) {
  for (const PricedHabit& habit : unpriced(catalogue()).habits) {
    SCOPED_TRACE(habit.key);
    EXPECT_EQ(habit.holds_if.empty(), habit.instead.empty());
    EXPECT_EQ(habit.code_before.empty(), habit.code_after.empty());
    const bool is_conditional = !habit.instead.empty() && habit.holds_if != always;
    EXPECT_TRUE(!is_conditional || !habit.code_after.empty());
    EXPECT_LE(statements(habit.code_before), 6U) << habit.code_before;
    EXPECT_LE(statements(habit.code_after), 6U) << habit.code_after;
  }
}

TEST(PricesView, CodeIsOfHabits) {
  std::set<std::string> keys;
  for (const PricedHabit& habit : unpriced(catalogue()).habits) keys.insert(habit.key);
  for (const sources::SourceFile& file : sources::idiom_sources())
    for (const sources::Section& section : sources::sections_of(sources::lines_of(file.text)))
      for (const std::string_view name : section.names)
        EXPECT_TRUE(keys.contains(std::string(name.substr(name.find(' ') + 1)))) << name;
}

/// A habit's own code has its sign.
TEST(PricesView, AHabitsCodeHasItsSign) {
  for (const Experiment& e : catalogue())
    for (const Variant& v : e.variants) {
      if (!v.habit) continue;
      EXPECT_FALSE(v.habit->sign.empty()) << e.name << "/" << v.name;
      EXPECT_THAT(plain_code(e, v), HasSubstr(v.habit->sign)) << e.name << "/" << v.name;
    }
}

}  // namespace
}  // namespace tilebridge::view
