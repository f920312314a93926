#include "catalogue/parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <stdexcept>

#include "catalogue/error.hpp"

namespace tilebridge {
namespace {

struct Unit {
  std::string_view suffix;
  std::int64_t factor;
};
constexpr std::array<Unit, 3> units = {{{"Gi", 1LL << 30}, {"Mi", 1LL << 20}, {"Ki", 1LL << 10}}};

std::int64_t parse_value(std::string_view assignment, std::string_view text) {
  const auto not_a_number = [&] {
    return UsageError(
        fmt::format("'{}': '{}' is not a whole number; write for example n=4096, n=32Mi or n=1Gi",
                    assignment, text));
  };
  std::int64_t factor = 1;
  for (const Unit& unit : units) {
    if (!text.ends_with(unit.suffix)) continue;
    factor = unit.factor;
    text.remove_suffix(unit.suffix.size());
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) throw not_a_number();
  if (value > std::numeric_limits<std::int64_t>::max() / factor ||
      value < std::numeric_limits<std::int64_t>::min() / factor)
    throw not_a_number();
  return value * factor;
}

std::string with_unit(std::int64_t value) {
  for (const Unit& unit : units)
    if (value >= 4 * unit.factor && value % unit.factor == 0)
      return fmt::format("{}{}", value / unit.factor, unit.suffix);
  return fmt::format("{}", value);
}

}  // namespace

std::int64_t Parameters::operator[](std::string_view name) const {
  for (const auto& [known, value] : values_)
    if (known == name) return value;
  throw std::out_of_range(fmt::format("no parameter '{}'", name));
}

bool Parameters::has(std::string_view name) const {
  return std::any_of(values_.begin(), values_.end(),
                     [&](const auto& entry) { return entry.first == name; });
}

void Parameters::set(std::string_view name, std::int64_t value) {
  for (auto& [known, current] : values_) {
    if (known != name) continue;
    current = value;
    return;
  }
  values_.emplace_back(name, value);
}

std::vector<std::pair<std::string, std::int64_t>> parse_assignments(std::string_view text) {
  std::vector<std::pair<std::string, std::int64_t>> assignments;
  while (!text.empty()) {
    const std::string_view assignment = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), assignment.size() + 1));
    const std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos || equals == 0)
      throw UsageError(fmt::format(
          "'{}' does not set a parameter; write name=value, for example stride=2", assignment));
    assignments.emplace_back(assignment.substr(0, equals),
                             parse_value(assignment, assignment.substr(equals + 1)));
  }
  return assignments;
}

std::string to_string(const Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, with_unit(value));
  return text;
}

}  // namespace tilebridge
