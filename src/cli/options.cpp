// SPDX-License-Identifier: Apache-2.0
#include "cli/options.hpp"

#include <fmt/ranges.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <iostream>
#include <iterator>

#include "base/text.hpp"
#include "build_info.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "kernels/pair.hpp"

namespace tilebridge::cli {
namespace {

Model key_of(const std::string& name) try {
  return Model(name);
} catch (const std::length_error& error) {
  throw UsageError(fmt::format("'{}': {}", name, error.what()));
}

/// Native code and what build_info lists.
std::vector<std::string> own_models() {
  std::vector<std::string> names = split(build_info::models, ';');
  names.insert(names.begin(), "native");
  return names;
}

/// Throws UsageError for a model of which the program has no build.
void check_models(const std::vector<Model>& asked) {
  const std::vector<std::string> known = own_models();
  for (const Model& model : asked)
    if (std::find(known.begin(), known.end(), model.name()) == known.end())
      throw unknown_name("model", model.key(), known);
}

Form parse_form(const std::string& name) { return chosen("form", name, choices_of<Form>()); }

/// Also takes the language of the native code as its name.
Model parse_model(const std::string& name) {
  return is_native(name) ? Model::native : key_of(name);
}

/// Adds an option that takes a list of words, with commas between them or repeated.
template <class Value, class Parse>
CLI::Option* add_list(CLI::App* app, const std::string& flag, const std::string& type,
                      std::vector<Value>& list, const Parse& parse, const std::string& help) {
  return app
      ->add_option_function<std::vector<std::string>>(
          flag,
          [&list, parse](const std::vector<std::string>& words) {
            std::ranges::transform(words, std::back_inserter(list), parse);
          },
          help)
      ->type_name(type)
      ->delimiter(',')
      ->allow_extra_args(false);
}

template <class Number>
CLI::Range within(const run::Limits<Number>& limits) {
  return {limits.low, limits.high};
}

void add_how(CLI::App* run, run::RunRequest& options) {
  add_budget(run, options, "per case");
  add_share(run, "--half-width", options.half_width,
            {run::half_width_limits.low, run::half_width_limits.high},
            "Stop sampling a case once its ratio is known to within ± this: 0.5% or 0.005");
  add_share(run, "--parity-band", options.parity_band,
            {run::parity_band_limits.low, run::parity_band_limits.high},
            "A ratio within 1 ± this counts as parity: 5% or 0.05");
  run->add_option("--seed", options.seed, "Seed of the random inputs and of the order of samples")
      ->capture_default_str();
  add_output(run, options, "results");
  add_timeout(run, options);
  add_list(run, "--also", "MODELS", options.also, key_of,
           "Also time these builds of models, comma-separated, in the same rounds: "
           "kokkos@5.0.2 is kokkos-5.0.2.so");
  add_list(
      run, "--kokkos", "NAMES", options.also,
      [](const std::string& name) { return key_of("kokkos@" + name); },
      "The same for builds of Kokkos, those that -DTILEBRIDGE_KOKKOS=\"…\" built: 5.0.2");
  run->add_option("--model-from", options.models_folder,
                  "The folder of those builds (default: that of this program)")
      ->type_name("FOLDER");
  CLI::Option* self_check = run->add_flag(
      "--self-check", options.self_check,
      "Instead of comparing models, time native code against itself and report how often that is "
      "called a difference");
  run->add_option("--comparisons", options.comparisons, "Number of comparisons for --self-check")
      ->check(within(run::comparisons_limits))
      ->capture_default_str();
  run->add_flag("--dry-run", options.dry_run,
                "Say what would run, how much memory it needs and about how long it takes; run and "
                "write nothing. It needs no device if --platform names one")
      ->excludes(self_check);
  run->add_flag("--table", options.table,
                "Show the table of all cases; without it, a run of many cases ends with a summary");
  run->add_flag("--strict", options.strict, "Exit with status 4 if a comparison is undecided");
  add_share(
      run, "--at-least", options.at_least, {run::at_least_limits.low, run::at_least_limits.high},
      "Exit with status 1, and a line for each case that fails, unless every kernel of another "
      "model reaches this share of the performance of native code, or of a pair's first model: "
      "90% or 0.9. The lower end of the ratio's 95% interval decides")
      ->default_str("")
      ->excludes(self_check);
}

constexpr const char* at_once_flag = "--at-once";

int device_number(const std::string& text) {
  const std::optional<int> number = parse_number<int>(text);
  if (!number || *number < 0)
    throw UsageError(fmt::format(
        "--device takes a number from 0, several with commas between them, or all; not '{}'",
        text));
  return *number;
}

/// "2", "0,2,3" or "all".
void parse_devices(const std::string& text, Devices& devices) {
  devices.numbers.clear();
  devices.are_several = text == "all" || text.find(',') != std::string::npos;
  if (text == "all") return;
  for (std::size_t begin = 0, end = 0; end < text.size(); begin = end + 1) {
    end = std::min(text.find(',', begin), text.size());
    const int number = device_number(text.substr(begin, end - begin));
    if (std::ranges::count(devices.numbers, number) > 0)
      throw UsageError(fmt::format("--device names {} twice", number));
    devices.numbers.push_back(number);
  }
  if (text.empty() || text.ends_with(',')) device_number("");
}

void add_devices(CLI::App* run, run::RunRequest& request, Devices& devices) {
  run->add_option_function<std::string>(
         "--device",
         [&request, &devices](const std::string& text) {
           parse_devices(text, devices);
           if (!devices.are_several) request.device = devices.numbers.front();
         },
         "Number of the GPU to use, from 0. Of several (0,2,3), or of all, one after the other has "
         "a run and a file of its own: -o results.json names results-gpu0.json and so on")
      ->type_name("NUMBERS|all")
      ->default_str("0");
  run->add_flag(at_once_flag, devices.at_once,
                "With several devices: start their runs at the same time, which shows what GPUs "
                "lose to one another");
}

/// Whether an option is one that --resume takes too: shared objects are loaded only if they are
/// named by the user, and not by a file alone.
bool goes_with_resume(const CLI::Option& option) {
  const std::vector<std::string>& values = option.results();
  return option.get_name() == "--model-from" || option.get_name() == at_once_flag ||
         (option.get_positional() && std::all_of(values.begin(), values.end(), kernels::is_object));
}

/// Throws UsageError if any other option is given with --resume.
void check_alone(const CLI::App& run, const CLI::Option& resume) {
  if (resume.count() == 0) return;
  for (const CLI::Option* option : run.get_options())
    if (option != &resume && option->count() > 0 && !goes_with_resume(*option))
      throw UsageError(fmt::format("--resume continues a run as it was started; leave {} out",
                                   option->get_name()));
}

/// `status`, or not_written, with a message, if standard output did not accept everything.
int with_output_checked(int status) {
  errno = 0;
  std::cout.flush();
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good();
  if (written) return status;
  const std::string reason = errno != 0 ? fmt::format(": {}", std::strerror(errno)) : "";
  say(fmt::format("tilebridge: cannot write all of the output{}\n", reason));
  return status == 0 ? static_cast<int>(ExitStatus::not_written) : status;
}

/// CLI11 takes a list without an entry (`run ,`) for no list.
void check_names_something(std::string_view argument) {
  const std::string_view value = argument.substr(argument.find('=') + 1);
  if (!value.empty() && value.find_first_not_of(',') == std::string_view::npos)
    throw UsageError(
        fmt::format("'{}' names nothing; leave it out, or name what you mean", argument));
}

/// Digits as they are: CLI11 takes 010 for 8, 0x10 for 16, "nan" for a number, -1 for 2⁶⁴ - 1 where
/// no number is negative, and what is too large for the largest.
template <class Number>
void take_decimal(CLI::Option& option, const char* takes) {
  option.transform([name = option.get_name(), takes](const std::string& text) {
    if (const auto number = parse_number<Number>(text)) return fmt::format("{}", *number);
    throw UsageError(fmt::format("{} takes {}; not '{}'", name, takes, text));
  });
}

void take_decimal_number(CLI::Option& option) {
  const std::string type = option.get_type_name();
  if (type.starts_with("UINT")) take_decimal<std::uint64_t>(option, "a whole number from 0");
  if (type.starts_with("INT")) take_decimal<std::int64_t>(option, "a whole number");
  if (type.starts_with("FLOAT")) take_decimal<double>(option, "a number");
}

}  // namespace

CLI::Option* add_platform(CLI::App* app, std::optional<Platform>& platform) {
  return app
      ->add_option_function<std::string>(
          "--platform",
          [&platform](const std::string& name) {
            platform = name == "auto"
                           ? std::nullopt
                           : std::optional(chosen("platform", name, choices_of<Platform>()));
          },
          "Where to run; auto: on the GPU that the build is for, else on the host")
      ->type_name(type_of(choices_of<Platform>()))
      ->default_str("auto");
}

void add_device(CLI::App* app, int& device) {
  app->add_option("--device", device, "Number of the GPU to use, from 0")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
}

void add_budget(CLI::App* app, run::RunRequest& request, const std::string& of_what) {
  app->add_option("--budget", request.budget_seconds,
                  fmt::format("Maximum seconds {} (default: 0.04 with the quick preset, else 0.15)",
                              of_what))
      ->check(within(run::budget_limits));
}

void add_timeout(CLI::App* app, run::RunRequest& request) {
  app->add_option(
         "--timeout", request.timeout_seconds,
         "Seconds after which a kernel that has not ended is given up, and the run continues "
         "without it (default: 300 for kernels of your own, else 1800)")
      ->check(within(run::timeout_limits));
}

void add_resume(CLI::App* app, run::RunRequest& request) {
  const CLI::Option* resume =
      add_file(app, "--resume", request.resume,
               "Continue a run that was cut off, named by its result file or its .journal");
  app->parse_complete_callback([app, resume] { check_alone(*app, *resume); });
}

void add_output(CLI::App* app, run::RunRequest& request, const std::string& stem) {
  add_file(app, "-o,--output", request.output,
           "Result file to write (default: " + stem + "-<time>.json)");
  app->add_flag("--overwrite", request.overwrite, "Replace an existing result file");
}

void add_selection(CLI::App* run, measure::Selection& selection) {
  run->add_option(
         "experiments", selection.experiments,
         "What to run: experiments, single variants of them, families, or pairs of your own "
         "(./pair.so); without any, all")
      ->delimiter(',')
      ->type_name(experiment_or_variant);
  add_choice(run, "--preset", selection.preset, choices_of<Preset>(),
             "How many parameter values to run, and how long: a few, the usual ones, or all");
  add_list(
      run, "--model", fmt::format("{}", fmt::join(own_models(), "|")), selection.models,
      parse_model,
      "Run only these models, comma-separated, or those that a pair of your own names; cuda and "
      "hip are other names of native");
  add_list(
      run, "--form", "FORM", selection.forms, parse_form,
      "Run only variants with kernels in these forms, comma-separated: indices (by thread index), "
      "loops (over ranges and nested ranges), builtin (the model's own facility for the job), "
      "rewritten (to cost what native code costs), tuned (to the device), vendor (a call of the "
      "vendor's library), step (from loops to rewritten, one change at a time)");
  add_assignments(run, selection.assignments);
  const auto parse_cache = [](const std::string& name) {
    return chosen("cache mode", name, choices_of<Cache>());
  };
  add_list(run, "--cache", type_of(choices_of<Cache>()), selection.caches, parse_cache,
           "Whether the caches are emptied before each launch (cold) or not (hot), or both: "
           "cold,hot (default: cold; hot for the quick preset on a host)");
}

CLI::Option* add_assignments(CLI::App* app, std::vector<Assignment>& assignments) {
  return app
      ->add_option_function<std::vector<std::string>>(
          "--set",
          [&assignments](const std::vector<std::string>& texts) {
            for (const std::string& text : texts)
              for (auto& assignment : parse_assignments(text))
                assignments.push_back(std::move(assignment));
          },
          "Parameter values as name=value,…; a name given twice runs both values; sizes may end in "
          "Ki, Mi or Gi, and n=1Ki..1Gi runs each doubling, n=1Ki..1Gi:4 each fourfold")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
}

CLI::App* add_run(CLI::App& app, run::RunRequest& options, Devices& devices) {
  CLI::App* run = app.add_subcommand(
      "run", "Run experiments: validate, time and compare native code and other models");
  add_selection(run, options.selection);
  add_platform(run, options.platform);
  add_devices(run, options, devices);
  add_how(run, options);
  add_resume(run, options);
  return run;
}

void check(const run::RunRequest& options) {
  check_distinct(options.output, options.selection.experiments);  // a pair
  if (!options.resume.empty() || options.names_pair()) return;    // only the runner loads pairs
  measure::Selection selection = options.selection;
  check_models(selection.models);
  selection.caches = {Cache::cold};
  selection.platform = options.platform.value_or(Platform::host);
  try {
    measure::plan(selection, catalogue());
  } catch (const UsageError&) {
    if (options.platform) throw;
    selection.platform = Platform::cuda;  // reject only what no platform accepts
    measure::plan(selection, catalogue());
  }
}

void check_is_command(const CLI::App& app, const std::string& name) {
  std::vector<std::string> shown;
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    if (command->check_name(name)) return;
    if (!command->get_group().empty()) shown.push_back(command->get_name());
  }
  throw unknown_name("command", name, shown, "tilebridge help");
}

