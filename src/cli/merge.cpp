// SPDX-License-Identifier: Apache-2.0
#include "judge/merge.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "results/file.hpp"
#include "results/recomputation.hpp"

namespace tilebridge::cli::merge_command {
namespace {

struct Options {
  std::vector<std::string> files;
  std::string output;
  bool overwrite = false;
  bool compact = false;
  bool replace = false;
  std::vector<std::string> command_line;
};

/// Throws UsageError unless the file that it makes says how its times and ratios came about.
Results compact(Results all) {
  all = compacted(std::move(all));
  const Recomputation found = recompute(all);
  for (const auto* lines : {&found.different, &found.impossible})
    if (!lines->empty())
      throw UsageError(fmt::format("it does not follow from its blocks: {}", lines->front()));
  return all;
}

int merge(const Options& options) {
  if (options.files.size() < 2 && !options.compact)
    throw UsageError(
        fmt::format("'{}' is one file; merge takes two or more", options.files.front()));
  check_output(options.output, options.files);
  if (!options.overwrite) check_new(options.output);
  std::vector<judge::ResultPart> parts;
  for (const std::string& file : options.files) parts.push_back({file, read_results(file)});
  std::size_t read = 0;
  for (const judge::ResultPart& part : parts) read += part.results.cases.size();
  Results all = judge::merged(std::move(parts),
                              options.replace ? judge::Commits::several : judge::Commits::one);
  if (options.compact) all = compact(std::move(all));
  all.program["command_line"] = options.command_line;
  write_results(options.output, all);
  const std::size_t replaced = read - all.cases.size();
  put("wrote {}: {} of {}{}\n", options.output, plural(all.cases.size(), "case"),
      plural(options.files.size(), "file"),
      replaced > 0 ? fmt::format("; {} of earlier commits left out", plural(replaced, "case"))
                   : "");
  return 0;
}

}  // namespace

Command add(CLI::App& app, std::vector<std::string> command_line) {
  const auto options = std::make_shared<Options>();
  options->command_line = std::move(command_line);
  CLI::App* command =
      app.add_subcommand("merge", "Make one result file of a run that was made in parts");
  add_file(command, "results", options->files,
           "Result files to merge, two or more; one with --compact")
      ->required();
  add_file(command, "-o,--output", options->output, "Result file to write")->required();
  command->add_flag("--overwrite", options->overwrite, "Replace an existing result file");
  command->add_flag("--compact", options->compact,
                    "Keep the medians of blocks instead of every sample");
  command->add_flag("--replace", options->replace,
                    "Merge files of several commits, in the order in which they were measured: the "
                    "experiments of a later one replace those of earlier ones");
  return {command, [options] { return merge(*options); }};
}

}  // namespace tilebridge::cli::merge_command
