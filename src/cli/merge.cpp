// SPDX-License-Identifier: Apache-2.0
#include "judge/merge.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "results/file.hpp"

namespace tilebridge::cli::merge_command {
namespace {

struct Options {
  std::vector<std::string> files;
  std::string output;
  bool overwrite = false;
  std::vector<std::string> command_line;
};

int merge(const Options& options) {
  if (options.files.size() < 2)
    throw UsageError(
        fmt::format("'{}' is one file; merge takes two or more", options.files.front()));
  check_output(options.output, options.files);
  if (!options.overwrite) check_new(options.output);
  std::vector<judge::ResultPart> parts;
  for (const std::string& file : options.files) parts.push_back({file, read_results(file)});
  Results all = judge::merged(std::move(parts));
  all.program["command_line"] = options.command_line;
  write_results(options.output, all);
  put("wrote {}: {} of {} files\n", options.output, plural(all.cases.size(), "case"),
      options.files.size());
  return 0;
}

}  // namespace

Command add(CLI::App& app, std::vector<std::string> command_line) {
  const auto options = std::make_shared<Options>();
  options->command_line = std::move(command_line);
  CLI::App* command =
      app.add_subcommand("merge", "Make one result file of a run that was made in parts");
  add_file(command, "results", options->files, "Result files to merge, two or more")->required();
  add_file(command, "-o,--output", options->output, "Result file to write")->required();
  command->add_flag("--overwrite", options->overwrite, "Replace an existing result file");
  return {command, [options] { return merge(*options); }};
}

}  // namespace tilebridge::cli::merge_command
