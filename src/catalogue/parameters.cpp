#include "catalogue/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <stdexcept>

#include "catalogue/error.hpp"

namespace tilebridge {
namespace {

struct Unit {
  std::string_view suffix;
  std::int64_t factor;
};
constexpr std::array<Unit, 3> units = {{{"Gi", 1LL << 30}, {"Mi", 1LL << 20}, {"Ki", 1LL << 10}}};

/// None where `text` is not a whole number, or none that 64 bits hold.
std::optional<std::int64_t> parse_number(std::string_view text) {
  std::int64_t factor = 1;
  for (const Unit& unit : units) {
    if (!text.ends_with(unit.suffix)) continue;
    factor = unit.factor;
    text.remove_suffix(unit.suffix.size());
  }
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (value > std::numeric_limits<std::int64_t>::max() / factor ||
      value < std::numeric_limits<std::int64_t>::min() / factor)
    return std::nullopt;
  return value * factor;
}

}  // namespace

const Value& Parameters::at(std::string_view name) const {
  for (const auto& [known, value] : values_)
    if (known == name) return value;
  throw std::out_of_range(fmt::format("no parameter '{}'", name));
}

std::int64_t Parameters::operator[](std::string_view name) const {
  return std::get<std::int64_t>(at(name));
}

const std::string& Parameters::word(std::string_view name) const {
  return std::get<std::string>(at(name));
}

bool Parameters::has(std::string_view name) const {
  return std::any_of(values_.begin(), values_.end(),
                     [&](const auto& entry) { return entry.first == name; });
}

void Parameters::set(std::string_view name, Value value) {
  for (auto& [known, current] : values_) {
    if (known != name) continue;
    current = std::move(value);
    return;
  }
  values_.emplace_back(name, std::move(value));
}

std::vector<Assignment> parse_assignments(std::string_view text) {
  std::vector<Assignment> assignments;
  while (!text.empty()) {
    const std::string_view assignment = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), assignment.size() + 1));
    const std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == assignment.size())
      throw UsageError(fmt::format(
          "'{}' does not set a parameter; write name=value, for example stride=2", assignment));
    assignments.emplace_back(assignment.substr(0, equals), assignment.substr(equals + 1));
  }
  return assignments;
}

Value parse_value(const Parameter& parameter, std::string_view text) {
  if (!parameter.words.empty()) {
    if (std::find(parameter.words.begin(), parameter.words.end(), text) == parameter.words.end())
      throw unknown_name("value of " + parameter.name, text, parameter.words);
    return std::string(text);
  }
  const std::optional<std::int64_t> value = parse_number(text);
  if (!value)
    throw UsageError(
        fmt::format("{}={} is not a whole number; write for example {}=4096 or {}=32Mi",
                    parameter.name, text, parameter.name, parameter.name));
  if (*value < parameter.minimum || *value > parameter.maximum)
    throw UsageError(fmt::format("{}={} is out of range: {} … {} ({})", parameter.name, text,
                                 parameter.minimum, parameter.maximum, parameter.meaning));
  return *value;
}

std::string to_string(const Value& value) {
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  const std::int64_t number = std::get<std::int64_t>(value);
  for (const Unit& unit : units)
    if (number >= 4 * unit.factor && number % unit.factor == 0)
      return fmt::format("{}{}", number / unit.factor, unit.suffix);
  return fmt::format("{}", number);
}

std::string to_string(const Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, to_string(value));
  return text;
}

}  // namespace tilebridge
