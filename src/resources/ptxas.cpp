// SPDX-License-Identifier: Apache-2.0
#include "resources/ptxas.hpp"

#include <algorithm>
#include <charconv>

namespace tilebridge::resources {
namespace {

/// The text between the first `before` and the next `after`; "" if they do not occur.
std::string_view between(std::string_view line, std::string_view before, std::string_view after) {
  const std::size_t at = line.find(before);
  if (at == std::string_view::npos) return {};
  line.remove_prefix(at + before.size());
  const std::size_t end = line.find(after);
  return end == std::string_view::npos ? std::string_view() : line.substr(0, end);
}

/// 34 in "Used 34 registers" for " registers"; 0 if `unit` does not occur.
std::int64_t count_of(std::string_view line, std::string_view unit) {
  const std::size_t end = line.find(unit);
  if (end == std::string_view::npos) return 0;
  line = line.substr(0, end);
  line.remove_prefix(line.find_last_not_of("0123456789") + 1);
  std::int64_t count = 0;
  std::from_chars(line.data(), line.data() + line.size(), count);
  return count;
}

void read_properties(std::string_view line, Resources& resources) {
  resources.stack_bytes = std::max(resources.stack_bytes, count_of(line, " bytes stack frame"));
  resources.spill_store_bytes = count_of(line, " bytes spill stores");
  resources.spill_load_bytes = count_of(line, " bytes spill loads");
}

void read_usage(std::string_view line, Resources& resources) {
  resources.registers = count_of(line, " registers");
  resources.barriers = count_of(line, " barriers");
  resources.static_shared_bytes = count_of(line, " bytes smem");
  resources.stack_bytes =
      std::max(resources.stack_bytes, count_of(line, " bytes cumulative stack size"));
}

}  // namespace

std::vector<CompiledKernel> read_ptxas_output(std::string_view output) {
  constexpr std::string_view properties_of = "Function properties for ";
  std::vector<CompiledKernel> kernels;
  std::string_view function;  // the function described by the next line
  while (!output.empty()) {
    const std::string_view line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(output.size(), line.size() + 1));
    if (const auto symbol = between(line, "Compiling entry function '", "'"); !symbol.empty()) {
      kernels.push_back(
          {std::string(symbol), std::string(between(line, "' for '", "'")), Resources()});
    } else if (const std::size_t at = line.find(properties_of); at != std::string_view::npos) {
      function = line.substr(at + properties_of.size());
    } else if (kernels.empty()) {
      continue;
    } else if (line.find(" bytes stack frame") != std::string_view::npos) {
      if (function == kernels.back().symbol) read_properties(line, kernels.back().resources);
    } else if (line.find(": Used ") != std::string_view::npos) {
      read_usage(line, kernels.back().resources);
    }
  }
  return kernels;
}

}  // namespace tilebridge::resources
