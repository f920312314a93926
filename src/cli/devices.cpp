// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "judge/fleet.hpp"
#include "pages/device.hpp"
#include "results/file.hpp"
#include "results/json.hpp"
#include "run/start.hpp"

namespace tilebridge::cli {
namespace {

/// Adds --device, by default the first GPU; all of them are none.
void add_devices(CLI::App* command, std::optional<int>& device) {
  command
      ->add_option_function<std::string>(
          "--device",
          [&device](const std::string& text) {
            device = parse_number<int>(text);
            if (text != "all" && device.value_or(-1) < 0)
              throw UsageError(
                  fmt::format("--device takes a number from 0, or all; not '{}'", text));
          },
          "Number of the GPU, from 0; or all")
      ->type_name("NUMBER|all")
      ->default_str("0");
}

}  // namespace

namespace devices_command {
namespace {

struct Options {
  std::optional<Platform> platform;  // none: all
  std::optional<int> device = 0;     // none: all
  bool json = false;
};

int print_devices(const Options& options) {
  const Json devices = run::see_devices(options.platform, options.device);
  if (options.json)
    put("{}\n", Json{{"devices", devices}}.dump(2));
  else
    for (const Json& device : devices) show(pages::device_page(device));
  const bool any_available = std::ranges::any_of(
      devices, [](const Json& device) { return !device.contains("unavailable"); });
  return static_cast<int>(any_available ? ExitStatus::fine : ExitStatus::no_platform);
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* devices = app.add_subcommand(
      "devices", "Show the GPUs and the host: limits, theoretical and measured bandwidth");
  add_platform(devices, options->platform);
  add_devices(devices, options->device);
  devices->add_flag("--json", options->json, "Print JSON");
  return {devices, [options] { return print_devices(*options); }};
}

}  // namespace devices_command

namespace check_command {
namespace {

/// A machine, the rates of its datasheet, and its own entry among the known ones or null.
struct Subject {
  Machine machine;
  Ceilings datasheet;
  Json own_entry = nullptr;
};

Subject subject_in(const Results& results) {
  return {{text_at(results.device, "name"), text_at(results.program, "preset"), results.ceilings},
          results.datasheet,
          machine_entry(results)};
}

/// Reads an entry of `tilebridge devices --json`, which measures at the quick preset's sizes.
Subject subject_in(const Json& device) {
  const double bandwidth = device.at("datasheet").at("GB_per_s").get<double>() * 1e9;
  Ceilings datasheet;
  for (const Rate rate : {Rate::read, Rate::write, Rate::copy}) datasheet.of(rate) = bandwidth;
  datasheet.flops = device.at("datasheet").at("TFLOP_per_s").get<double>() * 1e12;
  return {
      {text_at(device.at("device"), "name"), "quick", ceilings_from_json(device.at("ceilings"))},
      datasheet};
}

struct Options {
  std::vector<std::string> files;
  Platform platform = Platform::cuda;
  std::optional<int> device = 0;  // none: all
  bool json = false;
  double max_slowdown = 0.01;
};

std::vector<Subject> subjects_of(const Options& options) {
  if (!options.files.empty()) return {subject_in(read_results(options.files.front()))};
  std::vector<Subject> subjects;
  for (const Json& device : run::see_devices(options.platform, options.device))
    if (device.contains("ceilings")) subjects.push_back(subject_in(device));
  return subjects;
}

int check(const Options& options) {
  bool is_low = false;
  for (const auto& [machine, datasheet, own] : subjects_of(options)) {
    const pages::MachineCheck result =
        pages::machine_check(machine, datasheet, known_machines(own));
    show(result.page);
    is_low = is_low || result.is_low;
  }
  return static_cast<int>(is_low ? ExitStatus::threshold_failed : ExitStatus::fine);
}

/// The files by their kind of GPU. Reads one after the other: a fleet's are large.
std::map<std::string, std::vector<judge::FleetFile>> fleets_in(
    const std::vector<std::string>& files) {
  std::map<std::string, std::vector<judge::FleetFile>> fleets;
  for (const std::string& name : files) {
    judge::FleetFile file = judge::fleet_file(name, read_timed_results(name));
    fleets[file.device].push_back(std::move(file));
  }
  return fleets;
}

/// Status 3 if a result is invalid, else 1 if a GPU is slow.
int check_fleets(const Options& options) {
  bool is_slow = false, is_invalid = false;
  for (const auto& [device, files] : fleets_in(options.files)) {
    const judge::Fleet fleet = judge::judge_fleet(files, options.max_slowdown);
    show(pages::fleet_page(fleet));
    is_slow = is_slow || std::ranges::any_of(fleet.rows, [](const judge::FleetRow& row) {
                return row.is(judge::Standing::slow);
              });
    is_invalid = is_invalid || std::ranges::any_of(files, [](const judge::FleetFile& file) {
                   return file.invalid > 0;
                 });
  }
  if (is_invalid) return static_cast<int>(ExitStatus::invalid);
  return static_cast<int>(is_slow ? ExitStatus::threshold_failed : ExitStatus::fine);
}

const std::string& only_file(const Options& options) {
  if (options.files.size() > 1)
    throw UsageError("--json is an entry of one machine: name one result file");
  return options.files.front();
}

/// Prints the machine's entry for docs/results/machines.json.
int print_entry(const std::string& file) {
  const Results results = read_results(file);
  if (results.ceilings.copy_bytes_per_s <= 0)
    throw UsageError("'" + file + "' has no measured rates; take a file of `tilebridge run`");
  std::cout << machine_entry(results).dump(2) << "\n";
  return 0;
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "check",
      "Is this GPU as fast as it should be: against its datasheet and known machines; of many "
      "files: which GPU is slower than the others");
  CLI::Option* results = add_file(
      command, "results", options->files,
      "Result file to check; without, this GPU is measured. Of several, the GPUs are compared with "
      "one another");
  add_choice(command, "--platform", options->platform, choices_of<Platform>(),
             "What to measure on");
  add_devices(command, options->device);
  command
      ->add_flag("--json", options->json,
                 "Print the file's rates as an entry for docs/results/machines.json instead")
      ->needs(results);
  add_share(command, "--max-slowdown", options->max_slowdown, {0, 0.5},
            "Of several files: how much slower than the others a GPU may be in any case");
  return {command, [options] {
            if (options->json) return print_entry(only_file(*options));
            return options->files.size() > 1 ? check_fleets(*options) : check(*options);
          }};
}

}  // namespace check_command
}  // namespace tilebridge::cli
