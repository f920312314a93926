// SPDX-License-Identifier: Apache-2.0
#include "catalogue/parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "base/text.hpp"

namespace tilebridge {
namespace {

struct Unit {
  std::string_view suffix;
  std::int64_t factor;
};
constexpr std::array<Unit, 3> units = {{{"Gi", 1LL << 30}, {"Mi", 1LL << 20}, {"Ki", 1LL << 10}}};

std::optional<std::int64_t> parse_whole(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "16.5Mi" as a number. Empty where it is not a whole number that fits into 64 bits.
std::optional<std::int64_t> parse_in_unit(std::string_view text, std::int64_t factor) {
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const bool has_part = text.find('.') != std::string_view::npos;
  if (has_part && !(is_digit(text.front()) && is_digit(text.back()))) return std::nullopt;
  double number = 0;
  const char* const text_end = text.data() + text.size();
  const auto [end, error] =
      std::from_chars(text.data(), text_end, number, std::chars_format::fixed);
  number *= static_cast<double>(factor);
  if (error != std::errc{} || end != text_end || number != std::trunc(number) ||
      std::abs(number) >= 0x1p63)
    return std::nullopt;
  return static_cast<std::int64_t>(number);
}

/// Empty where `text` is not a whole number, or not one that fits into 64 bits.
std::optional<std::int64_t> parse_number(std::string_view text) {
  for (const Unit& unit : units)
    if (text.ends_with(unit.suffix))
      return parse_in_unit(text.substr(0, text.size() - unit.suffix.size()), unit.factor);
  return parse_whole(text);
}

/// "1Gi" for "1G", "1g", "1GB" and "1GiB"; "" where `text` does not look like that.
std::string with_binary_unit(std::string_view text) {
  const std::size_t letter = text.find_first_not_of("0123456789.");
  if (letter == 0 || letter == std::string_view::npos) return "";
  const std::string suffix = lower_case(text.substr(letter));
  for (const Unit& unit : units) {
    const std::string name(1, static_cast<char>(std::tolower(unit.suffix.front())));
    for (const char* ending : {"", "b", "i", "ib"})
      if (suffix == name + ending) return fmt::format("{}{}", text.substr(0, letter), unit.suffix);
  }
  return "";
}

UsageError not_a_number(const Parameter& parameter, std::string_view text) {
  const std::string meant = with_binary_unit(text);
  if (!meant.empty() && parse_number(meant))
    return UsageError(fmt::format("{0}={1} is not a whole number; did you mean {0}={2}?",
                                  parameter.name, text, meant));
  return UsageError(
      fmt::format("{0}={1} is not a whole number; write for example {0}=4096 or {0}=32Mi",
                  parameter.name, text));
}

/// "16.5Mi"; empty where that is not exact, and for small numbers, such as thread counts, which
/// read better in digits.
std::optional<std::string> in_unit(std::int64_t number, const Unit& unit) {
  const bool is_small = unit.suffix == "Ki";
  if (number < (is_small ? 4 : 1) * unit.factor) return std::nullopt;
  const std::int64_t whole = number / unit.factor;
  const std::int64_t rest = number % unit.factor;
  if (rest == 0) return fmt::format("{}{}", whole, unit.suffix);
  if (is_small || 2 * rest != unit.factor) return std::nullopt;
  return fmt::format("{}.5{}", whole, unit.suffix);
}

}  // namespace

Parameter one_of(std::string name, std::vector<std::string> words, std::string initial,
                 std::string meaning) {
  return {std::move(name), std::move(meaning), std::move(initial), 0, 0, std::move(words)};
}

Parameter in_multiples_of(std::int64_t factor, Parameter parameter) {
  parameter.multiple_of = factor;
  return parameter;
}

Parameter setting(std::string name, std::string meaning, std::int64_t most,
                  std::vector<Value> tries) {
  Parameter parameter = {std::move(name), std::move(meaning), tries.front(), 0, most};
  parameter.tries = std::move(tries);
  return parameter;
}

Parameters Parameters::without(std::string_view name) const {
  Parameters others = *this;
  std::erase_if(others.values_, [&](const auto& value) { return value.first == name; });
  return others;
}

const Value& Parameters::at(std::string_view name) const {
  for (const auto& [known, value] : values_)
    if (known == name) return value;
  throw std::out_of_range(fmt::format("no parameter '{}'", name));
}

std::int64_t Parameters::operator[](std::string_view name) const {
  return std::get<std::int64_t>(at(name));
}

std::size_t Parameters::as_size(std::string_view name) const {
  return static_cast<std::size_t>((*this)[name]);
}

const std::string& Parameters::word(std::string_view name) const {
  return std::get<std::string>(at(name));
}

std::string Parameters::text(std::string_view name) const { return to_string(at(name)); }

bool Parameters::has(std::string_view name) const {
  return std::ranges::find(values_, name, &std::pair<std::string, Value>::first) != values_.end();
}

void Parameters::set(std::string_view name, Value value) {
  for (auto& [known, current] : values_) {
    if (known != name) continue;
    current = std::move(value);
    return;
  }
  values_.emplace_back(name, std::move(value));
}

std::vector<Parameters> every(
    const std::vector<std::pair<std::string, std::vector<Value>>>& parameters) {
  std::vector<Parameters> all(1);
  for (const auto& [name, values] : parameters) {
    std::vector<Parameters> next;
    for (const Parameters& p : all)
      for (const Value& value : values) next.emplace_back(p).set(name, value);
    all = std::move(next);
  }
  return all;
}

std::vector<Parameters> Cases::operator()(Preset preset, Platform platform) const {
  const bool on_host = platform == Platform::host;
  if (on_host && preset == Preset::quick && !host_quick.empty()) return host_quick;
  if (on_host && !host.empty()) return host;
  if (preset == Preset::quick) return quick;
  std::vector<Parameters> cases = standard.empty() ? quick : standard;
  if (preset != Preset::full) return cases;
  if (!full.empty()) cases = full;
  cases.insert(cases.end(), more_in_full.begin(), more_in_full.end());
  return cases;
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
    if (std::ranges::find(parameter.words, text) == parameter.words.end())
      throw unknown_name("value of " + parameter.name, text, parameter.words);
    return std::string(text);
  }
  const std::optional<std::int64_t> value = parse_number(text);
  if (!value) throw not_a_number(parameter, text);
  if (*value < parameter.minimum || *value > parameter.maximum)
    throw UsageError(fmt::format("{}={} is out of range: {} … {} ({})", parameter.name, text,
                                 to_string(Value(parameter.minimum)),
                                 to_string(Value(parameter.maximum)), parameter.meaning));
  if (*value % parameter.multiple_of != 0)
    throw UsageError(fmt::format("{}={} is not a multiple of {} ({})", parameter.name, text,
                                 parameter.multiple_of, parameter.meaning));
  return *value;
}

std::vector<Value> parse_values(const Parameter& parameter, std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos || !parameter.words.empty())
    return {parse_value(parameter, text)};
  const std::size_t colon = std::min(text.find(':', dots), text.size());
  const auto first = parse_number(text.substr(0, dots));
  const auto last = parse_number(text.substr(dots + 2, colon - dots - 2));
  const auto factor = colon < text.size() ? parse_number(text.substr(colon + 1)) : 2;
  if (!first || !last || !factor || *first < 1 || *last < *first || *factor < 2)
    throw UsageError(fmt::format(
        "{0}={1} is no range of sizes; write for example {0}=1Ki..1Gi, or {0}=1Ki..1Gi:4 for four "
        "times the one before",
        parameter.name, text));
  std::vector<Value> values;
  for (std::int64_t size = *first;; size *= *factor) {
    values.push_back(parse_value(parameter, std::to_string(size)));
    if (size > *last / *factor) return values;
  }
}

std::string to_string(const Value& value) {
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  const std::int64_t number = std::get<std::int64_t>(value);
  for (const Unit& unit : units)
    if (const auto text = in_unit(number, unit)) return *text;
  return fmt::format("{}", number);
}

std::string to_string(const Parameters& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters)
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, to_string(value));
  return text;
}

std::string real_of(const Parameters& parameters) {
  for (const auto& [name, value] : parameters)
    if (const auto* word = std::get_if<std::string>(&value);
        word != nullptr && name == real_parameter)
      return *word;
  return real_name<float>;
}

int real_bytes(const Parameters& parameters) {
  const std::string real = real_of(parameters);
  if (real == real_name<double>) return sizeof(double);
  return real == real_name<float> ? sizeof(float) : sizeof(Half);
}

}  // namespace tilebridge
