// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/text.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/commands.hpp"
#include "cli/explanation.hpp"
#include "cli/options.hpp"
#include "hardware/limits.hpp"
#include "kernels/pair.hpp"
#include "pages/costs.hpp"
#include "pages/drawing.hpp"
#include "pages/subject.hpp"
#include "pages/svg.hpp"
#include "results/ablations.hpp"
#include "results/file.hpp"
#include "run/runner.hpp"
#include "terminal/accesses.hpp"
#include "terminal/costs.hpp"
#include "terminal/side_by_side.hpp"

namespace tilebridge::cli::explain_command {
namespace {

/// The variant matched to the subject. Throws UsageError if there is none.
pages::Subject matched_form(const pages::Subject& subject) {
  if (subject.variant->form == Form::matched) return subject;
  const Variant* matched = pages::matched_to(*subject.experiment, *subject.variant);
  if (matched == nullptr) throw without_matched_form(full_name(subject));
  return {subject.experiment, matched};
}

/// Throws UsageError if the name is not a variant; for an experiment the message lists its
/// variants.
pages::Subject find_subject(const std::string& name) {
  const std::vector<Chosen> chosen = catalogue().named(name);
  const auto [experiment, named] = chosen.front();
  if (named != nullptr) return {experiment, named};
  if (chosen.size() > 1)
    throw UsageError(
        fmt::format("'{}' is a family, explain takes a variant: `tilebridge list {}`", name, name));
  std::vector<std::string> variants;
  for (const Variant& variant : experiment->variants) variants.push_back(variant.name);
  throw UsageError(fmt::format("'{}' is an experiment, explain takes a variant: {}/… with {}", name,
                               experiment->name, fmt::join(variants, ", ")));
}

/// Throws UsageError if there is nothing to draw.
void write_svg(const ExplainOptions& options, const std::optional<pages::Drawing>& drawing,
               const std::vector<pages::Part>& parts) {
  if (!drawing && parts.empty()) throw without_picture(options.variant);
  std::vector<pages::Picture> pictures;
  for (const pages::Part& part : parts)
    for (pages::Picture picture : part.pictures) {
      picture.title = part.title + ": " + picture.title;
      pictures.push_back(std::move(picture));
    }
  write_text(options.svg, pages::picture_svg(drawing, pictures));
}

/// What threads do and what warps touch; also writes the pictures' file if requested. "" if neither
/// a sketch nor accesses are declared, and on platforms other than CUDA, whose memory the access
/// model does not describe.
std::string pictures_text(const pages::Subject& subject, Platform platform,
                          const ExplainOptions& options) {
  if (platform != Platform::cuda) return "";
  const measure::PlannedCase planned = case_of(subject, options, platform, catalogue());
  const std::vector<pages::Part> parts = pages::parts_of(subject, planned.parameters);
  const std::optional<pages::Drawing> drawing = pages::drawing_of(*subject.variant);
  std::string text = drawing ? terminal::drawing_text(*drawing) + "\n" : "";
  if (!parts.empty()) text += planned.label() + "\n\n";
  for (const pages::Part& part : parts) text += terminal::part_text(part, limits_of(options.arch));
  if (!options.svg.empty()) write_svg(options, drawing, parts);
  return text;
}

/// Says that there is a matched form, what it uses beyond plain Kokkos, and how to see it; "" if
/// there is none.
std::string matched_line(const pages::Subject& subject) {
  const Variant* matched = pages::matched_to(*subject.experiment, *subject.variant);
  if (matched == nullptr) return "";
  return fmt::format("matched form: beyond plain {}; `tilebridge explain {} --matched` shows it",
                     matched->technique, full_name(subject));
}

/// The idioms of its plain Kokkos that the matched form avoids, with what each costs there if there
/// are results; "" if none is named.
std::string idioms_line(const Variant& variant, const ExplainOptions& options,
                        const Results& results) {
  if (variant.form != Form::ranges || variant.idioms.empty()) return "";
  return fmt::format("plain Kokkos has the idioms {}; what to write instead: `tilebridge costs`",
                     options.results.empty()
                         ? fmt::format("{}", fmt::join(variant.idioms, ", "))
                         : pages::idioms_text(variant, ablations(results, catalogue())));
}

/// Says what to write instead of an idiom, or where the helpers of a matched kernel are; else "".
std::string instead_text(const pages::Subject& subject, std::size_t width) {
  const Variant& variant = *subject.variant;
  if (variant.idiom)
    return "\n" + terminal::idiom_text(pages::uncosted(*subject.experiment, variant));
  if (!variant.is_engineered()) return "";
  return "\n" +
         wrapped(
             "helpers to copy: backends/kokkos/techniques.hpp, with execution.hpp and steps/, in "
             "the source tree and in share/doc/tilebridge of an installation",
             0, width) +
         "\n";
}

std::string paragraph(const std::string& text, std::size_t width) {
  return text.empty() ? "" : "\n" + wrapped(text, 0, width) + "\n";
}

std::string explain(const ExplainOptions& options) {
  const pages::Subject named = find_subject(options.variant);
  const pages::Subject subject = options.matched ? matched_form(named) : named;
  const Platform platform = choose_platform(subject, options.platform);
  const std::size_t width = options.columns();
  const std::string title = fmt::format(
      "{} on {}: {}{}", full_name(subject), name_of(platform),
      subject.variant->form == Form::matched ? "beyond plain " : "", subject.variant->technique);
  const auto [left, right] = pages::listing_columns(subject, platform);
  const Results results = options.results.empty() ? Results() : read_results(options.results);
  const std::string measured = measured_text(subject, options, results, full_name(subject));
  return fmt::format("{}\n\n{}{}{}{}{}{}", wrapped(title, 0, width),
                     pictures_text(subject, platform, options),
                     terminal::side_by_side(left, right, width, terminal::stdout_style()),
                     instead_text(subject, width),
                     paragraph(idioms_line(*subject.variant, options, results), width),
                     paragraph(matched_line(subject), width), measured);
}

}  // namespace

Command add(CLI::App& app, std::vector<std::string> command_line) {
  const auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = add_explain_options(app, *options);
  return {command, [options, command_line = std::move(command_line)] {
            if (kernels::is_object(options->variant)) return run::show_pairs(command_line);
            std::cout << explain(*options);
            return 0;
          }};
}

}  // namespace tilebridge::cli::explain_command
