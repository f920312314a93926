// SPDX-License-Identifier: Apache-2.0
#include "cli/explanation.hpp"

#include <fmt/ranges.h>

#include "base/text.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "pages/listing.hpp"
#include "results/file.hpp"

namespace tilebridge::cli {

constexpr std::size_t narrowest = 40;  // columns

write::Style ExplainOptions::style() const {
  write::Style style = write::stdout_style();
  style.columns = width > 0 ? width : std::max(narrowest, stdout_columns(200));
  return style;
}

pages::Subject variant_named(const std::string& name, std::string_view command) {
  const std::vector<Chosen> chosen = catalogue().named(name);
  const auto [experiment, named] = chosen.front();
  if (named != nullptr) return {experiment, named};
  if (chosen.size() > 1)
    throw UsageError(fmt::format("'{}' is a family, {} takes a variant: `tilebridge list {}`", name,
                                 command, name));
  std::vector<std::string> variants;
  for (const Variant& variant : experiment->variants) variants.push_back(variant.name);
  throw UsageError(fmt::format("'{}' is an experiment, {} takes a variant: {}/… with {}", name,
                               command, experiment->name, fmt::join(variants, ", ")));
}

ExplainRequest explain_request(const pages::Subject& subject, const ExplainOptions& options,
                               const Catalogue& catalogue, const std::string& runnable) {
  const Variant& variant = *subject.variant;
  const bool is_of_amd = options.arch.starts_with("gfx");
  const Platform gpu = is_of_amd ? Platform::hip : Platform::cuda;
  const Platform platform =
      options.platform.value_or(variant.exists_on(gpu) ? gpu : Platform::host);
  if (!options.arch.empty() && platform != Platform::host && platform != gpu)
    throw UsageError(fmt::format("{} is no architecture of {}", options.arch, name_of(platform)));
  if (options.platform && !variant.exists_on(platform))
    throw UsageError(fmt::format("{} does not run on {}; leave --platform out", subject.name(),
                                 name_of(platform)));
  std::optional<Results> results;
  if (!options.results.empty()) results = read_results(options.results);
  if (results && pages::cases_of(subject, *results).cases.empty())
    throw UsageError(fmt::format("the result file has no case of {}; measure it: tilebridge run {}",
                                 subject.name(), runnable));
  measure::Selection selection;
  selection.experiments = {subject.name()};
  selection.assignments = options.assignments;
  selection.caches = {Cache::cold};
  selection.platform = platform;
  return {platform, std::move(results), measure::plan(selection, catalogue).front()};
}

void show_explanation(const std::vector<pages::Section>& page, const ExplainOptions& options) {
  constexpr std::size_t most_lines = 60;
  const write::Style style = options.style();
  pages::Document shown;
  if (options.all)
    shown.append(page);
  else
    shown = write::fitting(page, most_lines, "--all", style);
  show(shown, style);
}

UsageError without_accesses(const std::string& name, std::string_view option) {
  return UsageError(fmt::format(
      "nothing to show: the accesses of {} are not modelled; leave {} out", name, option));
}

UsageError without_rewritten_form(const std::string& name) {
  return UsageError(fmt::format("{} has no rewritten form; leave --rewritten out", name));
}

CLI::App* add_explain_options(CLI::App& app, ExplainOptions& options) {
  CLI::App* command = app.add_subcommand(
      "explain",
      "Show the native and the Kokkos code of a variant, and the memory that a warp accesses");
  command
      ->add_option("variant", options.variant,
                   "Variant to explain, as experiment/variant, or a pair of your own (./pair.so)")
      ->type_name("EXPERIMENT/VARIANT")
      ->required();
  CLI::Option* results =
      add_file(command, "results", options.results,
               "Result file whose cases of the variant, and costs of its idioms, to show too");
  CLI::Option* all = command->add_flag(
      "--all", options.all,
      "Show everything: without it, parts that do not fit into 60 lines are left out");
  command->add_flag("--rewritten", options.rewritten,
                    "Show the rewritten Kokkos code, not the code in loops");
  command
      ->add_option("--models", options.models,
                   "Show the code of these models side by side, by thread index and in loops, "
                   "comma-separated")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name(fmt::format("{}", fmt::join(pages::models_with_code(), "|")));
  add_platform(command, options.platform)
      ->description(
          "Platform whose code is shown (default: that of --arch, or cuda, if the variant runs "
          "there)")
      ->type_name("host|cuda|hip")
      ->default_str("");
  CLI::Option* width =
      command
          ->add_option("--width", options.width,
                       "Width of the output in columns (default: the terminal's, or 200)")
          ->check(CLI::Range(narrowest, std::size_t{1000}));
  add_assignments(command, options.assignments);
  command->add_option("--arch", options.arch,
                      "Architecture that accesses and occupancy are computed for (default: sm_90, "
                      "on hip gfx942)");
  CLI::Option* svg = command->add_flag(
      "--svg", options.svg,
      "Draw the memory that a warp accesses, of all models or those of --models, as SVG on "
      "standard output or in -o");
  svg->excludes(results)->excludes(all)->excludes(width);
  command
      ->add_flag("--accesses", options.accesses,
                 "Show only the memory that a warp accesses, of all models or those of --models: "
                 "sectors and banks, totals and occupancy")
      ->excludes(results)
      ->excludes(all)
      ->excludes(svg);
  command
      ->add_flag("--narrow", options.narrow,
                 "With --svg: draw it 360 units wide, to be read on a telephone")
      ->needs(svg);
  add_file(command, "-o,--output", options.output, "Write the picture of --svg to this file")
      ->needs(svg);
  return command;
}

}  // namespace tilebridge::cli
