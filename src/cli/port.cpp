// SPDX-License-Identifier: Apache-2.0
#include "pages/port.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "write/formats.hpp"

namespace tilebridge::cli::port_command {
namespace {

struct Options {
  std::vector<std::string> paths;
  bool json = false;
  std::string output;
};

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

int port(const Options& options) {
  check_page(options.output, options.json);
  const CudaSources found = cuda_sources(options.paths);
  check_output(options.output, found.inputs);
  const pages::PortReport report = {sources::inventory_of(found.files), found.unread};
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
      "List the kernels of a CUDA or HIP code base and what they use, without compiling it");
  command->add_option("paths", options->paths, "Source files, or folders of them")
      ->type_name("FILE|FOLDER")
      ->required();
  command->add_flag("--json", options->json, "Print JSON");
  add_file(command, "-o,--output", options->output,
           "File to write a web page to, or with --json the JSON; the summary is printed");
  return {command, [options] { return port(*options); }};
}

}  // namespace tilebridge::cli::port_command
