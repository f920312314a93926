#include "cli/options.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <iterator>

#include "build_info.hpp"
#include "catalogue/error.hpp"
#include "cli/grammar.hpp"
#include "ranks/launcher.hpp"

namespace tilebridge {
namespace {

constexpr std::array platforms = {Platform::host, Platform::cuda, Platform::hip};
constexpr std::array models = {Model::native, Model::kokkos, Model::vendor};
constexpr std::array levels = {Level::textbook, Level::tuned, Level::idiomatic, Level::vendor};
constexpr std::array presets = {Preset::quick, Preset::standard, Preset::full};
constexpr std::array orders = {Order::together, Order::alternating};
constexpr std::array caches = {Cache::cold, Cache::hot};

template <class Enum, std::size_t n>
Enum parse_name(const char* what, const std::array<Enum, n>& all, const std::string& name) {
  std::vector<std::string> known;
  for (const Enum value : all) {
    if (name_of(value) == name) return value;
    known.emplace_back(name_of(value));
  }
  throw unknown_name(what, name, known);
}

/// "cold|hot": the type of an option that takes one of them.
template <class Enum, std::size_t n>
std::string type_of(const std::array<Enum, n>& all) {
  std::string type;
  for (const Enum value : all) type += fmt::format("{}{}", type.empty() ? "" : "|", name_of(value));
  return type;
}

/// Adds an option that takes names of `all`, comma-separated, into `list`.
template <class Enum, std::size_t n>
CLI::Option* add_names(CLI::App* app, const std::string& flag, const char* what,
                       const std::array<Enum, n>& all, std::vector<Enum>& list,
                       const std::string& help) {
  return app
      ->add_option_function<std::vector<std::string>>(
          flag,
          [what, &all, &list](const std::vector<std::string>& names) {
            for (const std::string& name : names) list.push_back(parse_name(what, all, name));
          },
          help)
      ->type_name(type_of(all))
      ->delimiter(',')
      ->allow_extra_args(false);
}

int device_index(const std::string& text) {
  int index = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc() || end != text.data() + text.size() || index < 0)
    throw UsageError(
        fmt::format("--device takes numbers from 0, comma-separated, or all; not '{}'", text));
  return index;
}

void choose_devices(RunOptions& options, const std::vector<std::string>& names) {
  options.all_devices = names == std::vector<std::string>{"all"};
  if (options.all_devices) return;
  std::vector<int> indices;
  for (const std::string& name : names) indices.push_back(device_index(name));
  options.device = indices.front();
  options.names_device = indices.size() == 1;
  if (!options.names_device) options.devices = indices;
}

}  // namespace

void add_platform(CLI::App* app, std::string& platform) {
  app->add_option("--platform", platform,
                  "host, cuda or hip; without it the GPU that the build is for")
      ->type_name(type_of(platforms))
      ->capture_default_str();
}

void add_where(CLI::App* app, std::string& platform, int& device) {
  add_platform(app, platform);
  app->add_option("--device", device, "which GPU, counted from 0")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
}

void add_selection(CLI::App* run, Selection& selection) {
  run->add_option("experiments", selection.experiments,
                  "experiments or experiment/variant; without any, all of them")
      ->type_name(value_type::experiment_or_variant);
  run->add_option_function<std::string>(
         "--preset",
         [&selection](const std::string& name) {
           selection.preset = parse_name("preset", presets, name);
         },
         "how much to ask: quick, standard or full")
      ->type_name(type_of(presets))
      ->default_str("quick");
  add_names(run, "--model", "model", models, selection.models, "native, kokkos, vendor");
  add_names(run, "--level", "level", levels, selection.levels,
            "textbook, tuned, idiomatic, vendor");
  add_assignments(run, selection.assignments);
  add_names(run, "--cache", "cache mode", caches, selection.caches,
            "cold, hot or cold,hot (default: cold; hot for the quick preset on a host)");
}

