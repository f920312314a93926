// SPDX-License-Identifier: Apache-2.0
#include "view/prices.hpp"

#include <gmock/gmock.h>

#include <algorithm>

#include "tests/results/priced_results.hpp"
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

TEST(PricesView, OfAKernelAreItsHabitsWithTheirPrices) {
  const auto found = prices(priced_results(2), catalogue());
  const Experiment& dot = catalogue().experiment("dot");
  EXPECT_EQ(habits_text(dot.variant("block_tree"), found),
            "team_control/single (2.00×), team_control/team_range, scratch_use/view");
  EXPECT_EQ(habits_text(dot.variant("block_tree_matched"), {}),
            "team_control/team_range, team_control/single, scratch_use/view");
  EXPECT_EQ(habits_text(dot.variant("atomic"), found), "");
}

TEST(PricesView, SlowKernelsAreNamedWithTheirHabits) {
  const auto slow = slow_kernels(priced_results_with_kernel(2), catalogue());
  ASSERT_EQ(slow.size(), 1U);
  EXPECT_EQ(slow[0].name, "dot/block_tree");
  EXPECT_EQ(slow[0].performance, "0.50");
  EXPECT_EQ(slow[0].where, "n=1Mi, cold");
  EXPECT_THAT(slow[0].habits, testing::StartsWith("team_control/single (2.00×), "));
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

/// So does the code of each habit itself.
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
