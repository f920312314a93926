// SPDX-License-Identifier: Apache-2.0
#include "cli/prices.hpp"

#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/grammar.hpp"
#include "export/prices.hpp"
#include "markdown/prices.hpp"
#include "results/file.hpp"
#include "terminal/prices.hpp"

namespace tilebridge::cli {
namespace {

struct Format {
  const char* name;
  std::string (*list)(const view::PriceList&);
  std::string (*changes)(const view::PriceChanges&);
};

constexpr std::array<Format, 3> formats = {
    {{"text", terminal::prices_text, terminal::price_changes_text},
     {"markdown", markdown::prices_markdown, markdown::price_changes_markdown},
     {"json", exports::prices_json, exports::price_changes_json}}};

const Format& format_of(const std::string& name) {
  std::vector<std::string> known;
  for (const Format& format : formats) {
    if (format.name == name) return format;
    known.emplace_back(format.name);
  }
  throw unknown_name("format", name, known);
}

/// Throws UsageError if a file has no price: an empty list would look as if nothing cost anything.
view::PriceList priced(const std::string& file, const Profiles& profiles = {}) {
  view::PriceList list = view::price_list(read_results(file), catalogue(), profiles);
  if (list.empty())
    throw UsageError("'" + file + "' has no measured habits; measure them: tilebridge run habits");
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
    throw UsageError("'" + file + "' has no counters; write it with: tilebridge profile habits");
  return profile;
}

std::string list_of(const Options& options, const Format& format) {
  std::vector<Results> read;
  for (const std::string& file : options.profiles) read.push_back(profile_from(file));
  Profiles profiles;
  for (const Results& profile : read) profiles.push_back(&profile);
  return format.list(priced(options.files.front(), profiles));
}

std::string prices_of(const Options& options, const Format& format) {
  const std::vector<std::string>& files = options.files;
  if (files.empty()) return format.list(view::unpriced(catalogue()));
  if (files.size() == 1) return list_of(options, format);
  priced(files.front());
  priced(files.back());
  return format.changes(
      view::price_changes(read_results(files.front()), read_results(files.back()), catalogue()));
}

}  // namespace

Command add_prices(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "prices", "List what ways of writing Kokkos cost, and what to write instead");
  command
      ->add_option("results", options->files,
                   "Result file to take the costs from; with two, what changed from the first to "
                   "the second (another GPU, another Kokkos); without, the list has no figures")
      ->expected(0, 2)
      ->type_name(value_type::file);
  command
      ->add_option("--profile", options->profiles,
                   "Profile of the habits, or of kernels with steps, whose counters to show; may "
                   "be given several times")
      ->allow_extra_args(false)
      ->type_name(value_type::file);
  command->add_option("--format", options->format, "Format of the output")
      ->type_name("text|markdown|json")
      ->capture_default_str();
  return {command, [options] {
            std::cout << prices_of(*options, format_of(options->format));
            return 0;
          }};
}

}  // namespace tilebridge::cli
