// SPDX-License-Identifier: Apache-2.0
// The parameters of a case: names with values, in the order the experiment lists them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "catalogue/half.hpp"
#include "catalogue/terms.hpp"

namespace tilebridge {

/// A whole number, or one of a parameter's words.
using Value = std::variant<std::int64_t, std::string>;

/// Describes one parameter of an experiment and the values that it takes.
struct Parameter {
  std::string name;
  std::string meaning;       // with its unit
  Value initial;             // its value where neither a preset nor a user sets one
  std::int64_t minimum = 0;  // for a number
  std::int64_t maximum = 0;
  std::vector<std::string> words = {};  // all possible values, where it is not a number
  std::int64_t multiple_of = 1;
  /// A setting of a kernel's launch has the values that `tilebridge tune` tries; neither the arrays
  /// nor the answer depend on it.
  std::vector<Value> tries = {};

  bool is_setting() const { return !tries.empty(); }
};

/// The powers of two that sizes are multiples of.
constexpr std::int64_t Ki = 1 << 10;
constexpr std::int64_t Mi = 1 << 20;
constexpr std::int64_t Gi = 1 << 30;

Parameter one_of(std::string name, std::vector<std::string> words, std::string initial,
                 std::string meaning);

/// The words of a table of (word, what it stands for).
template <class List = std::vector<std::string>, class Table>
List words_of(const Table& table) {
  List words;
  for (const auto& row : table) words.emplace_back(row.first);
  return words;
}

/// Returns what a word of the table stands for. Throws std::out_of_range for a word that it does
/// not have.
template <class Table>
auto named(const Table& table, std::string_view word) {
  for (const auto& row : table)
    if (row.first == word) return row.second;
  throw std::out_of_range("no word '" + std::string(word) + "'");
}

Parameter in_multiples_of(std::int64_t factor, Parameter parameter);

/// A number that says how a kernel is launched; `tries` begins with the default.
Parameter setting(std::string name, std::string meaning, std::int64_t most,
                  std::vector<Value> tries);

/// Values by name. Small (a handful of entries), so a vector keeps the order and is searched.
class Parameters {
 public:
  Parameters() = default;
  Parameters(std::initializer_list<std::pair<std::string, Value>> values) : values_(values) {}

  /// Throws for an unknown name or one whose value is a word: an error in the catalogue, not in the
  /// user's request.
  std::int64_t operator[](std::string_view name) const;
  /// Returns it as a number of elements; no parameter is negative.
  std::size_t as_size(std::string_view name) const;
  int as_int(std::string_view name) const { return static_cast<int>((*this)[name]); }
  double as_double(std::string_view name) const { return static_cast<double>((*this)[name]); }
  const std::string& word(std::string_view name) const;
  /// Returns the value as text. A file may give a number where the catalogue has a word.
  std::string text(std::string_view name) const;
  bool has(std::string_view name) const;
  void set(std::string_view name, Value value);
  /// All but `name`, which need not be there.
  Parameters without(std::string_view name) const;

  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  bool operator==(const Parameters&) const = default;

 private:
  const Value& at(std::string_view name) const;
  std::vector<std::pair<std::string, Value>> values_;
};

/// Every combination of the values of some parameters; those of the last one change fastest.
std::vector<Parameters> every(
    const std::vector<std::pair<std::string, std::vector<Value>>>& parameters);

/// The parameter sets that each preset runs. Where `standard` or `full` is empty, it is as the one
/// before it; on hosts, `host_quick` is as `host`, and that as on GPUs.
struct Cases {
  std::vector<Parameters> quick, standard = {}, full = {};
  std::vector<Parameters> more_in_full = {};  // besides those of `full`
  std::vector<Parameters> host_quick = {}, host = {};

  std::vector<Parameters> operator()(Preset preset, Platform platform) const;
};

/// A name and the value to set it to, as the user wrote it.
using Assignment = std::pair<std::string, std::string>;

/// "stride=2,data=skewed". Throws UsageError naming the part that is not understood.
std::vector<Assignment> parse_assignments(std::string_view text);

/// `text` as a value of `parameter`: a whole number within its range, optionally with Ki, Mi or Gi
/// ("16.5Mi" too), or one of its words. Throws UsageError, saying what it takes.
Value parse_value(const Parameter& parameter, std::string_view text);

/// The values of "4096", or of the sizes "1Ki..1Gi", each twice the one before, or "1Ki..1Gi:4",
/// four times. Throws UsageError, saying what it takes.
std::vector<Value> parse_values(const Parameter& parameter, std::string_view text);

/// "32Mi", "16.5Mi", "1024", "skewed": numbers with a binary unit where that is exact and shorter.
/// parse_value() takes what this returns.
std::string to_string(const Value& value);

/// "rows=16Ki cols=1024".
std::string to_string(const Parameters& parameters);

/// The parameter of an experiment that supports several types of numbers.
inline constexpr const char* real_parameter = "real";

/// The type of a case's numbers. Result files from before the parameter existed are in single
/// precision, so a case without it is too, as is one of a file with a number there.
std::string real_of(const Parameters& parameters);
inline bool is_double(const Parameters& p) { return real_of(p) == "double"; }

template <class Real>
inline constexpr const char* real_name = nullptr;
template <>
inline constexpr const char* real_name<float> = "float";
template <>
inline constexpr const char* real_name<double> = "double";
template <>
inline constexpr const char* real_name<Half> = "half";
template <>
inline constexpr const char* real_name<BFloat16> = "bfloat16";

/// The size of one number, in bytes.
int real_bytes(const Parameters& parameters);

}  // namespace tilebridge
