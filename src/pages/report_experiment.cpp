// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include "base/text.hpp"
#include "pages/cases.hpp"
#include "pages/charts.hpp"
#include "pages/costs.hpp"
#include "pages/curves.hpp"
#include "pages/explain.hpp"
#include "pages/measured.hpp"
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
  /// Its code in both models, below it its idioms, and in a fold its rewritten form.
  Fold fold(const Subject& subject, Platform platform, const std::string& idioms) {
    const auto& [experiment, variant] = subject;
    Fold fold = {.summary = fmt::format("{}: {}", variant->name, variant->technique)};
    add_pictures(fold.body, subject, platform);
    add_code(fold.body, code_of(subject, platform, &fragments_));
    if (!idioms.empty())
      fold.body.say(
          fmt::format("Kokkos in loops has these idioms, each with what leaving it gains in this "
                      "kernel, where that was measured: {}.",
                      idioms));
    if (const Variant* rewritten = rewritten_form_of(*experiment, *variant); rewritten != nullptr)
      fold.body.add(rewritten_fold({experiment, rewritten}, platform));
    return fold;
  }

  List legend() const { return legend_of(marks_, {"native", "kokkos"}); }

 private:
  /// Without the native code, which is above.
  Fold rewritten_fold(const Subject& subject, Platform platform) {
    Fold fold = {.summary = "rewritten: what it changes: " + subject.variant->technique};
    add_pictures(fold.body, subject, platform);
    Code code = code_of(subject, platform, &fragments_);
    code.listings.erase(code.listings.begin());
    add_code(fold.body, std::move(code));
    return fold;
  }

  void add_code(Document& document, Code code) {
    for (Code::Listing& listing : code.listings) {
      marks_.merge(marks_in(listing));
      listing.note_below.clear();  // the names of helpers would be a fiftieth of the page
    }
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
  ShownFragments fragments_;
  MarksInCode marks_;
};

/// The steps of the first file that has any.
std::vector<judge::Ablation> ablations_in(const Report& report) {
  for (const judge::Cells& cells : report.cells)
    if (auto found = judge::ablations(cells, report.catalogue); !found.empty()) return found;
  return {};
}

/// The CUDA code if the variant ran there, else the host code.
Platform platform_of(const ExperimentCases& experiment, const Variant& variant) {
  const bool on_gpu = std::ranges::any_of(experiment.cases, [&](const FileCase& c) {
    return shown_variant(*c.result) == variant.name &&
           c.result->platform == name_of(Platform::cuda);
  });
  return on_gpu ? Platform::cuda : Platform::host;
}

void add_code(Document& document, const Report& report, const ExperimentCases& experiment) {
  const Document code = code_of_experiment(report, experiment);
  if (code.empty()) return;
  document.add(Heading{"What a warp touches, and the code", 3});
  document.append(code);
}

/// Says from which size on a model is at parity; the charts and the table of all cases have the
/// ratios.
void add_parity(Document& document, const Report& report, const ExperimentCases& experiment) {
  constexpr std::size_t many = 5;  // fewer sizes are seen in the table
  List lines;
  for (std::size_t file = 0; file < report.files.size(); ++file)
    for (const Curve& sizes : size_curves(experiment, file))
      if (const double band = parity_band(report.files[file].results); sizes.points.size() >= many)
        lines.items.push_back(labelled(report, file, parity_line(sizes, band)));
  if (!lines.items.empty()) document.add(std::move(lines));
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

}  // namespace

Document code_of_experiment(const Report& report, const ExperimentCases& experiment) {
  Document document;
  if (experiment.known == nullptr) return document;
  std::set<std::string_view> present;
  for (const FileCase& c : experiment.cases) present.insert(shown_variant(*c.result));
  const std::vector<judge::Ablation> steps = ablations_in(report);
  Explained explained;
  for (const Variant& variant : experiment.known->variants) {
    if (variant.form == Form::rewritten || !present.contains(variant.name)) continue;
    document.add(explained.fold({experiment.known, &variant}, platform_of(experiment, variant),
                                steps.empty() ? "" : idioms_text(variant, steps)));
  }
  if (List legend = explained.legend(); !legend.items.empty())
    document.fold("What the marks next to the code mean", std::move(legend));
  return document;
}

Document experiment_section(const Report& report, const ExperimentCases& experiment) {
  Document content;
  content.say(experiment.question);
  content.say(left_out_text(experiment));
  add_chart(content, ratios_chart(report, experiment),
            "A point is one case with its 95% interval; the band is parity.");
  for (const Plot& plot : curves(report, experiment))
    add_chart(content, plot,
              plot.band == std::pair(0.0, 0.0)
                  ? "Native code is drawn solid; vertical lines are 95% intervals."
                  : "Vertical lines are 95% intervals; the band is parity.");
  add_parity(content, report, experiment);
  add_code(content, report, experiment);
  content.add(Heading{"Measured", 3});
  content.fold_table(measured_table(report, experiment), "rows");
  add_predictions(content, report, experiment);
  add_counts(content, report, experiment);
  return content;
}

}  // namespace tilebridge::pages
