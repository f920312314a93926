// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"
#include "pages/cases.hpp"
#include "pages/charts.hpp"
#include "pages/costs.hpp"
#include "pages/curves.hpp"
#include "pages/explain.hpp"
#include "pages/listing.hpp"
#include "pages/measured.hpp"
#include "pages/porting.hpp"
#include "pages/report_page.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

/// Halves the largest number until the arrays are small: the first warp of the middle block still
/// has the same access pattern.
Parameters picture_parameters(const Subject& subject) {
  constexpr std::size_t most_bytes = 4 << 20;
  constexpr std::int64_t least = 64;
  Parameters parameters;
  for (const Parameter& p : subject.experiment->parameters) parameters.set(p.name, p.initial);
  if (const auto& only = subject.variant->only_at) parameters.set(only->first, only->second);
  while (total_bytes(subject.variant->problem->arrays(parameters)) > most_bytes) {
    std::string largest;
    std::int64_t most = 0;
    for (const auto& [name, value] : parameters)
      if (const auto* number = std::get_if<std::int64_t>(&value); number && *number > most) {
        most = *number;
        largest = name;
      }
    if (most <= least) break;
    parameters.set(largest, most / 2);
  }
  return parameters;
}

/// The pictures and code of an experiment's variants, each of them once.
class Explained {
 public:
  explicit Explained(ShownFragments& shown) : shown_(shown) {}

  /// Its code in both models, below it what it costs, and in a fold its rewritten form.
  Fold fold(const Subject& subject, Platform platform, Document costs) {
    const auto& [experiment, variant] = subject;
    Fold fold = {.summary = fmt::format("{}: {}", variant->name, variant->technique)};
    add_pictures(fold.body, subject, platform);
    add_code(fold.body, code_of(subject, platform, &shown_));
    fold.body.append(std::move(costs));
    if (const Variant* rewritten = rewritten_form_of(*experiment, *variant); rewritten != nullptr)
      fold.body.add(rewritten_fold({experiment, rewritten}, platform));
    return fold;
  }

 private:
  /// Without the native code, which is above.
  Fold rewritten_fold(const Subject& subject, Platform platform) {
    Fold fold = {.summary = "rewritten: what it changes: " + subject.variant->technique};
    add_pictures(fold.body, subject, platform);
    if (Code::Listing changes = differences_alone(rewrite_diff(subject, platform));
        !changes.lines.empty())
      fold.body.add(Code{{std::move(changes)}});
    Code code = code_of(subject, platform, &shown_);
    code.listings.erase(code.listings.begin());
    add_code(fold.body, std::move(code));
    return fold;
  }

  static void add_code(Document& document, Code code) {
    for (Code::Listing& listing : code.listings)
      listing.note_below.clear();  // the names of helpers would be a fiftieth of the page
    document.add(std::move(code));
  }

  void add_pictures(Document& document, const Subject& subject, Platform platform) {
    if (platform != Platform::cuda) return;
    const std::string& name = subject.variant->name;
    const Parameters parameters = picture_parameters(subject);
    for (const Part& part : parts_of(subject, parameters))
      if (!part.pictures.empty())
        add_picture(document, name,
                    figure_of(part, fmt::format("What a warp touches, {}, with {}", part.title,
                                                to_string(parameters))));
  }

  void add_picture(Document& document, const std::string& name, Figure figure) {
    const auto [shown, is_new] = pictures_.emplace(figure.lines, name);
    if (is_new)
      document.add(std::move(figure));
    else if (shown->second != name)
      document.say(fmt::format("{}: as in {}.", figure.title, shown->second));
  }

  std::map<std::vector<std::string>, std::string> pictures_;  // and the variants that show them
  ShownFragments& shown_;
};

/// The steps of the first file that has any.
std::vector<judge::Ablation> ablations_in(const Report& report) {
  for (const judge::Cells& cells : report.cells)
    if (auto found = judge::ablations(cells, report.catalogue); !found.empty()) return found;
  return {};
}

/// A GPU's if the variant ran on one, else the host's: whose code is shown.
Platform platform_of(const ExperimentCases& experiment, const Variant& variant) {
  for (const Platform platform : {Platform::cuda, Platform::hip})
    for (const FileCase& c : experiment.cases)
      if (shown_variant(*c.result) == variant.name && c.result->platform == name_of(platform))
        return platform;
  return Platform::host;
}

