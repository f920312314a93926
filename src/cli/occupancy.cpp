// SPDX-License-Identifier: Apache-2.0
#include "cli/occupancy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "catalogue/parameters.hpp"
#include "cli/options.hpp"
#include "hardware/occupancy.hpp"
#include "view/figures.hpp"

namespace tilebridge {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::string arch;
  std::int64_t threads = 0;  // block size to mark; 0: none
  std::int64_t registers = 0;
  std::int64_t shared_bytes = 0;
  bool json = false;
};

struct Row {
  std::int64_t threads;
  Occupancy occupancy;
};

/// Every multiple of the warp size that a block can have, and the requested block size.
std::vector<Row> rows_of(const Limits& limits, const Options& options) {
  std::vector<std::int64_t> sizes;
  for (int threads = threads_per_warp; threads <= limits.threads_per_block;
       threads += threads_per_warp)
    sizes.push_back(threads);
  const auto place = std::lower_bound(sizes.begin(), sizes.end(), options.threads);
  if (options.threads > 0 && (place == sizes.end() || *place != options.threads))
    sizes.insert(place, options.threads);
  std::vector<Row> rows;
  for (const std::int64_t threads : sizes)
    rows.push_back(
        {threads, occupancy(limits, {threads, options.registers, options.shared_bytes})});
  return rows;
}

/// Throws UsageError for values that no block size allows: the table would be empty.
void check_footprint(const Limits& limits, const Options& options) {
  if (options.registers > limits.registers_per_thread)
    throw UsageError(fmt::format("--registers {}: a thread of {} has at most {} registers",
                                 options.registers, arch_name(limits),
                                 limits.registers_per_thread));
  if (options.shared_bytes > limits.shared_bytes_opt_in)
    throw UsageError(fmt::format("--shared {}: a block of {} has at most {} of shared memory",
                                 to_string(Value(options.shared_bytes)), arch_name(limits),
                                 bytes_text(limits.shared_bytes_opt_in)));
}

std::vector<std::string> each(const std::vector<Resource>& resources,
                              std::string_view (*text_of)(Resource)) {
  std::vector<std::string> texts;
  for (const Resource resource : resources) texts.emplace_back(text_of(resource));
  return texts;
}

std::string limits_text(const Limits& l) {
  const Granularity& unit = l.unit;
  return fmt::format(
      "{}, compute capability {}.{}\n"
      "  per SM            {} blocks, {} warps, {} registers, {} of shared memory\n"
      "  per block         {} threads, {} registers, {} of shared memory, {} with opt-in\n"
      "  per thread        {} registers\n"
      "  allocated in      {} registers per {}, {} partitions; {} of shared memory, {} reserved\n"
      "  sources           {}; {}\n",
      arch_name(l), l.major, l.minor, l.blocks, l.warps, l.registers, bytes_text(l.shared_bytes),
      l.threads_per_block, l.registers_per_block, bytes_text(l.shared_bytes_per_block),
      bytes_text(l.shared_bytes_opt_in), l.registers_per_thread, unit.registers,
      unit.by_block ? "block" : "warp", unit.partitions, bytes_text(unit.shared_bytes),
      unit.reserved_bytes > 0 ? bytes_text(unit.reserved_bytes) : "none", l.source, unit.source);
}

int column_of(Resource resource) { return resource == Resource::registers ? 9 : 6; }

std::string row_text(const Row& row, bool marked) {
  const Occupancy& o = row.occupancy;
  std::string text = fmt::format("{} {:>7} {:>7} {:>6} {:>9.1f}%", marked ? '>' : ' ', row.threads,
                                 o.blocks, o.warps, 100 * o.share);
  for (const Allowance& allowance : o.allowances)
    text += fmt::format(" {:>{}}", allowance.blocks ? fmt::to_string(*allowance.blocks) : "-",
                        column_of(allowance.resource));
  return text + "  " +
         (o.refusal.empty() ? fmt::format("{}", fmt::join(each(o.limiters, words_for), ", "))
                            : o.refusal);
}

