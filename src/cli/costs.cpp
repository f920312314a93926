// SPDX-License-Identifier: Apache-2.0
#include "pages/costs.hpp"

#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/grammar.hpp"
#include "results/file.hpp"
#include "write/json.hpp"
#include "write/markdown.hpp"
#include "write/text.hpp"

namespace tilebridge::cli::costs_command {
namespace {

struct Format {
  const char* name;
  std::string (*list)(const pages::CostList&);
  std::string (*changes)(const pages::CostChanges&);
};

template <class Content, pages::Document (*page_of)(const Content&)>
std::string as_text(const Content& content) {
  return write::as_text(page_of(content), write::stdout_style());
}

template <class Content, pages::Document (*page_of)(const Content&)>
std::string as_markdown(const Content& content) {
  return write::as_markdown(page_of(content));
}

constexpr std::array<Format, 3> formats = {
    {{"text", as_text<pages::CostList, pages::costs_page>,
      as_text<pages::CostChanges, pages::cost_changes_page>},
     {"markdown", as_markdown<pages::CostList, pages::costs_page>,
      as_markdown<pages::CostChanges, pages::cost_changes_page>},
     {"json", write::costs_json, write::cost_changes_json}}};

const Format& format_of(const std::string& name) {
  std::vector<std::string> known;
  for (const Format& format : formats) {
    if (format.name == name) return format;
    known.emplace_back(format.name);
  }
  throw unknown_name("format", name, known);
}

/// Throws UsageError if a file has no cost: an empty list would look as if nothing cost anything.
pages::CostList costs_in(const std::string& file, const Profiles& profiles = {}) {
  pages::CostList list = pages::cost_list(read_results(file), catalogue(), profiles);
  if (list.empty())
    throw UsageError("'" + file + "' has no measured idioms; measure them: tilebridge run idioms");
  return list;
}

struct Options {
  std::vector<std::string> files;
  std::vector<std::string> profiles;
  std::string format = "text";
};

Results profile_from(const std::string& file) {
  Results profile = read_results(file);
  if (!is_profile(profile))
    throw UsageError("'" + file + "' has no counters; write it with: tilebridge profile idioms");
  return profile;
}

std::string list_of(const Options& options, const Format& format) {
  std::vector<Results> read;
  for (const std::string& file : options.profiles) read.push_back(profile_from(file));
  Profiles profiles;
  for (const Results& profile : read) profiles.push_back(&profile);
  return format.list(costs_in(options.files.front(), profiles));
}

std::string costs_of(const Options& options, const Format& format) {
  const std::vector<std::string>& files = options.files;
  if (files.empty()) return format.list(pages::uncosted(catalogue()));
  if (files.size() == 1) return list_of(options, format);
  costs_in(files.front());
  costs_in(files.back());
  return format.changes(
      pages::cost_changes(read_results(files.front()), read_results(files.back()), catalogue()));
}

}  // namespace

Command add(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "costs", "List what ways of writing Kokkos cost, and what to write instead");
  command
      ->add_option("results", options->files,
                   "Result file to take the costs from; with two, what changed from the first to "
                   "the second (another GPU, another Kokkos); without, the list has no figures")
      ->expected(0, 2)
      ->type_name(value_type::file);
  command
      ->add_option("--profile", options->profiles,
                   "Profile of the idioms, or of kernels with steps, whose counters to show; may "
                   "be given several times")
      ->allow_extra_args(false)
      ->type_name(value_type::file);
  command->add_option("--format", options->format, "Format of the output")
      ->type_name("text|markdown|json")
      ->capture_default_str();
  return {command, [options] {
            std::cout << costs_of(*options, format_of(options->format));
            return 0;
          }};
}

}  // namespace tilebridge::cli::costs_command
