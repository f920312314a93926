// SPDX-License-Identifier: Apache-2.0

#include "pages/report.hpp"

#include <algorithm>
#include <tuple>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "git_state.hpp"
#include "pages/changes.hpp"
#include "pages/counters.hpp"
#include "pages/limits.hpp"
#include "pages/lines.hpp"
#include "pages/machines.hpp"
#include "pages/portability.hpp"
#include "pages/porting.hpp"
#include "pages/report_page.hpp"
#include "pages/results.hpp"
#include "pages/summary.hpp"
#include "pages/tuning.hpp"
#include "results/file.hpp"
#include "write/formats.hpp"

namespace tilebridge::cli::report_command {
namespace {

/// Returns the function that writes the tuned kernels in a format; null for the page itself.
using LimitWriter = std::string (*)(const pages::Report&, const std::vector<judge::TunedKernel>&);

constexpr Choices<LimitWriter, 4> limit_formats = {
    {{"text", nullptr},
     {"markdown",
      [](const pages::Report& report, const std::vector<judge::TunedKernel>& kernels) {
        return write::as_markdown(pages::limits_page(report, kernels));
      }},
     {"json",
      [](const pages::Report&, const std::vector<judge::TunedKernel>& kernels) {
        return write::limits_json(kernels);
      }},
     {"csv", [](const pages::Report&, const std::vector<judge::TunedKernel>& kernels) {
        return write::limits_csv(kernels);
      }}}};

struct Options {
  std::vector<std::string> words;  // files, and names of what to show of them; none: stored results
  std::string output;              // "": text on standard output
  bool summary = false;
  bool porting = false;
  bool portability = false;
  bool limits = false;
  bool releases = false;
  bool line = false;
  bool svg = false;
  bool causes = false;
  bool narrow = false;
  std::string real = "float";
  LimitWriter limit_writer = nullptr;
};

bool is_file(const std::string& word) {
  std::error_code none;
  return word.find('.') != std::string::npos || std::filesystem::is_regular_file(word, none);
}

/// The files that a command shows, or a part of them.
struct Selection {
  std::vector<pages::ReportFile> files;
  bool is_stored = false;     // no file was named
  bool is_part = false;       // what names choose of the files
  bool are_machines = false;  // files that the user named, before names chose of them
  pages::NamedCases named;
};

/// Reads all files before anything is shown.
Selection read_selection(const Options& options) {
  std::vector<std::string> paths, names;
  for (const std::string& word : options.words) (is_file(word) ? paths : names).push_back(word);
  const bool is_stored = paths.empty();
  if (is_stored) paths = {stored_results()};
  std::deque<Results> results = read_together(paths);
  Selection selection;
  selection.is_stored = is_stored;
  for (std::size_t i = 0; i < paths.size(); ++i)
    selection.files.push_back({paths[i], std::move(results[i])});
  selection.is_part = !names.empty();
  selection.are_machines = !is_stored && pages::are_machines(selection.files);
  if (options.portability || options.limits) {  // the best may be a kernel that is not named
    selection.named = pages::named_cases(selection.files, names, catalogue());
    return selection;
  }
  selection.named.missing = pages::keep_named(selection.files, names, catalogue());
  return selection;
}

/// A line for each file that the user did not name, with its end; else "".
std::string origin_lines(const Selection& selection) {
  std::string lines;
  if (!selection.is_stored) return lines;
  for (const auto& [name, results] : selection.files) lines += stored_origin(name, results) + "\n";
  return lines;
}

/// Says on standard error, below what was shown, which names have no case.
void say_missing(const Selection& selection) {
  std::fflush(stdout);
  for (const std::string& sentence : selection.named.missing) say(sentence + "\n");
}

pages::Document releases_of(const judge::Cells& cells) {
  pages::Document page = pages::releases_page(cells, catalogue());
  if (page.empty())
    throw UsageError(
        "this run timed one build of each model; time others beside it: tilebridge run --also "
        "kokkos@RELEASE");
  return page;
}

pages::Document page_of(const judge::Cells& cells, const Options& options, bool is_selection) {
  if (is_profile(cells.results())) return pages::counters_page(cells);
  if (options.summary) return pages::summary_page(cells, catalogue());
  if (options.releases) return releases_of(cells);
  if (options.porting) return pages::porting_page(cells, catalogue());
  return is_selection ? pages::selection_page(cells, catalogue())
                      : pages::results_page(cells, catalogue());
}

void check_page(const Options& options) {
  if (!options.output.ends_with(".html") && !options.output.ends_with(".htm"))
    throw UsageError(
        fmt::format("cannot write '{}': a report is HTML; name it report.html", options.output));
  check_output(options.output, options.words);
}

/// Whether there is a file of `tilebridge tune`, which it then shows.
bool show_tuning(const Options& options) {
  std::error_code none;
  if (options.words.size() != 1 || !std::filesystem::is_regular_file(options.words.front(), none))
    return false;
  const auto tuning = read_tuning(options.words.front());
  if (!tuning) return false;
  if (!options.output.empty()) check_page(options);
  const pages::Document page = pages::tuning_page(*tuning, catalogue());
  if (options.output.empty())
    show(page);
  else
    replace_text(options.output, write::as_html(page, {"settings", "Settings"}));
  return true;
}

void print_lines(const std::string& file, const judge::Cells& cells) {
  std::vector<std::string> lines = pages::pair_lines(cells, catalogue());
  std::ranges::move(pages::kernel_lines(cells, catalogue()), std::back_inserter(lines));
  if (lines.empty()) throw UsageError(fmt::format("no kernel in '{}' has a time", file));
  for (const std::string& line : lines) put("{}\n", line);
}

void show_changes(const judge::Cells& before, const judge::Cells& after) {
  const pages::Document changes = pages::changes_blocks(before, after, catalogue());
  if (changes.empty()) return;
  put("\n");
  show(changes);
}

/// Heads the page with its file's name where there are several: two may be of one machine.
pages::Document headed(pages::Document page, const Selection& selection,
                       const pages::ReportFile& file) {
  if (selection.files.size() > 1)
    page.blocks.insert(page.blocks.begin(), pages::Heading{pages::file_name(file), 2});
  return page;
}

/// Whether all that the files have is shown, and not an answer to one question.
bool shows_all(const Options& options) {
  return !options.line && !options.summary && !options.porting && !options.portability &&
         !options.releases;
}

void check_several(const Selection& selection) {
  if (selection.files.size() < 2)
    throw UsageError("performance portability is over machines: name the files of two or more");
}

UsageError nothing_in_common() {
  return UsageError(
      "no two of these files have a case in common: run the same experiments at the same sizes");
}

pages::Document portability_of(const Selection& selection) {
  check_several(selection);
  const pages::Report report = pages::report_of(selection.files, catalogue(), git_state);
  pages::Document page = selection.is_part
                             ? pages::portability_selection_page(report, selection.named.takes)
                             : pages::portability_page(report);
  if (page.empty()) throw nothing_in_common();
  return page;
}

/// The tuned kernels of the files, of those cases that names choose.
class TunedKernels {
 public:
  explicit TunedKernels(const Selection& selection)
      : report_(pages::report_of(selection.files, catalogue(), git_state)),
        kernels_(pages::tuned_kernels_of(report_, selection.named.takes)) {
    if (kernels_.empty())
      throw UsageError(
          "these files have no native tuned kernel of 20 µs or more; measure them: tilebridge run "
          "tiling coalescing");
  }

