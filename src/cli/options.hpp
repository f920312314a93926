// SPDX-License-Identifier: Apache-2.0
// The command line of both programs.
#pragma once

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "measure/plan.hpp"
#include "run/request.hpp"

namespace tilebridge::cli {

/// Adds --set.
CLI::Option* add_assignments(CLI::App* app, std::vector<Assignment>& assignments);

/// Adds --platform; none is the default, "auto".
CLI::Option* add_platform(CLI::App* app, std::optional<Platform>& platform);

/// Adds the options for what to run, on which device, and the file to write. All
/// arguments must outlive the parse.
void add_selection(CLI::App* app, measure::Selection& selection);
void add_device(CLI::App* app, int& device);
void add_output(CLI::App* app, run::RunRequest& request, const std::string& stem);
/// `of_what`: what has so many seconds.
void add_budget(CLI::App* app, run::RunRequest& request, const std::string& of_what);
void add_timeout(CLI::App* app, run::RunRequest& request);
/// Adds --resume, which goes with hardly any other option. Is the last of a command's options.
void add_resume(CLI::App* app, run::RunRequest& request);

/// The devices that `run` is asked for.
struct Devices {
  bool are_several = false;        // a file for each, also if there is one
  std::vector<int> numbers = {0};  // none: all
  bool at_once = false;            // not one after the other
};

/// Adds the subcommand `run`. `options` and `devices` must outlive the parse.
CLI::App* add_run(CLI::App& app, run::RunRequest& options, Devices& devices);

/// Checks what can be checked without a device: the named experiments, variants and parameters.
void check(const run::RunRequest& options);

/// Says what a run of these cases, of which there are some, will do.
std::string planned_text(const std::vector<measure::PlannedCase>& cases, Platform platform,
                         const run::RunRequest& request);

/// planned_text() of a request. Opens no device: it asks a runner only if the request names pairs,
/// which no other process loads, or no platform. Throws as a run does.
std::string dry_run(const run::RunRequest& request);

/// Throws UsageError, with a suggestion, if `app` has no such subcommand.
void check_is_command(const CLI::App& app, const std::string& name);

struct Failed {
  std::string message;  // one line
  ExitStatus status;
};

/// Runs `body`; none if it throws nothing.
std::optional<Failed> failure_of(const std::function<void()>& body);

/// Says it in one line on standard error, and returns the exit status.
int reported(const Failed& failed);

/// Parses, runs `body`, and turns every error into one line on standard error and an exit status.
int run_program(CLI::App& app, int argc, char** argv, const std::function<int()>& body);

}  // namespace tilebridge::cli