std::string as_text(const Limits& limits, const Options& options) {
  std::string text =
      limits_text(limits) +
      fmt::format(
          "\n{} registers per thread, {} of shared memory per block\n{:36}blocks allowed by\n",
          options.registers, bytes_text(options.shared_bytes), "") +
      fmt::format("  {:>7} {:>7} {:>6} {:>10} {:>6} {:>6} {:>9} {:>6}  {}\n", "threads", "blocks",
                  "warps", "occupancy", "blocks", "warps", "registers", "shared", "limited by");
  for (const Row& row : rows_of(limits, options))
    text += row_text(row, row.threads == options.threads) + "\n";
  return text;
}

Json to_json(const Limits& l) {
  return {{"arch", arch_name(l)},
          {"blocks", l.blocks},
          {"warps", l.warps},
          {"registers", l.registers},
          {"shared_bytes", l.shared_bytes},
          {"threads_per_block", l.threads_per_block},
          {"registers_per_block", l.registers_per_block},
          {"shared_bytes_per_block", l.shared_bytes_per_block},
          {"shared_bytes_opt_in", l.shared_bytes_opt_in},
          {"registers_per_thread", l.registers_per_thread},
          {"source", l.source},
          {"unit",
           {{"warps", l.unit.warps},
            {"registers", l.unit.registers},
            {"registers_by_block", l.unit.by_block},
            {"partitions", l.unit.partitions},
            {"shared_bytes", l.unit.shared_bytes},
            {"reserved_bytes", l.unit.reserved_bytes},
            {"source", l.unit.source}}}};
}

Json to_json(const Row& row) {
  const Occupancy& o = row.occupancy;
  Json json = {{"threads", row.threads},
               {"blocks", o.blocks},
               {"warps", o.warps},
               {"occupancy", o.share},
               {"limiters", each(o.limiters, name_of)},
               {"allowed", Json::object()}};
  for (const Allowance& allowance : o.allowances)
    if (allowance.blocks)
      json["allowed"][std::string(name_of(allowance.resource))] = *allowance.blocks;
  if (!o.refusal.empty()) json["refusal"] = o.refusal;
  return json;
}

std::string as_json(const Limits& limits, const Options& options) {
  Json json = {{"limits", to_json(limits)},
               {"registers", options.registers},
               {"shared_bytes", options.shared_bytes},
               {"block_sizes", Json::array()}};
  if (options.threads > 0) json["threads"] = options.threads;
  for (const Row& row : rows_of(limits, options)) json["block_sizes"].push_back(to_json(row));
  return json.dump(2) + "\n";
}

/// Adds an option that takes a number with the suffixes of parameters: Ki, Mi, Gi.
CLI::Option* add_number(CLI::App* app, const Parameter& parameter, std::int64_t& number) {
  return app->add_option_function<std::string>(
      parameter.name,
      [parameter, &number](const std::string& text) {
        number = std::get<std::int64_t>(parse_value(parameter, text));
      },
      parameter.meaning);
}

}  // namespace

Command add_occupancy(CLI::App& app) {
  constexpr std::int64_t Gi = 1 << 30;
  const auto options = std::make_shared<Options>();
  CLI::App* occupancy =
      app.add_subcommand("occupancy", "Compute how many blocks fit on an SM, and what limits them");
  occupancy->add_option("--arch", options->arch, "Architecture: sm_90, 9.0 or 90")->required();
  add_number(
      occupancy,
      {"--registers", "Registers per thread, as tilebridge resources shows them", 32, 1, 1024},
      options->registers)
      ->required();
  add_number(
      occupancy,
      {"--shared", "Bytes of shared memory per block, static and dynamic; may end in Ki", 0, 0, Gi},
      options->shared_bytes);
  add_number(occupancy, {"--threads", "Threads per block, marked in the table", 256, 1, 1 << 20},
             options->threads);
  occupancy->add_flag("--json", options->json, "Print JSON");
  return {occupancy, [options] {
            const Limits limits = limits_of(options->arch);
            check_footprint(limits, *options);
            std::cout << (options->json ? as_json(limits, *options) : as_text(limits, *options));
            return 0;
          }};
}

}  // namespace tilebridge
