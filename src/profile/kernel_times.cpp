// SPDX-License-Identifier: Apache-2.0
#include "profile/kernel_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "base/error.hpp"
#include "base/text.hpp"
#include "profile/csv.hpp"
#include "profile/ncu_table.hpp"

namespace tilebridge::profile {
namespace {

/// The columns of a table of Nsight Systems.
struct Columns {
  const CsvRow* names;
  std::string time;  // "Total Time (ns)" of all launches, "Duration (ns)" of one
  double unit;       // seconds
};

/// The unit in "Duration (ns)", in seconds; none if it has none that is known.
std::optional<double> unit_in(std::string_view column) {
  constexpr std::array<std::pair<std::string_view, double>, 6> units = {
      {{"(ns)", 1e-9}, {"(us)", 1e-6}, {"(μs)", 1e-6}, {"(µs)", 1e-6}, {"(ms)", 1e-3}, {"(s)", 1}}};
  for (const auto& [unit, seconds] : units)
    if (column.ends_with(unit)) return seconds;
  return std::nullopt;
}

std::optional<Columns> columns_in(const CsvRow& row) {
  if (std::ranges::find(row.fields, "Name") == row.fields.end()) return std::nullopt;
  for (const std::string& column : row.fields)
    if (column.starts_with("Total Time (") || column.starts_with("Duration ("))
      if (const auto unit = unit_in(column)) return Columns{&row, column, *unit};
  return std::nullopt;
}

double number_in(const CsvRow& row, const CsvRow& names, std::string_view column) {
  const std::string text = field_of(row, names, column);
  if (const auto number = read_number(text, DecimalMark::point)) return *number;
  throw UsageError(fmt::format(
      "line {}, {}: '{}' is no number; write the table again with LC_ALL=C nsys stats --format csv",
      row.line, one_printable_line(column, 100), one_printable_line(text, 40)));
}

/// Threads of a launch, by the columns GrdX to BlkZ; 0 without them.
double threads_in(const CsvRow& row, const CsvRow& names) {
  double threads = 1;
  for (const char* column : {"GrdX", "GrdY", "GrdZ", "BlkX", "BlkY", "BlkZ"}) {
    if (field_of(row, names, column).empty()) return 0;
    threads *= number_in(row, names, column);
  }
  return threads;
}

/// A copy in cuda_gpu_trace has no grid.
bool is_kernel(const CsvRow& row, const CsvRow& names) {
  const std::string name = field_of(row, names, "Name");
  const bool is_trace = std::ranges::find(names.fields, "GrdX") != names.fields.end();
  return !name.empty() && !name.starts_with('[') &&
         (!is_trace || !field_of(row, names, "GrdX").empty());
}

KernelTime time_in(const CsvRow& row, const Columns& columns) {
  const bool is_sum = !field_of(row, *columns.names, "Instances").empty();
  return {field_of(row, *columns.names, "Name"),
          is_sum ? number_in(row, *columns.names, "Instances") : 1,
          number_in(row, *columns.names, columns.time) * columns.unit,
          threads_in(row, *columns.names)};
}

std::vector<KernelTime> times_of_systems(const std::vector<CsvRow>& rows) {
  std::vector<KernelTime> times;
  std::optional<Columns> columns;
  for (const CsvRow& row : rows) {
    if (const auto found = columns_in(row))
      columns = found;
    else if (columns && is_kernel(row, *columns->names))
      times.push_back(time_in(row, *columns));
  }
  return times;
}

std::vector<KernelTime> times_of_compute(std::string_view text) try {
  std::vector<KernelTime> times;
  for (const NcuLaunch& launch : read_ncu_tables(text)) {
    const auto duration = launch.counters.of(Counter::duration_ns);
    if (!duration) continue;
    const auto blocks = launch.counters.of(Counter::grid_blocks);
    const auto threads = launch.counters.of(Counter::block_threads);
    times.push_back(
        {launch.kernel, 1, *duration * 1e-9, blocks && threads ? *blocks * *threads : 0});
  }
  return times;
} catch (const UnreadableTable& error) {
  throw UsageError(error.what());
}

/// Launches of one kernel become one. It has threads if all launches have.
std::vector<KernelTime> together(const std::vector<KernelTime>& launches) {
  std::map<std::string, KernelTime> kernels;
  std::map<std::string, bool> lack_threads;
  for (const KernelTime& launch : launches) {
    KernelTime& kernel = kernels[launch.kernel];
    kernel.kernel = launch.kernel;
    kernel.launches += launch.launches;
    kernel.seconds += launch.seconds;
    kernel.threads += launch.threads;
    lack_threads[launch.kernel] |= launch.threads == 0;
  }
  std::vector<KernelTime> all;
  for (auto& [name, kernel] : kernels) {
    if (lack_threads.at(name)) kernel.threads = 0;
    all.push_back(std::move(kernel));
  }
  std::ranges::stable_sort(all, std::greater(), &KernelTime::seconds);
  return all;
}

/// `text` without what is between brackets of that kind, which may be nested.
std::string without_nested(std::string_view text, char opening, char closing) {
  std::string rest;
  int depth = 0;
  for (const char c : text) {
    if (c == opening) ++depth;
    if (depth == 0) rest += c;
    if (c == closing && depth > 0) --depth;
  }
  return rest;
}

/// The own name of a function: "step" of "void ns::step<float>(float*, int)".
std::string own_name(std::string_view function) {
  std::string name = without_nested(without_nested(function, '<', '>'), '(', ')');
  while (name.ends_with(' ')) name.pop_back();
  const std::size_t begin = name.find_last_of(" :*&");
  return begin == std::string::npos ? name : name.substr(begin + 1);
}

/// The own name of the function that the text ends with, which more may be before: "step" of
/// "k<256, ns::step<float>(float*) const".
std::string own_name_at_end(std::string_view text) {
  constexpr std::string_view qualifier = " const";
  if (text.ends_with(qualifier)) text.remove_suffix(qualifier.size());
  int depth = 0;
  std::string name;
  for (std::size_t i = text.size(); i-- > 0;) {
    const char c = text[i];
    const bool is_behind_name = depth == 0 && std::string_view(" :,<(&*").find(c) < 7;
    if (is_behind_name) break;
    if (c == ')' || c == '>') ++depth;
    if (depth == 0) name.insert(name.begin(), c);
    if (c == '(' || c == '<') --depth;
  }
  return name;
}

/// The name of the lambda that a kernel calls: of "k<step(float*)::{lambda(int, int)#3}>(…)", which
/// Nsight has as "[lambda(int, int) (instance 3)]", it is "step lambda(2) 3"; "" if it calls none.
std::string name_of_lambda(std::string_view kernel) {
  constexpr std::string_view mark = "lambda(";
  const std::size_t lambda = kernel.find(mark);
  if (lambda == std::string_view::npos || lambda < 3) return "";
  const std::size_t parameters = lambda + mark.size();
  std::size_t end = parameters, arity = 1;
  for (int depth = 0; end < kernel.size() && (depth > 0 || kernel[end] != ')'); ++end) {
    depth += kernel[end] == '(' || kernel[end] == '<' ? 1 : 0;
    depth -= kernel[end] == ')' || kernel[end] == '>' ? 1 : 0;
    arity += depth == 0 && kernel[end] == ',' ? 1 : 0;
  }
  if (end == parameters) arity = 0;
  constexpr std::string_view digits = "0123456789";
  const std::size_t begin = kernel.find_first_of(digits, end);
  if (begin == std::string_view::npos) return "";
  const std::size_t behind = std::min(kernel.find_first_not_of(digits, begin), kernel.size());
  return fmt::format("{} lambda({}) {}", own_name_at_end(kernel.substr(0, lambda - 3)), arity,
                     kernel.substr(begin, behind - begin));
}

/// The function that a kernel's lambda is in: "ns::step<float>(float*)::[" of
/// "k<ns::step<float>(float*)::[lambda(int) (instance 1)]>(T1)".
std::string_view around_lambda(std::string_view kernel) {
  kernel = kernel.substr(0, kernel.find("lambda("));
  return kernel.substr(kernel.find('<') + 1);
}

/// The text in the last pair of brackets that is in no other pair of the kind; "" without one.
std::string_view last_between(std::string_view text, char opening, char closing) {
  std::size_t begin = 0, end = 0;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == opening && depth++ == 0) begin = i + 1;
    if (text[i] == closing && depth > 0 && --depth == 0) end = i;
  }
  return begin < end ? text.substr(begin, end - begin) : std::string_view();
}

