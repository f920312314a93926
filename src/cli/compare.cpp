// SPDX-License-Identifier: Apache-2.0
#include <filesystem>

#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "judge/outcome.hpp"
#include "pages/gate.hpp"
#include "pages/report.hpp"
#include "results/file.hpp"
#include "write/formats.hpp"

namespace tilebridge::cli::compare_command {
namespace {

using Format = std::string (*)(const judge::GatePage&);

constexpr Format text = [](const judge::GatePage& page) {
  return write::as_text(pages::gate_page(page), {.whole = true});
};
/// `--line`.
constexpr Format lines = [](const judge::GatePage& page) {
  std::string text;
  for (const pages::GateLine& line : pages::gate_lines(page))
    text += one_printable_line(line.text) + "\n";
  return text;
};
constexpr Format annotations = [](const judge::GatePage& page) {
  const std::string where = page.source.empty() ? "" : fmt::format("file={},", page.source);
  std::string text;
  for (const pages::GateLine& line : pages::gate_lines(page)) {
    const bool fails = line.mark == pages::Mark::slower || line.mark == pages::Mark::invalid;
    const bool is_open = line.mark == pages::Mark::undecided;
    text += fmt::format("::{} {}title=tilebridge::{}\n",
                        fails     ? "error"
                        : is_open ? "warning"
                                  : "notice",
                        where, one_printable_line(line.text));
  }
  return text;
};
constexpr Format comment = [](const judge::GatePage& page) {
  const auto name = [](const std::filesystem::path& file) {
    return one_printable_line(file.filename().string(), 255);
  };
  pages::Document document = pages::gate_page(page);
  document.complete = fmt::format("`tilebridge compare {} {}`", name(page.base_files.front()),
                                  name(page.current_file));
  return write::as_comment(document);
};
constexpr Choices<Format, 5> formats = {{{"text", text},
                                         {"json", write::gate_json},
                                         {"junit", write::gate_junit},
                                         {"github", annotations},
                                         {"markdown", comment}}};
constexpr Choices<judge::Metric, 2> metrics = {
    {{"time", judge::Metric::time}, {"ratio", judge::Metric::ratio}}};

struct Options {
  std::string base;
  std::string current;
  std::vector<std::string> again;  // more runs of the base
  judge::GateOptions gate;
  double least_change_us = 1;
  Format format = text;
  std::string output;
  bool force = false;
  std::string source;
  std::vector<std::string> vary;  // whose differences are the question: "kokkos"
  std::vector<std::string> only;  // none: all results
};

/// These may be varied besides models.
constexpr std::array<std::string_view, 5> varied = {"cuda", "host", "device", "driver", "runtime"};

template <class List, class Value>
bool contains(const List& list, const Value& value) {
  return std::ranges::find(list, value) != list.end();
}

/// A driver goes with its device.
bool is_asked(const std::string& subject, const std::vector<std::string>& vary) {
  return contains(vary, subject) || (subject == "driver" && contains(vary, "device"));
}

/// Names the options that compare these files: " --vary device,kokkos or --force".
std::string remedy_for(const std::vector<judge::Difference>& differences) {
  std::vector<std::string> subjects;
  for (const judge::Difference& difference : differences)
    if (const std::string subject = judge::subject_of(difference); !is_asked(subject, subjects))
      subjects.push_back(subject);
  const bool can_vary = !contains(subjects, "build_type") && !contains(subjects, "seed");
  return can_vary ? fmt::format("--vary {} or --force", fmt::join(subjects, ",")) : "--force";
}

/// Several runs of the base usually differ from the new one in the same way.
void add_new(std::vector<judge::Difference>& all,
             const std::vector<judge::Difference>& differences) {
  for (const judge::Difference& difference : differences)
    if (!contains(all, difference)) all.push_back(difference);
}

/// Refuses a run whose times do not depend on the code alone, or on what is varied, unless forced.
/// If it differs, the report lists the differences, and so does standard error if the report goes
/// to a file.
void check_alike(const Options& options, const std::string& base_file,
                 const std::vector<judge::Difference>& found) {
  if (found.empty()) return;
  const std::string lines = fmt::format("\n  {}", fmt::join(describe(found), "\n  "));
  const std::string text =
      fmt::format("device, build or seed of '{}' and '{}' differ", base_file, options.current);
  const bool all_asked = std::ranges::all_of(found, [&](const judge::Difference& difference) {
    return is_asked(judge::subject_of(difference), options.vary);
  });
  if (!options.force && !all_asked)
    throw UsageError(fmt::format("{}; {} compares them anyway:{}", text, remedy_for(found), lines));
  if (!options.output.empty()) say(fmt::format("tilebridge: {}:{}\n", text, lines));
}

std::vector<judge::Difference> check_alike(const Options& options,
                                           const std::vector<std::string>& files,
                                           const std::deque<Results>& bases,
                                           const Results& current) {
  std::vector<judge::Difference> all;
  for (std::size_t i = 0; i < files.size(); ++i) {
    const std::vector<judge::Difference> found = judge::differences(bases[i], current);
    check_alike(options, files[i], found);
    add_new(all, found);
  }
  return all;
}

std::vector<judge::Difference> other_gpus(const std::deque<Results>& bases,
                                          const Results& current) {
  std::vector<judge::Difference> found;
  for (const Results& base : bases)
    if (const auto other = judge::other_gpu(base, current)) add_new(found, {*other});
  return found;
}

std::vector<std::string> busy_files(const std::vector<std::string>& files,
                                    const std::deque<Results>& bases, const Options& options,
                                    const Results& current) {
  std::vector<std::string> busy;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (!load_text(bases[i].program).empty()) busy.push_back(files[i]);
  if (!load_text(current.program).empty()) busy.push_back(options.current);
  return busy;
}

/// Throws UsageError for what is neither that nor a model of either file.
void check_varied(const std::vector<std::string>& names, const Results& base,
                  const Results& current) {
  std::vector<std::string> known(varied.begin(), varied.end());
  for (const Results* results : {&base, &current})
    for (const Model& build : builds_of(*results))
      if (!build.is_native() && !contains(known, build.name())) known.emplace_back(build.name());
  for (const std::string& name : names)
    if (!contains(known, name)) throw unknown_name("difference", name, known);
}

/// Whether any result is of two builds of the model `name`.
bool is_compared(const judge::GatePage& page, const std::string& name) {
  const bool is_configured_otherwise = std::ranges::any_of(
      page.differences,
      [&](const judge::Difference& difference) { return judge::subject_of(difference) == name; });
  return std::ranges::any_of(page.report.changes, [&](const judge::Change& change) {
    const Model& now = change.now.kernel.model;
    return now.name() == name && (is_configured_otherwise || now != change.was.kernel.model);
  });
}

/// Throws UsageError for a report that answers nothing: two files without a common result, the same
/// results twice, a model to vary of which no two builds are compared.
void check_compared(const Options& options, const judge::GatePage& page) {
  if (page.report.changes.empty()) {
    const std::string problem =
        page.report.options.one_run
            ? "are the same measurements"
            : fmt::format("share no result with a {}", name_of(options.gate.metric));
    throw UsageError(fmt::format("nothing to compare: '{}' and '{}' {}", options.base,
                                 options.current, problem));
  }
  for (const std::string& name : options.vary)
    if (!contains(varied, name) && !is_compared(page, name))
      throw UsageError(
          fmt::format("nothing to compare: no result of '{}' and '{}' is of two builds "
                      "of {}; leave --vary {} out, or name a build, as in "
                      "results.json@5.0.2",
                      options.base, options.current, name, name));
}

/// Leaves out of all files what no name chooses. Throws UsageError, one line, if a name is unknown
/// or no file has a result of it.
void keep_only(const std::vector<std::string>& names, const std::vector<std::string>& paths,
               std::deque<Results>& all) {
  if (names.empty()) return;
  std::vector<pages::ReportFile> files;
  for (std::size_t i = 0; i < paths.size(); ++i) files.push_back({paths[i], std::move(all[i])});
  const std::vector<std::string> missing = pages::keep_named(files, names, catalogue());
  if (!missing.empty()) throw UsageError("--only: " + missing.front());
  for (std::size_t i = 0; i < paths.size(); ++i) all[i] = std::move(files[i].results);
}

int compare(const Options& options) {
  judge::GateOptions gate = options.gate;
  gate.least_change = 1e-6 * options.least_change_us;
  std::vector<std::string> files = options.again;
  files.insert(files.begin(), options.base);
  std::vector<std::string> inputs = files;
  inputs.push_back(options.current);
  check_output(options.output, inputs);

  gate.one_run = are_one_file(options.base, options.current);
  std::deque<Results> bases = read_together(inputs);  // the report points into them
  for (std::size_t i = 0; i < inputs.size(); ++i) check_timed(inputs[i], bases[i]);
  keep_only(options.only, inputs, bases);
  const Results current = std::move(bases.back());
  bases.pop_back();
  check_varied(options.vary, bases.front(), current);
  const judge::GatePage page = {bases.front(),
                                current,
                                files,
                                options.current,
                                check_alike(options, files, bases, current),
                                judge::compare_results({bases.begin(), bases.end()}, current, gate),
                                catalogue(),
                                other_gpus(bases, current),
                                busy_files(files, bases, options, current),
                                options.source,
                                options.only};
  check_compared(options, page);
  if (options.output.empty() && options.format == text)
    show(pages::gate_page(page));
  else
    write_output(options.output, options.format(page));
  if (!options.output.empty()) show(pages::gate_summary(page));
  return static_cast<int>(
      judge::exit_status(judge::outcome_of(page.report, page.all_aggregates())));
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "compare", "Compare two result files; exits with status 1 if the new one is slower");
  add_file(command, "base", options->base, "Result file to compare with")->required();
  add_file(command, "new", options->current, "Result file to judge")->required();
  add_file(command, "--again", options->again,
           "Another run of the base: what differs between runs of the base is no change; "
           "repeatable")
      ->allow_extra_args(false);
  command
      ->add_option("--only", options->only,
                   "Compare only these experiments, single variants of them or families: "
                   "transpose,stride/add; a list, or repeated")
      ->type_name(experiment_or_variant)
      ->delimiter(',')
      ->allow_extra_args(false);
  add_choice(command, "--metric", options->gate.metric, metrics,
             "What to compare: each model's time, or its ratio against native code of the "
             "same run, which does not depend on the clock");
  add_share(command, "--max-slowdown", options->gate.max_slowdown, {1e-6, 0.5},
            "How much of its performance a model may lose: 5% or 0.05");
  add_share(command, "--max-total-slowdown", options->gate.max_total_slowdown, {1e-6, 0.5},
            "How much the kernels of an experiment, a family or the whole run may lose together");
  command
      ->add_option("--least-change", options->least_change_us,
                   "Ignore differences of less than this many µs per launch")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  CLI::Option* format =
      add_choice(command, "--format", options->format, formats, "Format of the report");
  command
      ->add_flag_callback(
          "--line", [options] { options->format = lines; },
          "Instead of the report, one line for each model of a pair of your own: "
          "its ratio, what it was, and whether it is slower")
      ->excludes(format);
  add_file(
      command, "--source", options->source,
      "The pair's file in its repository: where --format github, annotations of GitHub Actions, "
      "shows the lines");
  add_file(command, "-o,--output", options->output,
           "File to write the report to; the counts are printed");
  command->add_flag("--host-bound", options->gate.host_bound,
                    "Results that wait for the host gate too; they vary from run to run by more "
                    "than kernels do");
  command->add_flag("--strict", options->gate.strict,
                    "Exit with status 4 if a result is undecided");
  command->add_flag("--allow-missing", options->gate.allow_missing,
                    "Results that only the base has are no failure; else they give status 4");
  command
      ->add_option(
          "--vary", options->vary,
          "What the comparison is about, and may therefore differ: two releases or "
          "configurations of a model (kokkos), two compilers (cuda, host), two GPUs (device), two "
          "drivers; a list, as in device,kokkos, or repeated")
      ->type_name(fmt::format("MODEL|{}", fmt::join(varied, "|")))
      ->delimiter(',')
      ->allow_extra_args(false);
  command->add_flag("--force", options->force, "Compare even if device, build or seed differ");
  return {command, [options] { return compare(*options); }};
}

}  // namespace tilebridge::cli::compare_command