/// The speed of each kernel in each model, a picture for each file; of doubles in a fold.
void add_speeds(Document& document, const Report& report, const ExperimentCases& experiment) {
  constexpr std::size_t most = 60;
  for (std::size_t file = 0; file < report.files.size(); ++file) {
    const Results& results = report.files[file].results;
    const auto figure = [&](const auto& is_shown) {
      std::vector<judge::PortedKernel> kernels = report.kernels[file];
      std::erase_if(kernels, [&](const judge::PortedKernel& kernel) {
        return kernel.experiment != experiment.name || !is_shown(kernel.real);
      });
      kernels.resize(std::min(kernels.size(), most));
      return Figure{
          labelled(report, file, "Speed relative to " + native_name(results)),
          kernels_svg(results, kernels, experiment.id),
          {},
          "Ring: loops; diamond: by index; disc: rewritten; square: best ÷ best; each the median "
          "case "
          "of the largest size. Shaded: all such cases. Ends: a 95% interval wider than its mark."};
    };
    Figure usual = figure([](const std::string& real) { return real.empty() || real == "float"; });
    if (!usual.svg.empty()) document.add(std::move(usual));
    Figure in_double = figure([](const std::string& real) { return real == "double"; });
    if (!in_double.svg.empty()) document.fold("In double", std::move(in_double));
  }
}

void add_code(Document& document, const Report& report, const ExperimentCases& experiment,
              ShownFragments& shown) {
  const Document code = code_of_experiment(report, experiment, shown);
  if (code.empty()) return;
  document.add(Heading{"What a warp touches, and the code", 3});
  document.add(Text{.text = "What the marks beside the code mean", .link = "marks"});
  document.append(code);
}

void add_predictions(Document& document, const Report& report, const ExperimentCases& experiment) {
  Table table = predicted_table(report, experiment);
  if (table.empty()) return;
  document.add(Heading{"Predicted transactions", 3});
  document.say(
      "Of a warp's request: sectors of 32 bytes, and the part of them that it asks "
      "for; wavefronts of shared memory. The predicted time leaves arithmetic, "
      "latency and instructions out.");
  document.fold_table(std::move(table), "rows");
}

/// How the predicted counts agree with those of the hardware, if the files hold these.
void add_counts(Document& document, const Report& report, const ExperimentCases& experiment) {
  const Agreement agreement = agreement_of(report, experiment);
  if (agreement.counts == 0) return;
  document.add(Heading{"Predicted and counted", 3});
  document.say(agreement_text(agreement) + ".");
  if (agreement.differences.empty()) return;
  document.fold(plural(agreement.differences.size(), "difference"), List{agreement.differences});
}

/// The factors of the variant's loops in each file, its idioms, and what to write instead.
Document costs_of(const Report& report, const Subject& subject,
                  const std::vector<judge::Ablation>& steps) {
  Document costs;
  for (const judge::Cells& cells : report.cells)
    for (std::string& line : factor_lines(cells, *subject.experiment, *subject.variant))
      costs.say(std::move(line));
  List idioms = idioms_list(*subject.variant, steps, report.catalogue);
  if (idioms.items.empty()) return costs;
  costs.say(
      "Idioms of Kokkos in loops, with what leaving each gains here, where that was measured, and "
      "what to write instead:");
  costs.add(std::move(idioms));
  return costs;
}

}  // namespace

Document code_of_experiment(const Report& report, const ExperimentCases& experiment,
                            ShownFragments& shown) {
  Document document;
  if (experiment.known == nullptr) return document;
  std::set<std::string_view> present;
  for (const FileCase& c : experiment.cases) present.insert(shown_variant(*c.result));
  const std::vector<judge::Ablation> steps = ablations_in(report);
  Explained explained(shown);
  for (const Variant& variant : experiment.known->variants) {
    if (variant.form == Form::rewritten || !present.contains(variant.name)) continue;
    const Subject subject = {experiment.known, &variant};
    document.add(explained.fold(subject, platform_of(experiment, variant),
                                costs_of(report, subject, steps)));
  }
  return document;
}

Document experiment_section(const Report& report, const ExperimentCases& experiment,
                            ShownFragments& shown) {
  Document content;
  content.say(experiment.question);
  if (experiment.known != nullptr && experiment.known->known)
    content.say(fmt::format("In the overview, {} is its variant {}.", experiment.known->known->name,
                            experiment.known->known->variant));
  content.say(left_out_text(experiment));
  add_speeds(content, report, experiment);
  for (const Plot& plot : curves(report, experiment))
    add_chart(content, plot,
              plot.band == std::pair(0.0, 0.0)
                  ? "Vertical lines are 95% intervals."
                  : "Vertical lines are 95% intervals; the band is parity.");
  add_code(content, report, experiment, shown);
  content.add(Heading{"Measured", 3});
  content.fold_table(measured_table(report, experiment), "rows");
  add_predictions(content, report, experiment);
  add_counts(content, report, experiment);
  return content;
}

}  // namespace tilebridge::pages