  pages::Document page() const { return pages::limits_page(report_, kernels_); }
  std::string written_by(LimitWriter writer) const { return writer(report_, kernels_); }

 private:
  pages::Report report_;
  std::vector<judge::TunedKernel> kernels_;
};

/// Writes the page to the file that is named, or shows it.
void write_or_show(const Options& options, const Selection& selection, const pages::Document& page,
                   const pages::PageHead& head) {
  put("{}", origin_lines(selection));
  if (options.output.empty()) return show(page);
  replace_text(options.output, write::as_html(page, head));
  put("wrote {}\n", options.output);
}

void report_limits(const Options& options, const Selection& selection) {
  const TunedKernels kernels(selection);
  if (options.limit_writer != nullptr)
    write_output("", kernels.written_by(options.limit_writer));
  else
    write_or_show(options, selection, kernels.page(),
                  {"tuned kernels", "Tuned kernels against the best known"});
}

/// Files of several machines, side by side; profiles, which have no times, follow. Of a selection,
/// every kernel of every case.
void show_machines(const Selection& selection, const Options& options) {
  const pages::Report report = pages::report_of(selection.files, catalogue(), git_state);
  show(selection.is_part ? pages::machines_selection_page(report) : pages::machines_page(report));
  for (std::size_t i = 0; i < selection.files.size(); ++i) {
    if (!is_profile(selection.files[i].results)) continue;
    put("\n");
    show(headed(page_of(report.cells[i], options, selection.is_part), selection,
                selection.files[i]));
  }
}

/// One file below the other. Two of one machine also have what changed from the first to the
/// second.
void show_files(const Selection& selection, const Options& options) {
  std::vector<judge::Cells> cells;
  for (const pages::ReportFile& file : selection.files) {
    cells.emplace_back(file.results);
    if (options.line) {
      print_lines(file.name, cells.back());
      continue;
    }
    if (cells.size() > 1) put("\n");
    show(headed(page_of(cells.back(), options, selection.is_part), selection, file));
  }
  if (cells.size() == 2 && shows_all(options) && !selection.is_stored)
    show_changes(cells.front(), cells.back());
}

void print_text(const Options& options, const Selection& selection) {
  put("{}", origin_lines(selection));
  if (shows_all(options) && selection.are_machines)
    show_machines(selection, options);
  else
    show_files(selection, options);
}

/// Writes it, on standard output without an output file.
void write_drawn(const Options& options, const Selection& selection, const std::string& svg) {
  const std::string origin = origin_lines(selection);
  if (options.output.empty())
    say(origin);
  else
    put("{}", origin);
  write_picture(options.output, svg);
}

void draw_portability(const Options& options, const Selection& selection) {
  check_several(selection);
  const std::string svg =
      pages::portability_svg(pages::report_of(selection.files, catalogue(), git_state),
                             options.narrow ? pages::Canvas::narrow : pages::Canvas::wide);
  if (svg.empty()) throw nothing_in_common();
  write_drawn(options, selection, svg);
}

void draw(const Options& options, const Selection& selection) {
  std::vector<judge::Cells> cells;
  for (const pages::ReportFile& file : selection.files) cells.emplace_back(file.results);
  const auto picture_of = options.causes ? pages::causes_svg : pages::speed_svg;
  const std::string svg = picture_of(cells, catalogue(), options.real,
                                     options.narrow ? pages::Canvas::narrow : pages::Canvas::wide);
  if (svg.empty())
    throw UsageError(fmt::format(
        "{} none of the kernels of such a picture in {}; measure them: tilebridge run tiling "
        "coalescing",
        cells.size() == 1 ? fmt::format("'{}' has", selection.files.front().name)
                          : "these files have",
        options.real));
  write_drawn(options, selection, svg);
}

/// The answer for who decides on a port, on one page.
void write_porting(const Options& options, const Selection& selection) {
  pages::Document page;
  for (const pages::ReportFile& file : selection.files) {
    const judge::Cells cells = file.results;
    pages::Document of_file;
    for (const std::string real : {"float", "double"})
      if (pages::Figure figure = pages::speed_figure(cells, catalogue(), real); !figure.svg.empty())
        of_file.add(std::move(figure));
    of_file.append(pages::porting_page(cells, catalogue()));
    page.append(headed(std::move(of_file), selection, file));
  }
  write_or_show(options, selection, page, {"what a port costs", "What a port costs"});
}

void report_portability(const Options& options, const Selection& selection) {
  pages::Document page;
  if (!options.output.empty()) {
    const pages::Report report = pages::report_of(selection.files, catalogue(), git_state);
    if (std::string svg = pages::portability_svg(report, pages::Canvas::page); !svg.empty())
      page.add(pages::Figure{.title = "Performance portability of models in loops",
                             .svg = std::move(svg)});
  }
  page.append(portability_of(selection));
  write_or_show(options, selection, page, {"performance portability", "Performance portability"});
}

void write_page(const Options& options, const Selection& selection) {
  const pages::Report report = pages::report_of(selection.files, catalogue(), git_state);
  write_or_show(options, selection, pages::report_page(report), pages::report_head(report));
}

/// Adds the flags that each ask one question of the files. None goes with those before it, but for
/// a picture of portability.
void add_questions(CLI::App* report, Options& options) {
  const std::vector<std::tuple<const char*, bool*, const char*>> questions = {
      {"--summary", &options.summary,
       "Print the screen that a run of many cases ends with, instead of its table"},
      {"--porting", &options.porting,
       "Show what a port costs: the kernels that people know, each model's loops, rewritten and "
       "best against native code (CUDA, HIP)"},
      {"--portability", &options.portability,
       "Show performance portability over the machines of several files: harmonic means of "
       "efficiencies, with intervals"},
      {"--limits", &options.limits,
       "Show how near native tuned kernels come to the best known of their class, a vendor's call "
       "or a measured ceiling, why some do not, and what other models reach of them"},
      {"--releases", &options.releases,
       "Show what other releases of Kokkos change that the run timed beside its own"},
      {"--svg", &options.svg,
       "Draw the speed of these kernels relative to native code (CUDA, HIP), as SVG on standard "
       "output or in -o; with --portability the metric, as machines are added and by code "
       "convergence"}};
  std::vector<CLI::Option*> before;
  for (const auto& [name, flag, help] : questions) {
    CLI::Option* question = report->add_flag(name, *flag, help);
    for (CLI::Option* other : before)
      if (flag != &options.svg || other->get_name() != "--portability") question->excludes(other);
    before.push_back(question);
  }
}

void add_details(CLI::App* report, Options& options) {
  add_choice(report, "--format", options.limit_writer, limit_formats,
             "With --limits: the format of the output")
      ->needs("--limits");
  report
      ->add_flag("--causes", options.causes,
                 "With --svg: draw where Kokkos in loops loses, by loop style, launch and library")
      ->excludes("--portability")
      ->needs("--svg");
  report
      ->add_flag("--narrow", options.narrow,
                 "With --svg: draw it 360 units wide, to be read on a telephone")
      ->needs("--svg");
  report->add_option("--real", options.real, "With --svg: the type of numbers")
      ->check(CLI::IsMember({"float", "double"}))
      ->excludes("--portability")
      ->needs("--svg");
}

void check(const Options& options) {
  if (options.svg)
    check_picture(options.output, options.portability ? "portability.svg" : "speed.svg",
                  options.words);
  else if (!options.output.empty())
    check_page(options);
}

/// Returns what answers the question of the files.
auto answer_of(const Options& options) {
  if (options.svg) return options.portability ? draw_portability : draw;
  if (options.portability) return report_portability;
  if (options.limits) return report_limits;
  if (options.output.empty()) return print_text;
  return options.porting ? write_porting : write_page;
}

int run(const Options& options) {
  if (!options.svg && !options.portability && !options.limits && show_tuning(options)) return 0;
  check(options);
  const Selection selection = read_selection(options);
  answer_of(options)(options, selection);
  say_missing(selection);
  return 0;
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* report =
      app.add_subcommand("report", "Show result files as tables, or write one web page of them");
  add_file(report, "results", options->words,
           "Result files to show, those of several machines side by side, and experiments, single "
           "variants, families or pairs, to show these alone; without a file, the results that are "
           "stored with the program");
  add_questions(report, *options);
  add_details(report, *options);
  report
      ->add_flag("--line", options->line,
                 "Print one line for each kernel of each case, for programs that search a job's "
                 "output, and for each model of a pair of your own")
      ->excludes("--portability")
      ->excludes("--limits");
  add_file(report, "-o,--output", options->output,
           "Write an HTML page to this file instead; it needs no network")
      ->excludes("--line")
      ->excludes("--format");
  return {report, [options] { return run(*options); }};
}

}  // namespace tilebridge::cli::report_command