std::optional<Failed> failure_of(const std::function<void()>& body) try {
  body();
  return std::nullopt;
} catch (const Error& error) {
  return Failed{error.what(), error.status()};
} catch (const std::bad_alloc&) {
  return Failed{"out of host memory; choose a smaller size with --set", ExitStatus::usage};
} catch (const std::filesystem::filesystem_error& error) {
  return Failed{fmt::format("'{}': {}", error.path1().string(), error.code().message()),
                ExitStatus::usage};
} catch (const std::system_error& error) {
  const bool lacks_files = error.code() == std::errc::too_many_files_open ||
                           error.code() == std::errc::too_many_files_open_in_system;
  return Failed{
      fmt::format("{}{}", error.what(), lacks_files ? "; `ulimit -n 1024` allows more" : ""),
      ExitStatus::usage};
} catch (const std::exception& error) {
  return Failed{InternalError(error.what()).what(), ExitStatus::internal};
}

int reported(const Failed& failed) {
  constexpr std::size_t longest = 4000;
  say(fmt::format("tilebridge: {}\n", shortened(failed.message, longest)));
  return static_cast<int>(failed.status);
}

int run_program(CLI::App& app, int argc, char** argv, const std::function<int()>& body) {
  // A program inherits that it is ignored: the system would forget how its own processes end.
  std::signal(SIGCHLD, SIG_DFL);
  int status = 0;
  const auto parse_and_run = [&] {
    if (argc > 1 && argv[1][0] != '-') check_is_command(app, argv[1]);
    std::for_each(argv, argv + argc, check_names_something);
    for (CLI::App* command : app.get_subcommands(nullptr))
      for (CLI::Option* option : command->get_options()) take_decimal_number(*option);
    try {
      app.parse(argc, argv);
    } catch (const CLI::Success& success) {
      status = with_output_checked(app.exit(success));  // --help, --version
      return;
    } catch (const CLI::ParseError& error) {
      throw UsageError(text_of(error, app, argc > 1 ? argv[1] : ""));
    }
    status = with_output_checked(body());
  };
  const std::optional<Failed> failed = failure_of(parse_and_run);
  return failed ? reported(*failed) : status;
}

}  // namespace tilebridge::cli
