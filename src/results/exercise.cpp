// SPDX-License-Identifier: Apache-2.0
#include "results/exercise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
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

constexpr std::array amounts = {Amount::sectors, Amount::wavefronts, Amount::atomics,
                                Amount::requests, Amount::timeline};

/// Reads "at-least 0.9", or "at-least 0.9 0.7", whose second share is for Kokkos.
double share_of(const std::vector<std::string>& lines, bool is_in_kokkos) {
  const std::string shares = line_after(lines, "at-least");
  const std::size_t second = shares.find(' ');
  return std::strtod(
      shares.substr(is_in_kokkos && second != std::string::npos ? second : 0).c_str(), nullptr);
}

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

/// A number of a pair, if it has that.
std::optional<std::size_t> count_at(const Json& pair, const char* name) {
  const auto found = pair.find(name);
  if (found == pair.end() || !found->is_number_unsigned()) return {};
  return found->get<std::size_t>();
}

/// The amount that the last of these lines names.
Amount last_of(const std::vector<std::string>& lines) {
  Amount last = Amount::sectors;
  for (const std::string& line : lines)
    for (const Amount amount : amounts)
      if (line.starts_with(fmt::format("at-most {} ", name_of(amount)))) last = amount;
  return last;
}

double value_of(Amount amount, const Counters& counters) {
  using enum Counter;
  const auto sum = [&](Counter one, Counter other) {
    return counters.of(one).value_or(0) + counters.of(other).value_or(0);
  };
  switch (amount) {
    case Amount::sectors:
      return sum(global_load_sectors, global_store_sectors);
    case Amount::wavefronts:
      return sum(shared_load_wavefronts, shared_store_wavefronts);
    case Amount::atomics:
      return sum(global_reduction_requests, global_atomic_requests);
    case Amount::requests:
      return sum(global_load_requests, global_store_requests);
    case Amount::timeline:
      return counters.of(timeline_bytes).value_or(0);
  }
  return 0;
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
  constexpr std::array<std::string_view, amounts.size()> names = {
      "sectors", "wavefronts", "atomics", "requests", "timeline"};
  return names.at(static_cast<std::size_t>(amount));
}

std::size_t team_barriers_in(std::string_view text) {
  constexpr std::string_view call = "team_barrier(";
  std::size_t count = 0;
  for (const std::string& line : split(std::string(text), '\n')) {
    const std::string code = line.substr(0, line.find("//"));
    for (std::size_t at = 0; (at = code.find(call, at)) != std::string::npos; at += call.size())
      ++count;
  }
  return count;
}

bool has_kokkos(const Results& results) {
  return std::ranges::any_of(results.cases, [](const CaseResult& c) {
    return std::ranges::any_of(c.kernels,
                               [](const auto& entry) { return entry.first.model.is(controlled); });
  });
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
                         .slow = line_after(lines, "slow"),
                         .good = line_after(lines, "good"),
                         .unwritten = line_after(lines, "unwritten"),
                         .wrong = line_after(lines, "wrong"),
                         .slowness = line_after(lines, "slowness"),
                         .row = line_after(lines, "row"),
                         .at_most = most_of(lines),
                         .team_barriers = count_at(pair, "team_barriers"),
                         .about = last_of(lines)});
    Exercise& exercise = exercises.back();
    exercise.at_least = share_of(lines, has_kokkos(results_of(exercise, results)));
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
    std::optional<CountedAmount> most;
    for (const CaseResult& c : results.cases)
      if (const auto [reference, yours] = counted_in(c);
          c.experiment == exercise.name && reference != nullptr && yours != nullptr) {
        const double multiple = multiple_of(amount, *yours, *reference);
        if (!most || multiple > most->multiple)
          most = {amount, multiple, at_most, *yours, *reference};
      }
    if (most) counted.push_back(std::move(*most));
  }
  return counted;
}

std::string text_of(const CountedAmount& counted) {
  return fmt::format("{:.1f} times the reference's {}, of at most {:.1f} times", counted.multiple,
                     name_of(counted.amount), counted.at_most);
}

}  // namespace tilebridge
