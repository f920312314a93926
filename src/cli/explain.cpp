// SPDX-License-Identifier: Apache-2.0
#include "cli/explain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/grammar.hpp"
#include "cli/options.hpp"
#include "hardware/limits.hpp"
#include "html/picture.hpp"
#include "measure/plan.hpp"
#include "results/file.hpp"
#include "results/prices.hpp"
#include "terminal/accesses.hpp"
#include "terminal/side_by_side.hpp"
#include "terminal/table.hpp"
#include "view/drawing.hpp"
#include "view/prices.hpp"
#include "view/subject.hpp"

namespace tilebridge::cli {
namespace {

constexpr std::size_t narrowest = 40;  // columns

struct Options {
  std::string variant;
  std::string results;  // "": none
  std::string platform = "auto";
  std::size_t width = 0;  // 0: that of the terminal
  std::vector<Assignment> assignments;
  std::string arch = "sm_90";
  std::string svg;  // "": none
  bool matched = false;
};

/// The variant matched to the subject. Throws UsageError if there is none.
view::Subject matched_form(const view::Subject& subject) {
  if (subject.variant->level == Level::matched) return subject;
  const Variant* matched = view::matched_to(*subject.experiment, *subject.variant);
  if (matched == nullptr)
    throw UsageError(fmt::format("{}/{} has no matched form; leave --matched out",
                                 subject.experiment->name, subject.variant->name));
  return {subject.experiment, matched};
}

/// Throws UsageError if the name is not a variant; for an experiment the message lists its
/// variants.
view::Subject find_subject(const std::string& name) {
  const std::size_t slash = name.find('/');
  const Experiment& experiment = catalogue().experiment(name.substr(0, slash));
  if (slash != std::string::npos) return {&experiment, &experiment.variant(name.substr(slash + 1))};
  std::vector<std::string> variants;
  for (const Variant& variant : experiment.variants) variants.push_back(variant.name);
  throw UsageError(fmt::format("'{0}' is an experiment, explain takes a variant: {0}/… with {1}",
                               name, fmt::join(variants, ", ")));
}

bool runs_on(const Variant& variant, Platform platform) {
  return std::any_of(variant.models.begin(), variant.models.end(),
                     [&](const Support& s) { return variant.runs(s.model, platform); });
}

/// CUDA if the variant supports it. Throws UsageError if the variant does not support the requested
/// platform.
Platform choose_platform(const view::Subject& subject, const std::string& asked) {
  const Variant& variant = *subject.variant;
  if (asked == "auto") return runs_on(variant, Platform::cuda) ? Platform::cuda : Platform::host;
  const Platform platform = parse_platform(asked);
  if (!runs_on(variant, platform))
    throw UsageError(fmt::format("{}/{} does not run on {}; leave --platform out",
                                 subject.experiment->name, variant.name, asked));
  return platform;
}

std::string full_name(const view::Subject& subject) {
  return subject.experiment->name + "/" + subject.variant->name;
}

measure::PlannedCase case_of(const view::Subject& subject, const Options& options) {
  measure::Selection selection;
  selection.experiments = {full_name(subject)};
  selection.assignments = options.assignments;
  selection.caches = {Cache::cold};
  selection.platform = Platform::cuda;
  return measure::plan(selection, catalogue()).front();
}

/// Throws UsageError if there is nothing to draw.
void write_svg(const Options& options, const std::optional<view::Drawing>& drawing,
               const std::vector<view::Part>& parts) {
  if (!drawing && parts.empty())
    throw UsageError(
        fmt::format("there is no picture of {}: its accesses are not declared; the "
                    "families coalescing and tiling have them",
                    options.variant));
  std::vector<view::Picture> pictures;
  for (const view::Part& part : parts)
    for (view::Picture picture : part.pictures) {
      picture.title = part.title + ": " + picture.title;
      pictures.push_back(std::move(picture));
    }
  write_text(options.svg, html::picture_svg(drawing, pictures));
}

/// What threads do and what warps touch; also writes the pictures' file if requested. "" if neither
/// a sketch nor accesses are declared, and on platforms other than CUDA, whose memory the access
/// model does not describe.
std::string pictures_text(const view::Subject& subject, Platform platform, const Options& options) {
  if (platform != Platform::cuda) return "";
  const measure::PlannedCase planned = case_of(subject, options);
  const std::vector<view::Part> parts = view::parts_of(subject, planned.parameters);
  const std::optional<view::Drawing> drawing = view::drawing_of(*subject.variant);
  std::string text = drawing ? terminal::drawing_text(*drawing) + "\n" : "";
  if (!parts.empty()) text += planned.label() + "\n\n";
  for (const view::Part& part : parts) text += terminal::part_text(part, limits_of(options.arch));
  if (!options.svg.empty()) write_svg(options, drawing, parts);
  return text;
}

/// Says that there is a matched form, what it uses beyond plain Kokkos, and how to see it; "" if
/// there is none.
std::string matched_line(const view::Subject& subject) {
  const Variant* matched = view::matched_to(*subject.experiment, *subject.variant);
  if (matched == nullptr) return "";
  return fmt::format("matched form: beyond plain {}; `tilebridge explain {} --matched` shows it",
                     matched->technique, full_name(subject));
}

/// The habits of its plain Kokkos that the matched form avoids; "" if none is named.
std::string habits_line(const Variant& variant, const std::vector<Price>& known) {
  if (variant.level != Level::textbook || variant.habits.empty()) return "";
  return fmt::format("plain Kokkos has the habits {}; what they cost: `tilebridge prices`",
                     view::habits_text(variant, known));
}

/// The cases of a variant, of what is engineered in its place and of what is compared with it.
Results only(const view::Subject& subject, Results results) {
  const std::string& plain = subject.variant->plain();
  std::erase_if(results.cases, [&](const CaseResult& c) {
    const bool belongs = c.variant == plain || c.compared_with == plain;
    return c.experiment != subject.experiment->name || !belongs;
  });
  return results;
}

/// What a result file has of it. Throws UsageError if that is nothing.
std::string measured_text(const view::Subject& subject, const Results& results) {
  const Results measured = only(subject, results);
  if (measured.cases.empty())
    throw UsageError(
        fmt::format("the result file has no case of {0}; measure it: tilebridge run "
                    "{0}",
                    full_name(subject)));
  return terminal::cases_text(measured, catalogue(), terminal::stdout_style());
}

std::string paragraph(const std::string& text, std::size_t width) {
  return text.empty() ? "" : "\n" + wrapped(text, 0, width) + "\n";
}

std::string explain(const Options& options) {
  const view::Subject named = find_subject(options.variant);
  const view::Subject subject = options.matched ? matched_form(named) : named;
  const Platform platform = choose_platform(subject, options.platform);
  const std::size_t width =
      options.width > 0 ? options.width : std::max(narrowest, stdout_columns(200));
  const std::string title = fmt::format(
      "{} on {}: {}{}", full_name(subject), name_of(platform),
      subject.variant->level == Level::matched ? "beyond plain " : "", subject.variant->technique);
  const auto [left, right] = view::listing_columns(subject, platform);
  const Results results = options.results.empty() ? Results() : read_results(options.results);
  const std::string measured = options.results.empty() ? "" : measured_text(subject, results);
  return fmt::format("{}\n\n{}{}{}{}{}", wrapped(title, 0, width),
                     pictures_text(subject, platform, options),
                     terminal::side_by_side(left, right, width, terminal::stdout_style()),
                     paragraph(habits_line(*subject.variant, prices(results, catalogue())), width),
                     paragraph(matched_line(subject), width), measured);
}

}  // namespace

Command add_explain(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "explain",
      "Show the native and the Kokkos code of a variant, and the memory that a warp accesses");
  command->add_option("variant", options->variant, "Variant to explain, as experiment/variant")
      ->type_name(value_type::variant)
      ->required();
  command
      ->add_option("results", options->results,
                   "Result file whose cases of the variant, and prices of its habits, to show too")
      ->type_name(value_type::file);
  command->add_flag("--matched", options->matched,
                    "Show the Kokkos code that is matched to the native code, not the plain one");
  command
      ->add_option("--platform", options->platform,
                   "Platform whose code is shown (default: cuda, if the variant runs there)")
      ->type_name("host|cuda");
  command
      ->add_option("--width", options->width,
                   "Width of the output in columns (default: the terminal's, or 200)")
      ->check(CLI::Range(narrowest, std::size_t{1000}));
  add_assignments(command, options->assignments);
  command->add_option("--arch", options->arch, "Architecture that the occupancy is computed for")
      ->capture_default_str();
  command->add_option("--svg", options->svg, "Also write the pictures to this file")
      ->type_name(value_type::file);
  return {command, [options] {
            std::cout << explain(*options);
            return 0;
          }};
}

}  // namespace tilebridge::cli
