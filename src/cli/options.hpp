// SPDX-License-Identifier: Apache-2.0
// The command line of both programs.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hardware/limits.hpp"
#include "measure/plan.hpp"
#include "ranks/collective.hpp"

namespace tilebridge {

struct RunOptions {
  Selection selection;  // its platform is set once the available ones are known
  std::string platform = "auto";
  int device = 0;
  std::vector<int> devices;    // several on this host, one rank each; empty: `device`
  bool all_devices = false;    // on this host, one rank each
  bool names_device = false;   // --device was given, with one number
  std::optional<Order> order;  // of ranks; default: depends on how they were started
  bool share_device = false;
  double budget_seconds = 0;  // per case; 0: that of the preset
  double half_width = 0.005;
  double parity_band = 0.05;
  std::uint64_t seed = 1;
  std::string output;      // "": results-<time>.json
  bool overwrite = false;  // replace an existing file
  std::string resume;      // file of the run to resume; all other options come from that run
  bool self_check = false;
  int comparisons = 100;  // in the self-check
  bool strict = false;
};

/// Whether to start a process for each of several devices.
bool starts_own_ranks(const RunOptions& options);

struct DevicesOptions {
  std::string platform = "auto";
  int device = 0;
  bool json = false;
};

/// Adds --set.
CLI::Option* add_assignments(CLI::App* app, std::vector<Assignment>& assignments);

/// Throws UsageError for an architecture whose limits are unknown.
Limits limits_of(const std::string& arch);
/// Adds the options for what to run, and on which platform and device. All arguments must outlive
/// the parse.
void add_selection(CLI::App* app, Selection& selection);
void add_platform(CLI::App* app, std::string& platform);
void add_where(CLI::App* app, std::string& platform, int& device);

/// Adds the subcommand `run`. `options` must outlive the parse.
CLI::App* add_run(CLI::App& app, RunOptions& options);
CLI::App* add_devices(CLI::App& app, DevicesOptions& options);

/// Throws UsageError for an unknown platform name. "auto" is not a platform.
Platform parse_platform(const std::string& name);

/// Whether no other process of the same run measures at the same time.
bool is_one_process(const RunOptions& options);

/// Checks what can be checked without a device: the named experiments, variants and parameters.
void check(const RunOptions& options);

/// "results-20261120-103000.json" for the stem "results", in UTC.
std::string name_with_time(std::string_view stem);

/// Throws UsageError, with a suggestion, if `app` has no such subcommand.
void check_command(const CLI::App& app, const std::string& name);

/// Parses, runs `body`, and turns every error into one line on standard error and an exit status.
int run_program(CLI::App& app, int argc, char** argv, const std::function<int()>& body);

}  // namespace tilebridge
