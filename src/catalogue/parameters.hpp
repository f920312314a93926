// The parameters of a case: names with whole-number values, in the order the experiment lists them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tilebridge {

/// What one parameter of an experiment means, and which values it takes.
struct Parameter {
  std::string name;
  std::string meaning;  // with its unit
  std::int64_t documented =
      0;  // the documents' value; what `--set` leaves alone starts from a preset
  std::int64_t minimum = 0;
  std::int64_t maximum = 0;
};

/// Values by name. Small (a handful of entries), so a vector keeps the order and is searched.
class Parameters {
 public:
  Parameters() = default;
  Parameters(std::initializer_list<std::pair<std::string, std::int64_t>> values)
      : values_(values) {}

  /// Throws std::out_of_range for a name that is not there: an error in the catalogue, not in
  /// input.
  std::int64_t operator[](std::string_view name) const;
  bool has(std::string_view name) const;
  void set(std::string_view name, std::int64_t value);

  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }
  bool operator==(const Parameters&) const = default;

 private:
  std::vector<std::pair<std::string, std::int64_t>> values_;
};

/// "stride=2" or "n=32Mi,stride=2": whole numbers, optionally with Ki, Mi or Gi.
/// Throws UsageError naming the part that is not understood.
std::vector<std::pair<std::string, std::int64_t>> parse_assignments(std::string_view text);

/// "rows=16384 cols=16384", and "rows=16Ki": values that are whole multiples of a binary unit are
/// written with it when that is shorter.
std::string to_string(const Parameters& parameters);

}  // namespace tilebridge
