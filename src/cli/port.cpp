// SPDX-License-Identifier: Apache-2.0
#include "pages/port.hpp"

#include <deque>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "pages/run.hpp"
#include "write/formats.hpp"

namespace tilebridge::cli::port_command {
namespace {

struct Options {
  std::vector<std::string> paths;
  std::string profile;               // "": the kernels are counted
  std::vector<std::string> results;  // none: what is stored
  bool tested = false;
  bool json = false;
  std::string output;
};

/// The result files, of one kind of GPU, that forecasts are made from.
class Measured {
 public:
  explicit Measured(const std::vector<std::string>& named) {
    const std::vector<std::string> paths = named.empty() ? stored_results_by_type() : named;
    results_ = read_together(paths);
    for (std::size_t i = 0; i < paths.size(); ++i) {
      check_timed(paths[i], results_[i]);
      check_same_device(results_[i]);
      cells_.emplace_back(results_[i]);
    }
  }

  judge::Forecaster forecaster() const { return {cells_, catalogue()}; }
  /// "NVIDIA H200 (sm_90), measured on 2026-11-29".
  std::string text() const {
    return fmt::format("{}, measured on {}", pages::device_text(results_.front()),
                       text_at(results_.front().program, "started").substr(0, 10));
  }

 private:
  void check_same_device(const Results& results) const {
    const std::string first = pages::device_text(results_.front());
    if (pages::device_text(results) != first)
      throw UsageError(fmt::format("forecasts are of one kind of GPU: {}, or {}", first,
                                   pages::device_text(results)));
  }

  std::deque<Results> results_;
  std::vector<judge::Cells> cells_;
};

std::vector<profile::KernelTime> times_in(const std::string& file) try {
  if (file.empty()) return {};
  return profile::read_kernel_times(read_text(file));
} catch (const UsageError& error) {
  throw UsageError(fmt::format("cannot read '{}': {}", file, error.what()));
}

void check_page(const std::string& output, bool json) {
  const bool is_page = output.ends_with(".html") || output.ends_with(".htm");
  if (!output.empty() && is_page == json)
    throw UsageError(fmt::format("cannot write '{}': name it {}", output,
                                 json ? "port.json, or leave out --json" : "port.html"));
}

std::string text_of(const pages::PortReport& report, const Options& options) {
  if (options.json) return write::port_json(report);
  const pages::Document page = pages::port_page(report);
  return options.output.empty()
             ? write::as_text(page, write::stdout_style())
             : write::as_html(page, {"CUDA kernels", "The kernels of a CUDA code base"});
}

/// How well forecasts hold.
int show_test(const Options& options) {
  const Measured measured(options.results);
  const pages::Document page = pages::forecast_test_page(measured.forecaster(), measured.text());
  write_output("", write::as_text(page, write::stdout_style()));
  return 0;
}

pages::PortReport report_of(const CudaSources& found, const Options& options) {
  const Measured measured(options.results);
  pages::PortReport report = {sources::inventory_of(found.files), found.unread,
                              times_in(options.profile)};
  pages::take_types(report.inventory, report.times);
  report.forecasts = pages::forecasts_of(pages::application_of(report.inventory, report.times),
                                         measured.forecaster(), catalogue(), measured.text());
  return report;
}

int port(const Options& options) {
  if (options.tested) return show_test(options);
  if (options.paths.empty()) throw UsageError("name source files or folders, or --tested");
  check_page(options.output, options.json);
  const CudaSources found = cuda_sources(options.paths);
  check_output(options.output, found.inputs);
  const pages::PortReport report = report_of(found, options);
  write_output(options.output, text_of(report, options));
  for (const std::string& message : found.missing) say(message + "\n");
  for (const std::string& path : found.left_out) say("left out: " + path + "\n");
  if (!options.output.empty()) say(pages::port_summary(report) + "\n");
  return static_cast<int>(found.missing.empty() ? ExitStatus::fine : ExitStatus::usage);
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "port",
      "Forecast what a port of a CUDA or HIP code base costs in each model, and list its kernels "
      "and what they use, without compiling it");
  CLI::Option* const paths =
      command->add_option("paths", options->paths, "Source files, or folders of them")
          ->type_name("FILE|FOLDER");
  add_file(command, "--profile", options->profile,
           "How long its kernels take: a CSV of nsys stats (cuda_gpu_trace or cuda_gpu_kern_sum) "
           "or of ncu. Without it, each kernel counts once");
  add_file(command, "--results", options->results,
           "Result files that forecasts are from, of one kind of GPU (default: what is stored)");
  command
      ->add_flag("--tested", options->tested,
                 "Say instead how well forecasts hold: of each measured kernel from the others")
      ->excludes(paths);
  command->add_flag("--json", options->json, "Print JSON");
  add_file(command, "-o,--output", options->output,
           "File to write a web page to, or with --json the JSON; the summary is printed");
  return {command, [options] { return port(*options); }};
}

}  // namespace tilebridge::cli::port_command