/// The type of real numbers that a parameter or a template argument names first: "double" of
/// "const double *" and "double2 *"; "" if it names none.
std::string_view real_in(std::string_view argument) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> reals = {
      {{"float", "float"},
       {"double", "double"},
       {"half", "half"},
       {"__half", "half"},
       {"__nv_bfloat16", "bfloat16"},
       {"hip_bfloat16", "bfloat16"}}};
  constexpr std::string_view between_words = " *&,<>():[]", widths = "234";  // of vectors
  for (std::size_t begin = 0; begin < argument.size();) {
    const std::size_t end = std::min(argument.find_first_of(between_words, begin), argument.size());
    const std::string_view found = argument.substr(begin, end - begin);
    for (const auto& [word, real] : reals) {
      const bool is_vector = found.size() == word.size() + 1 && found.starts_with(word) &&
                             widths.find(found.back()) != std::string_view::npos;
      if (found == word || is_vector) return real;
    }
    begin = end + 1;
  }
  return "";
}

/// The type of real numbers in most of the arguments; "" if no argument has one, or if two types
/// are equally frequent.
std::string most_frequent_real(std::string_view arguments, bool must_point) {
  std::map<std::string_view, int> counts;
  for (const std::string_view argument : split(arguments, ','))
    if (!must_point || argument.find('*') != std::string_view::npos) ++counts[real_in(argument)];
  counts.erase("");
  const auto count = &std::pair<const std::string_view, int>::second;
  const auto most = std::ranges::max_element(counts, {}, count);
  const bool is_alone =
      most != counts.end() && std::ranges::count(counts, most->second, count) == 1;
  return std::string(is_alone ? most->first : "");
}

}  // namespace

