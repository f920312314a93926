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
view::PriceList priced(const std::string& file, const Results* profile = nullptr) {
  view::PriceList list = view::price_list(read_results(file), catalogue(), profile);
  if (list.empty())
    throw UsageError("'" + file + "' has no measured habits; measure them: tilebridge run habits");
  return list;
}

struct Options {
  std::vector<std::string> files;
  std::string profile;
  std::string format = "text";
};

std::string list_of(const Options& options, const Format& format) {
  if (options.profile.empty()) return format.list(priced(options.files.front()));
  const Results profile = read_results(options.profile);
  if (!is_profile(profile))
    throw UsageError("'" + options.profile +
                     "' has no counters; write it with: tilebridge profile habits");
  return format.list(priced(options.files.front(), &profile));
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
      ->add_option("--profile", options->profile,
                   "Profile of the habits, of which to show instructions and registers")
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