namespace {

void add_devices_of(CLI::App* run, RunOptions& options) {
  run->add_option_function<std::vector<std::string>>(
         "--device",
         [&options](const std::vector<std::string>& names) { choose_devices(options, names); },
         "which GPU, counted from 0; several (0,2) or all, each in a process of its own")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->default_str("0");
  run->add_option_function<std::string>(
      "--ranks",
      [&options](const std::string& name) { options.order = parse_name("order", orders, name); },
      "several GPUs at once (together) or one at a time on each host (alternating); without it "
      "together under mpirun or srun, else alternating");
  run->add_flag("--share-gpu", options.share_device, "let ranks have the same GPU");
}

void add_how(CLI::App* run, RunOptions& options) {
  run->add_option("--budget", options.budget_seconds,
                  "seconds to spend on a case at most (default: 0.3, 1 or 4 by preset)")
      ->check(CLI::Range(0.001, 3600.0));
  run->add_option("--half-width", options.half_width,
                  "stop once the ratio's 95% interval is this narrow")
      ->check(CLI::Range(1e-6, 1.0))
      ->capture_default_str();
  run->add_option("--parity-band", options.parity_band, "ratios within 1 ± this are parity")
      ->check(CLI::Range(1e-6, 0.5))
      ->capture_default_str();
  run->add_option("--seed", options.seed, "of inputs and of the order of samples")
      ->capture_default_str();
  run->add_option("-o,--output", options.output, "result file (default: results-<time>.json)")
      ->type_name(value_type::file);
  run->add_flag(
      "--self-check", options.self_check,
      "time native code against itself and publish how often that is called a difference");
  run->add_option("--comparisons", options.comparisons, "how many, for --self-check")
      ->check(CLI::Range(1, 100000))
      ->capture_default_str();
  run->add_flag("--strict", options.strict, "exit with 4 where a comparison stays inconclusive");
}

}  // namespace

CLI::Option* add_assignments(CLI::App* app, std::vector<Assignment>& assignments) {
  return app
      ->add_option_function<std::vector<std::string>>(
          "--set",
          [&assignments](const std::vector<std::string>& texts) {
            for (const std::string& text : texts)
              for (auto& assignment : parse_assignments(text))
                assignments.push_back(std::move(assignment));
          },
          "name=value,… for parameters; a name given twice runs both values; Ki, Mi, Gi")
      ->allow_extra_args(false);
}

Limits limits_of(const std::string& arch) {
  if (const auto limits = find_limits(arch)) return *limits;
  std::vector<std::string> known;
  for (const Limits& limits : known_limits()) known.push_back(arch_name(limits));
  throw UsageError(
      fmt::format("unknown architecture '{}'; known are: {}", arch, fmt::join(known, ", ")));
}

CLI::App* add_run(CLI::App& app, RunOptions& options) {
  CLI::App* run =
      app.add_subcommand("run", "validate and time experiments in every model, side by side");
  add_selection(run, options.selection);
  add_platform(run, options.platform);
  add_devices_of(run, options);
  add_how(run, options);
  return run;
}

CLI::App* add_devices(CLI::App& app, DevicesOptions& options) {
  CLI::App* devices = app.add_subcommand(
      "devices", "limits, theoretical and measured bandwidth of the processors there are");
  add_where(devices, options.platform, options.device);
  return devices;
}

bool starts_own_ranks(const RunOptions& options) {
  return options.all_devices || !options.devices.empty();
}

bool is_one_process(const RunOptions& options) {
  const auto start = launched();
  return !starts_own_ranks(options) && (!start || start->size == 1);
}

Platform parse_platform(const std::string& name) { return parse_name("platform", platforms, name); }

void check(const RunOptions& options) {
  Selection selection = options.selection;
  selection.caches = {Cache::cold};
  if (options.platform != "auto") {
    selection.platform = parse_platform(options.platform);
    plan(selection);
    return;
  }
  // Which platform it will be is not known yet; what is right for neither is wrong.
  try {
    plan(selection);
  } catch (const UsageError&) {
    selection.platform = Platform::cuda;
    plan(selection);
  }
}

std::string name_with_time(std::string_view stem) {
  return fmt::format("{}-{:%Y%m%d-%H%M%S}.json", stem, fmt::gmtime(std::time(nullptr)));
}

namespace {

/// Of a run that a launcher started several times. What is wrong with its command line is wrong for
/// all, and the first says it.
bool is_further_rank(int argc, char** argv) {
  const auto start = launched();
  return start && start->rank > 0 && argc > 1 && std::string_view(argv[1]) == "run";
}

}  // namespace

int run_program(CLI::App& app, int argc, char** argv, const std::function<int()>& body) {
  const auto fail = [&](const std::string& message, ExitStatus status) {
    if (status == ExitStatus::usage && is_further_rank(argc, argv)) return 0;
    fmt::print(stderr, "tilebridge: {}\n", message);
    return static_cast<int>(status);
  };
  try {
    app.parse(argc, argv);
    return body();
  } catch (const CLI::Success& success) {
    return app.exit(success);  // --help, --version
  } catch (const CLI::ParseError& error) {
    return fail(fmt::format("{}; see --help", error.what()), ExitStatus::usage);
  } catch (const Error& error) {
    return fail(error.what(), error.status());
  } catch (const std::bad_alloc&) {
    return fail("out of host memory; choose a smaller size with --set", ExitStatus::usage);
  } catch (const std::exception& error) {
    return fail(error.what(), ExitStatus::no_platform);
  }
}

}  // namespace tilebridge
