// SPDX-License-Identifier: Apache-2.0
#include "pages/explain.hpp"

#include <fmt/ranges.h>

#include "base/error.hpp"
#include "catalogue/catalogue.hpp"
#include "cli/commands.hpp"
#include "cli/explanation.hpp"
#include "cli/grammar.hpp"
#include "cli/input.hpp"
#include "hardware/limits.hpp"
#include "kernels/pair.hpp"
#include "pages/listing.hpp"
#include "run/runner.hpp"

namespace tilebridge::cli::explain_command {
namespace {

/// The rewritten form of the subject. Throws UsageError if there is none.
pages::Subject rewritten_form(const pages::Subject& subject) {
  if (subject.variant->form == Form::rewritten) return subject;
  const Variant* rewritten = pages::rewritten_form_of(*subject.experiment, *subject.variant);
  if (rewritten == nullptr) throw without_rewritten_form(subject.name());
  return {subject.experiment, rewritten};
}

/// Throws UsageError for a model whose code the program does not know.
std::vector<Model> models_named(const std::vector<std::string>& names) {
  const std::vector<std::string> known = pages::models_with_code();
  std::vector<Model> models;
  for (const std::string& name : names) {
    const std::string folder = is_native(name) ? "cuda" : name;
    if (std::ranges::find(known, folder) == known.end()) throw unknown_name("model", name, known);
    models.push_back(folder == "cuda" ? Model::native : Model(name));
  }
  return models;
}

/// Throws UsageError for an architecture whose limits are unknown.
Limits limits_of(const std::string& arch) {
  if (const auto limits = find_limits(arch)) return *limits;
  std::vector<std::string> known;
  for (const Limits& limits : known_limits()) known.push_back(arch_name(limits));
  for (const Limits& limits : known_amd_limits()) known.push_back(arch_name(limits));
  throw UsageError(
      fmt::format("unknown architecture '{}'; known are: {}", arch, fmt::join(known, ", ")));
}

const std::string default_arch = "sm_90", default_amd_arch = "gfx942";

/// The options ask about this.
struct Explained {
  pages::Subject subject;
  Platform platform;
  std::optional<Results> results;
  pages::ExplainedCase of_case;
};

Explained explained_by(const ExplainOptions& options) {
  const pages::Subject named = variant_named(options.variant, "explain");
  const pages::Subject subject = options.rewritten ? rewritten_form(named) : named;
  auto [platform, results, planned] =
      explain_request(subject, options, catalogue(), subject.name());
  const std::string& arch = !options.arch.empty()       ? options.arch
                            : platform == Platform::hip ? default_amd_arch
                                                        : default_arch;
  return {subject,
          platform,
          std::move(results),
          {planned.label(), planned.parameters, limits_of(arch)}};
}

std::vector<pages::Section> page_of(const ExplainOptions& options) {
  const auto [subject, platform, results, of_case] = explained_by(options);
  return pages::explain_page(subject, platform, of_case, models_named(options.models), results,
                             catalogue());
}

/// The parts of these models, or all without any. Throws UsageError for a model that has none.
std::vector<pages::Part> parts_of_models(std::vector<pages::Part> parts,
                                         const std::vector<Model>& models) {
  const auto is_of = [](const pages::Part& part, const Model& model) {
    return std::ranges::find(part.models, model) != part.models.end();
  };
  for (const Model& model : models)
    if (std::ranges::none_of(parts, [&](const auto& part) { return is_of(part, model); }))
      throw UsageError(
          fmt::format("the accesses of {} are not modelled; leave --models out", name_of(model)));
  std::erase_if(parts, [&](const pages::Part& part) {
    return !models.empty() &&
           std::ranges::none_of(models, [&](const Model& model) { return is_of(part, model); });
  });
  return parts;
}

/// What a warp accesses in the case that the options ask about.
struct Accesses {
  pages::ExplainedCase of_case;
  std::vector<pages::Part> parts;  // of the models that the options name
  const Architecture& on;
};

/// Throws UsageError if the accesses are unknown, or the case has none.
Accesses accesses_by(const ExplainOptions& options) {
  auto [subject, platform, results, of_case] = explained_by(options);
  const Architecture* on = find_architecture(arch_name(of_case.limits));
  std::vector<pages::Part> parts;
  if (platform != Platform::host && on != nullptr)
    parts = pages::parts_of(subject, of_case.parameters, *on);
  if (parts.empty())
    throw without_accesses(fmt::format("{} on {}", subject.name(), name_of(platform)),
                           options.accesses_option());
  parts = parts_of_models(std::move(parts), models_named(options.models));
  if (std::ranges::all_of(parts, [](const pages::Part& part) { return part.pictures.empty(); }))
    throw UsageError(
        fmt::format("{} accesses nothing; choose a larger size with --set", of_case.label));
  return {std::move(of_case), std::move(parts), *on};
}

void draw(const ExplainOptions& options) {
  check_picture(options.output, "accesses.svg", {});
  const auto [of_case, parts, on] = accesses_by(options);
  write_picture(options.output,
                pages::accesses_svg(of_case.label, parts, on,
                                    options.narrow ? pages::Canvas::narrow : pages::Canvas::wide));
}

void explain(const ExplainOptions& options) {
  if (options.svg) return draw(options);
  if (!options.accesses) return show_explanation(page_of(options), options);
  const auto [of_case, parts, on] = accesses_by(options);
  show(pages::accesses_page(of_case, parts, on), options.style());
}

}  // namespace

Command add(CLI::App& app, std::vector<std::string> command_line) {
  const auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = add_explain_options(app, *options);
  return {command, [options, command_line = std::move(command_line)] {
            if (kernels::is_object(options->variant)) return run::show_pairs(command_line);
            explain(*options);
            return 0;
          }};
}

}  // namespace tilebridge::cli::explain_command
