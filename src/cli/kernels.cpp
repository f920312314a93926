// SPDX-License-Identifier: Apache-2.0
#include "pages/kernels.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "results/file.hpp"

namespace tilebridge::cli::kernels_command {
namespace {

struct Options {
  std::string log;
  std::string results;
  std::vector<std::string> bytes;
  std::vector<std::string> sources;
};

/// "force=1.2e9".
std::pair<std::string, double> bytes_of(const std::string& text) {
  const std::size_t equals = text.rfind('=');
  const auto bytes =
      parse_number<double>(equals == std::string::npos ? "" : text.substr(equals + 1));
  if (!bytes || *bytes <= 0)
    throw UsageError(
        fmt::format("--bytes takes NAME=BYTES per call, as force=1.2e9; not '{}'", text));
  return {text.substr(0, equals), *bytes};
}

std::vector<pages::ScannedFile> source_files(const std::vector<std::string>& paths) {
  if (paths.empty()) return {};
  const ScannedSources sources = scanned_sources(paths);
  if (!sources.missing.empty()) throw UsageError(sources.missing.front());
  for (const std::string& unread : sources.unread) say("not read: " + unread + "\n");
  return sources.files;
}

int show_kernels(const Options& options) {
  std::map<std::string, double> bytes;
  for (const std::string& text : options.bytes) bytes.insert(bytes_of(text));
  std::optional<Results> results;
  if (!options.results.empty()) results = read_results(options.results);
  if (!bytes.empty() && !results)
    throw UsageError("--bytes needs --results, a result file of this GPU with its ceilings");
  show(pages::kernels_page(read_kernel_log(options.log), bytes, results, catalogue(),
                           source_files(options.sources)));
  return 0;
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "kernels", "Show what an application of yours did, and which costs it may be paying");
  add_file(command, "log", options->log,
           "What libtilebridge_tools.so wrote (KOKKOS_TOOLS_LIBS names it to Kokkos)")
      ->required();
  add_file(command, "--results", options->results,
           "A result file of the same GPU: for its costs and its ceilings");
  command
      ->add_option("--source", options->sources,
                   "Source files of the application, or folders of them: the idioms in its kernels "
                   "are shown with their places")
      ->type_name("FILE|FOLDER")
      ->allow_extra_args(false);
  command
      ->add_option("--bytes", options->bytes,
                   "What one call of a kernel has to move: its share of the ceiling is then shown")
      ->type_name("NAME=BYTES")
      ->allow_extra_args(false);
  return {command, [options] { return show_kernels(*options); }};
}

}  // namespace tilebridge::cli::kernels_command