std::string KernelTime::real() const {
  const std::string_view function =
      name_of_lambda(kernel).empty() ? std::string_view(kernel) : around_lambda(kernel);
  const std::string pointed_to = most_frequent_real(last_between(function, '(', ')'), true);
  const bool is_told = !pointed_to.empty();
  return is_told ? pointed_to : most_frequent_real(last_between(function, '<', '>'), false);
}

std::string KernelTime::name() const {
  const std::string lambda = name_of_lambda(kernel);
  return lambda.empty() ? own_name(kernel) : lambda;
}

std::vector<KernelTime> read_kernel_times(std::string_view text) {
  const bool is_of_compute = has_ncu_table(text);
  const std::vector<CsvRow> rows = is_of_compute ? std::vector<CsvRow>() : csv_rows(text);
  if (!is_of_compute &&
      std::ranges::none_of(rows, [](const CsvRow& row) { return columns_in(row).has_value(); }))
    throw UsageError(
        "it is no table of kernels' times; write one with nsys stats --report cuda_gpu_trace "
        "--format csv, or with ncu --csv --page raw --print-units base");
  std::vector<KernelTime> all =
      together(is_of_compute ? times_of_compute(text) : times_of_systems(rows));
  if (all.empty())
    throw UsageError(
        "it has no kernel with a time (gpu__time_duration.sum of ncu, Duration or Total Time of "
        "nsys)");
  return all;
}

}  // namespace tilebridge::profile
