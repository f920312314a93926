// SPDX-License-Identifier: Apache-2.0
#include "results/exercise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/text.hpp"

namespace tilebridge {
namespace {

/// The text after a word that a line begins with; "" if none does. It is a pair's, and may be
/// anything.
std::string line_after(const std::vector<std::string>& lines, const std::string& word) {
  constexpr std::size_t longest_hint = 300;
  for (const std::string& line : lines)
    if (line.starts_with(word + " "))
      return one_printable_line(line.substr(word.size() + 1), longest_hint);
  return "";
}

constexpr std::array amounts = {Amount::sectors, Amount::wavefronts, Amount::atomics};

/// Reads lines such as "at-most sectors 1.1".
std::map<Amount, double> most_of(const std::vector<std::string>& lines) {
  std::map<Amount, double> most;
  for (const Amount amount : amounts)
    if (const double multiple = std::strtod(
            line_after(lines, fmt::format("at-most {}", name_of(amount))).c_str(), nullptr);
        multiple > 0)
      most[amount] = multiple;
  return most;
}

double value_of(Amount amount, const Counters& counters) {
  using enum Counter;
  const auto sum = [&](Counter one, Counter other) {
    return counters.of(one).value_or(0) + counters.of(other).value_or(0);
  };
  if (amount == Amount::sectors) return sum(global_load_sectors, global_store_sectors);
  return amount == Amount::wavefronts ? sum(shared_load_wavefronts, shared_store_wavefronts)
                                      : sum(global_reduction_requests, global_atomic_requests);
}

/// How much of it `yours` has, in multiples of the reference's. Where the reference has none, one
/// is one too many.
double multiple_of(Amount amount, const Counters& yours, const Counters& reference) {
  const double of_yours = value_of(amount, yours), of_reference = value_of(amount, reference);
  if (of_yours == of_reference) return 1;
  return of_yours / std::max(of_reference, 1.0);
}

/// Finds what was counted of a case's reference, and of the learner's kernel; null where nothing
/// was.
std::pair<const Counters*, const Counters*> counted_in(const CaseResult& c) {
  std::pair<const Counters*, const Counters*> found = {};
  for (const auto& [kernel, result] : c.kernels)
    if (result.counters)
      (kernel.model.is_native() ? found.first : found.second) = &*result.counters;
  return found;
}

}  // namespace

std::string_view name_of(Amount amount) {
  if (amount == Amount::sectors) return "sectors";
  return amount == Amount::wavefronts ? "wavefronts" : "atomics";
}

std::vector<Exercise> exercises_of(const Results& results) {
  std::vector<Exercise> exercises;
  const auto pairs = results.builds.find("pairs");
  if (pairs == results.builds.end() || !pairs->is_array()) return exercises;
  for (const Json& pair : *pairs) {
    const std::string text = text_at(pair, "exercise");
    if (text.empty()) continue;
    const std::vector<std::string> lines = split(text, '\n');
    exercises.push_back({.name = text_at(pair, "name"),
                         .at_least = std::strtod(line_after(lines, "at-least").c_str(), nullptr),
                         .slow = line_after(lines, "slow"),
                         .good = line_after(lines, "good"),
                         .unwritten = line_after(lines, "unwritten"),
                         .wrong = line_after(lines, "wrong"),
                         .slowness = line_after(lines, "slowness"),
                         .row = line_after(lines, "row"),
                         .at_most = most_of(lines)});
  }
  return exercises;
}

Results results_of(const Exercise& exercise, Results results) {
  std::erase_if(results.cases, [&](const CaseResult& c) { return c.experiment != exercise.name; });
  return results;
}

bool is_untimed(const Results& results) {
  return !results.cases.empty() && results.cases.front().platform == "host";
}

double share_asked(const Exercise& exercise, double at_least) {
  return at_least > 0 ? at_least : exercise.at_least;
}

std::vector<CountedAmount> counted_amounts(const Exercise& exercise, const Results& results) {
  std::vector<CountedAmount> counted;
  for (const auto& [amount, at_most] : exercise.at_most) {
    std::optional<double> most;
    for (const CaseResult& c : results.cases)
      if (const auto [reference, yours] = counted_in(c);
          c.experiment == exercise.name && reference != nullptr && yours != nullptr)
        most = std::max(most.value_or(0), multiple_of(amount, *yours, *reference));
    if (most) counted.push_back({amount, *most, at_most});
  }
  return counted;
}

std::string text_of(const CountedAmount& counted) {
  return fmt::format("{:.1f} times the reference's {}, of at most {:.1f} times", counted.multiple,
                     name_of(counted.amount), counted.at_most);
}

}  // namespace tilebridge
