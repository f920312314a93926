// SPDX-License-Identifier: Apache-2.0
#include "pages/costs.hpp"

#include <iostream>

#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "results/file.hpp"
#include "write/formats.hpp"
#include "write/page.hpp"

namespace tilebridge::cli::costs_command {
namespace {

using Writer = std::string (*)(const pages::CostList&);

constexpr Choices<Writer, 3> formats = {
    {{"text",
      [](const pages::CostList& list) {
        return write::as_text(pages::costs_page(list), write::stdout_style());
      }},
     {"markdown",
      [](const pages::CostList& list) { return write::as_markdown(pages::costs_page(list)); }},
     {"json", write::costs_json}}};

struct Options {
  std::vector<std::string> files;  // none: the stored results
  std::vector<std::string> profiles;
  Writer writer = formats.front().second;
};

Results profile_from(const std::string& file) {
  Results profile = read_results(file);
  if (!is_profile(profile))
    throw UsageError("'" + file + "' has no counters; write it with: tilebridge profile idioms");
  return profile;
}

/// Throws UsageError if the file has no cost: an empty list would look as if nothing cost anything.
pages::CostList list_of(const Options& options) {
  const bool is_stored = options.files.empty();
  const auto files = is_stored ? std::vector{stored_results()} : options.files;
  std::vector<Results> measured, counted;
  for (const std::string& file : files) measured.push_back(read_results(file));
  for (const std::string& file : options.profiles) counted.push_back(profile_from(file));
  std::vector<const Results*> others;
  for (const Results& results : std::span(measured).subspan(1)) others.push_back(&results);
  judge::Profiles profiles;
  for (const Results& profile : counted) profiles.push_back(&profile);
  pages::CostList list = pages::cost_list(measured.front(), catalogue(), profiles, others);
  if (list.empty())
    throw UsageError(fmt::format("'{}' has no measured idioms; measure them: tilebridge run idioms",
                                 files.front()));
  if (is_stored) list.origin = stored_origin(files.front(), measured.front());
  return list;
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("costs", "List what idioms of Kokkos cost, and what to write instead");
  add_file(command, "results", options->files,
           "Result files: the costs are those of the first, and those of others, from other GPUs, "
           "are shown beside; without a file, those stored with this program");
  add_file(command, "--profile", options->profiles,
           "Profile of the idioms, or of kernels with steps, whose counters to show; may be given "
           "several times")
      ->allow_extra_args(false);
  add_choice(command, "--format", options->writer, formats, "Format of the output");
  command->footer(
      "cost        time with the idiom ÷ time with what to write instead, or ÷ native code's, in "
      "the case in which it is greatest, of floats where there is a choice; below 1 it is a gain\n"
      "in double   the same case with doubles or, where it names one, another\n"
      "natively    what the same idiom costs in native code; of this the launch, where Kokkos "
      "chose "
      "it. Empty where native code always has the idiom, or nothing like it\n"
      "depends     costs differ by more than 1.3 between types, GPUs or releases, or one is a "
      "gain\n"
      "counted     from a profile: with the idiom ÷ without it");
  return {command, [options] {
            std::cout << options->writer(list_of(*options));
            return 0;
          }};
}

}  // namespace tilebridge::cli::costs_command
