// SPDX-License-Identifier: Apache-2.0
#include "cli/occupancy.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <iostream>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "catalogue/parameters.hpp"
#include "cli/options.hpp"
#include "export/occupancy.hpp"
#include "hardware/occupancy.hpp"
#include "pages/figures.hpp"
#include "pages/occupancy.hpp"
#include "terminal/occupancy.hpp"

namespace tilebridge::cli {
namespace {

struct Options {
  std::string arch;
  Footprint asked = {};
  bool json = false;
};

/// Throws UsageError for values that no block size allows: the table would be empty.
void check_footprint(const Limits& limits, const Footprint& asked) {
  if (asked.registers > limits.registers_per_thread)
    throw UsageError(fmt::format("--registers {}: a thread of {} has at most {} registers",
                                 asked.registers, arch_name(limits), limits.registers_per_thread));
  if (asked.shared_bytes > limits.shared_bytes_opt_in)
    throw UsageError(fmt::format("--shared {}: a block of {} has at most {} of shared memory",
                                 to_string(Value(asked.shared_bytes)), arch_name(limits),
                                 pages::bytes_text(limits.shared_bytes_opt_in)));
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
      options->asked.registers)
      ->required();
  add_number(
      occupancy,
      {"--shared", "Bytes of shared memory per block, static and dynamic; may end in Ki", 0, 0, Gi},
      options->asked.shared_bytes);
  add_number(occupancy, {"--threads", "Threads per block, marked in the table", 256, 1, 1 << 20},
             options->asked.threads);
  occupancy->add_flag("--json", options->json, "Print JSON");
  return {occupancy, [options] {
            const Limits limits = limits_of(options->arch);
            check_footprint(limits, options->asked);
            const pages::OccupancyPage page = pages::occupancy_page(limits, options->asked);
            std::cout << (options->json ? exports::occupancy_json(page)
                                        : terminal::occupancy_text(page));
            return 0;
          }};
}

}  // namespace tilebridge::cli
