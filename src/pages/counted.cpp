// SPDX-License-Identifier: Apache-2.0
#include "pages/counted.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>
#include <span>
#include <vector>

namespace tilebridge::pages {
namespace {

/// Counts that differ by less are not named.
constexpr double named_from = 1.1;

/// The sum of those that were counted; none if none was.
std::optional<double> sum_of(const Counters& counters, std::span<const Counter> which) {
  std::optional<double> sum;
  for (const Counter counter : which)
    if (const auto value = counters.of(counter)) sum = sum.value_or(0) + *value;
  return sum;
}

/// What grows with the work of a kernel.
struct Quantity {
  const char* name;
  std::vector<Counter> counters;
  double named_from = pages::named_from;
};

std::string quotient_text(const Counted& counted, const Quantity& quantity) {
  const auto with = sum_of(counted.with, quantity.counters);
  const auto without = sum_of(counted.without, quantity.counters);
  if (!with || !without || *with == *without) return "";
  if (*without == 0) return fmt::format("{:.0f} {} instead of none", *with, quantity.name);
  if (*with == 0) return fmt::format("no {} instead of {:.0f}", quantity.name, *without);
  if (std::abs(std::log(*with / *without)) < std::log(quantity.named_from)) return "";
  return fmt::format("{:.2f} × the {}", *with / *without, quantity.name);
}

std::string instructions_text(const Counted& counted) {
  const auto with = counted.with.of(Counter::instructions);
  const auto without = counted.without.of(Counter::instructions);
  if (!with || !without || *without == 0) return "";
  return fmt::format("{:.2f} × the instructions", *with / *without);
}

/// What a launch has, whatever its work.
struct Property {
  Counter counter;
  const char* before;
  const char* unit;
  const char* sign;  // behind both numbers
  double named_from;
};

std::string both_text(const Counted& counted, const Property& property) {
  const auto with = counted.with.of(property.counter);
  const auto without = counted.without.of(property.counter);
  if (!with || !without || *with <= 0 || *without <= 0 || *with == *without) return "";
  if (std::abs(std::log(*with / *without)) < std::log(property.named_from)) return "";
  return fmt::format("{0}{1:.0f}{2}{3} instead of {4:.0f}{2}", property.before, *with,
                     property.sign, property.unit, *without);
}

}  // namespace

std::string counted_text(const Counted& counted) {
  static const std::vector<Quantity> quantities = {
      {"sectors of global memory",
       {Counter::global_load_sectors, Counter::global_store_sectors,
        Counter::global_reduction_sectors, Counter::global_atomic_sectors}},
      {"atomics that return a value", {Counter::global_atomic_requests}},
      {"sectors of local memory", {Counter::local_load_sectors, Counter::local_store_sectors}},
      {"passes through shared memory",
       {Counter::shared_load_wavefronts, Counter::shared_store_wavefronts}},
      {"bank conflicts",
       {Counter::shared_load_bank_conflicts, Counter::shared_store_bank_conflicts},
       2},
  };
  std::vector<std::string> all = {
      instructions_text(counted),
      both_text(counted, {Counter::block_threads, "blocks of ", " threads", "", 1}),
      both_text(counted, {Counter::registers_per_thread, "", " registers", "", 1})};
  for (const Quantity& quantity : quantities) all.push_back(quotient_text(counted, quantity));
  all.push_back(
      both_text(counted, {Counter::warps_active_percent, "", " of the warps active", "%", 1.25}));
  std::erase(all, "");
  return fmt::format("{}", fmt::join(all, ", "));
}

}  // namespace tilebridge::pages
