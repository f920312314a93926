// SPDX-License-Identifier: Apache-2.0
#include "pages/scan.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "results/file.hpp"
#include "write/formats.hpp"

namespace tilebridge::cli::scan_command {
namespace {

using Format = std::string (*)(const pages::ScanReport&);

constexpr Format text = [](const pages::ScanReport& report) {
  return write::as_text(pages::scan_page(report), write::stdout_style());
};
constexpr Format lines = [](const pages::ScanReport& report) {
  std::string lines;
  for (const pages::Place& place : report.places) lines += pages::line_of(place) + "\n";
  return lines;
};
constexpr Choices<Format, 4> formats = {
    {{"text", text}, {"lines", lines}, {"json", write::scan_json}, {"sarif", write::scan_sarif}}};

struct Options {
  std::vector<std::string> paths;
  std::vector<std::string> wrappers;  // "par_for=MDRangePolicy"
  std::string results;
  Format format = text;
  std::string output;
  double fail_above = 0;  // 0: never
  bool tested = false;
};

/// The results that gains are from: those of the file, or else those stored with this program, if
/// there are any.
std::optional<Results> results_for_gains(const std::string& file) {
  if (!file.empty()) return read_timed_results(file);
  try {
    return read_timed_results(stored_results());
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

std::optional<pages::MeasuredGains> gains_for(const std::string& file) {
  const std::optional<Results> results = results_for_gains(file);
  if (!results) return std::nullopt;
  return pages::gains_in(*results, catalogue());
}

pages::CostList costs_for(const std::string& file) {
  if (file.empty()) return pages::stored_costs(catalogue());
  const Results results = read_timed_results(file);
  pages::CostList list = pages::known_costs(results, catalogue());
  if (std::ranges::none_of(list.idioms, [](const auto& idiom) { return idiom.cost.has_value(); }))
    throw UsageError(
        fmt::format("'{}' has no measured idioms; measure them: tilebridge run idioms", file));
  return list;
}

constexpr std::array<std::string_view, 6> ranges = {"RangePolicy",     "MDRangePolicy",
                                                    "TeamPolicy",      "TeamThreadRange",
                                                    "TeamVectorRange", "ThreadVectorRange"};

/// Returns what is wrong with "par_for=MDRangePolicy"; "" if nothing is.
std::string check_wrapper(const std::string& text) {
  const std::size_t at = text.find('=');
  const std::string_view range = std::string_view(text).substr(std::min(at, text.size() - 1) + 1);
  const bool is_fine =
      at != 0 && at != std::string::npos && std::ranges::find(ranges, range) != ranges.end();
  return is_fine ? "" : fmt::format("takes NAME=RANGE, where RANGE is {}", fmt::join(ranges, ", "));
}

sources::Wrappers wrappers_of(const std::vector<std::string>& texts) {
  sources::Wrappers wrappers;
  for (const std::string& text : texts)
    wrappers[text.substr(0, text.find('='))] = text.substr(text.find('=') + 1);
  return wrappers;
}

/// The places whose idioms have a stored cost, but none in the file that was named.
std::size_t unmeasured(const pages::ScanReport& report) {
  const pages::CostList stored = pages::stored_costs(catalogue());
  return static_cast<std::size_t>(
      std::ranges::count_if(report.places, [&](const pages::Place& place) {
        const pages::IdiomCost* const known = stored.find(place.idiom.key);
        return !place.idiom.cost && known != nullptr && known->cost;
      }));
}

ExitStatus status_of(const pages::ScanReport& report, const ScannedSources& sources,
                     double fail_above) {
  const bool fails =
      fail_above > 0 && std::ranges::any_of(report.places, [&](const pages::Place& place) {
        return place.cost() > fail_above;
      });
  if (fails) return ExitStatus::threshold_failed;
  if (!sources.missing.empty()) return ExitStatus::usage;
  if (fail_above == 0) return ExitStatus::fine;
  std::string reason = report.blind_because();
  if (const std::size_t places = unmeasured(report); reason.empty() && places > 0)
    reason = "--results has no cost of " + plural(places, "place");
  if (reason.empty()) return ExitStatus::fine;
  say("--fail-above could not tell: " + reason + "\n");
  return ExitStatus::undecided;
}

/// "a=RangePolicy" among the paths belongs to an option.
void check_paths(const std::vector<std::string>& paths) {
  for (const std::string& path : paths)
    if (path.find('=') != std::string::npos && check_wrapper(path).empty() &&
        !std::filesystem::exists(path))
      throw UsageError(fmt::format("'{0}' is no file; write --wrapper {0}", path));
}

/// How well gains hold.
int show_test(const Options& options) {
  const std::optional<pages::MeasuredGains> gains = gains_for(options.results);
  if (!gains) throw UsageError("no results are stored with this program: name them by --results");
  write_output("", write::as_text(pages::gains_test_page(*gains), write::stdout_style()));
  return 0;
}

int scan(const Options& options) {
  if (options.tested) return show_test(options);
  if (options.paths.empty()) throw UsageError("name source files or folders, or --tested");
  check_paths(options.paths);
  const pages::CostList costs = costs_for(options.results);
  const ScannedSources sources = scanned_sources(options.paths, wrappers_of(options.wrappers));
  std::vector<std::string> inputs = sources.inputs;
  if (!options.results.empty()) inputs.push_back(options.results);
  check_output(options.output, inputs);
  const std::optional<pages::MeasuredGains> gains = gains_for(options.results);
  pages::ScanReport report = pages::scan_report(sources.files, costs, gains ? &*gains : nullptr);
  report.unread = sources.unread;
  write_output(options.output, options.format(report));
  for (const std::string& message : sources.missing) say(message + "\n");
  for (const std::string& path : sources.unread) say("not read: " + path + "\n");
  for (const std::string& path : sources.left_out) say("left out: " + path + "\n");
  if (!options.output.empty()) say(pages::scan_summary(report) + "\n");
  return static_cast<int>(status_of(report, sources, options.fail_above));
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "scan", "Find costly idioms of Kokkos in source files, without compiling them");
  CLI::Option* const paths =
      command->add_option("paths", options->paths, "Source files, or folders of them")
          ->type_name("FILE|FOLDER");
  command
      ->add_option("--wrapper", options->wrappers,
                   "A function of the project that launches kernels, and over what, if it sets no "
                   "tile or team size of its own: team_for=TeamThreadRange; one for each option, "
                   "which may be repeated")
      ->type_name("NAME=RANGE")
      ->check(check_wrapper)
      ->allow_extra_args(false);
  add_file(command, "--results", options->results,
           "A result file of your GPU for costs and gains (default: those stored with this "
           "program)");
  command
      ->add_flag("--tested", options->tested,
                 "Say instead how well gains hold: of each measured kernel from the others")
      ->excludes(paths);
  add_choice(
      command, "--format", options->format, formats,
      "Format of the output; lines has one for each place, which editors read; sarif is what "
      "code hosts show in a pull request");
  add_file(command, "-o,--output", options->output, "File to write it to; the count is printed");
  command
      ->add_option("--fail-above", options->fail_above,
                   "Exit with status 1 if an idiom that is found costs more than this factor: 1.5; "
                   "with 4 if none does, but something could not be looked at")
      ->check([](const std::string& text) {
        const auto factor = parse_number<double>(text);
        return factor && *factor > 0 && *factor < 1e6 ? "" : "takes a factor above 0, as 1.5";
      });
  return {command, [options] { return scan(*options); }};
}

}  // namespace tilebridge::cli::scan_command
