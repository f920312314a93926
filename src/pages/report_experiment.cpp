// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>
#include <set>
#include <utility>

#include "pages/charts.hpp"
#include "pages/costs.hpp"
#include "pages/explanation.hpp"
#include "pages/measured.hpp"
#include "pages/predicted.hpp"
#include "pages/report_sections.hpp"
#include "pages/svg.hpp"

namespace tilebridge::pages {
namespace {

/// The pictures and code of an experiment's variants, each of them once.
class Explained {
 public:
  explicit Explained(std::string idioms) : idioms_(std::move(idioms)) {}

  Fold fold(const Explanation& explanation, const std::string& idioms) {
    name_ = explanation.name;
    Fold fold = {.summary = fmt::format("{}: {}", explanation.name, explanation.technique)};
    add_pictures(fold.body, explanation);
    fold.body.add(Code{{listing(explanation.left), listing(explanation.right)}});
    if (!idioms.empty()) fold.body.add(Text{idioms_ + idioms + "."});
    if (explanation.matched != nullptr) fold.body.add(matched(*explanation.matched));
    return fold;
  }

  const std::set<std::size_t>& concepts() const { return concepts_; }

 private:
  /// Without the native code, which stands above.
  Fold matched(const Explanation& explanation) {
    Fold fold = {.summary = "matched: what it changes: " + explanation.technique};
    add_pictures(fold.body, explanation);
    fold.body.add(Code{{listing(explanation.right)}});
    return fold;
  }

  void add_pictures(Document& document, const Explanation& explanation) {
    if (explanation.drawing)
      add_picture(document, "What its threads do", picture_svg(explanation.drawing, {}));
    for (const PicturedPart& part : explanation.pictured)
      add_picture(document, "What a warp touches, " + part.title,
                  picture_svg(std::nullopt, part.pictures));
  }

  void add_picture(Document& document, const std::string& title, std::string svg) {
    const auto [shown, is_new] = pictures_.emplace(svg, name_);
    if (is_new)
      document.add(Figure{.title = title, .svg = std::move(svg)});
    else if (shown->second != name_)
      document.add(Text{fmt::format("{}: as in {}.", title, shown->second)});
  }

  /// A fragment that another variant has shown is named, not repeated.
  Code::Listing listing(const ListingColumn& column) {
    Code::Listing listing = {.title = column.title, .note_above = column.note};
    concepts_.merge(column.concepts());
    for (const MarkedFragment& fragment : column.fragments) {
      const sources::Fragment& code = fragment.fragment;
      const std::pair key = {std::string(code.path), code.first_line};
      const auto [shown, is_new] = fragments_.emplace(key, name_);
      if (fragment.begins_file) listing.lines.push_back({.text = key.first, .is_title = true});
      if (!is_new && shown->second != name_)
        listing.lines.push_back({.text = fmt::format("lines {} to {}: see {}", code.first_line,
                                                     code.end_line() - 1, shown->second),
                                 .is_title = true});
      else
        add_lines(listing, fragment);
    }
    return listing;
  }

  static void add_lines(Code::Listing& listing, const MarkedFragment& fragment) {
    if (fragment.follows_gap) listing.lines.push_back({});
    for (std::size_t i = 0; i < fragment.fragment.lines.size(); ++i)
      listing.lines.push_back({.number = fragment.fragment.first_line + i,
                               .marks = {marks_text(fragment.marks[i])},
                               .text = fragment.fragment.lines[i]});
  }

  std::string idioms_;
  std::string name_;                             // of the variant
  std::map<std::string, std::string> pictures_;  // and the variants that show them
  std::map<std::pair<std::string, std::size_t>, std::string> fragments_;
  std::set<std::size_t> concepts_;
};

/// The steps of the first file that has any.
std::vector<Ablation> ablations_in(const Report& report) {
  for (const ReportFile& file : report.files)
    if (auto found = ablations(file.results, report.catalogue); !found.empty()) return found;
  return {};
}

void add_code(Document& document, const Report& report, const ExperimentCases& experiment) {
  const std::vector<Explanation> all = explanations(experiment);
  if (all.empty()) return;
  document.add(Heading{"What a warp touches, and the code", 3});
  const std::vector<Ablation> steps = ablations_in(report);
  Explained explained(
      "Plain Kokkos has these idioms, each with what leaving it gains in this kernel, where that "
      "was measured: ");
  for (const Explanation& explanation : all)
    document.add(explained.fold(
        explanation,
        steps.empty() ? "" : idioms_text(experiment.known->variant(explanation.name), steps)));
  if (explained.concepts().empty()) return;
  List legend;
  for (const auto& [mark, name, meaning] : legend_of(explained.concepts()))
    legend.items.push_back(fmt::format("{} {}: {}", mark, name, meaning));
  Fold fold = {.summary = "What the marks next to the code mean"};
  fold.body.add(std::move(legend));
  document.add(std::move(fold));
}

void add_predictions(Document& document, const Report& report, const ExperimentCases& experiment) {
  Table table = predicted_table(report, experiment);
  if (table.empty()) return;
  document.add(Heading{"Predicted transactions", 3});
  document.add(
      Text{"Of a warp's request: sectors of 32 bytes, and the part of them that it asks "
           "for; wavefronts of shared memory. The predicted time leaves arithmetic, "
           "latency and instructions out."});
  add_folded(document, std::move(table), "rows");
}

/// Predicted and counted values, if the files hold hardware counters.
void add_counts(Document& document, const Report& report, const ExperimentCases& experiment) {
  Table table = counted_table(report, experiment);
  if (table.empty()) return;
  document.add(Heading{"Predicted and counted", 3});
  document.add(Text{agreement_text(agreement_of(report, experiment)) + "."});
  add_folded(document, std::move(table), "counts");
}

}  // namespace

Document experiment_section(const Report& report, const ExperimentCases& experiment) {
  Document content;
  if (!experiment.question.empty()) content.add(Text{experiment.question});
  if (const std::string text = left_out_text(experiment); !text.empty()) content.add(Text{text});
  if (const Plot plot = ratios_chart(report, experiment); !plot.empty())
    content.add(
        Figure{.title = plot.title,
               .svg = plot_svg(plot),
               .caption = "A point is one case with its 95% interval; the band is parity."});
  for (const Plot& plot : curves(report, experiment))
    content.add(Figure{.title = plot.title,
                       .svg = plot_svg(plot),
                       .caption = "Native code is drawn solid; vertical lines are 95% intervals."});
  add_code(content, report, experiment);
  content.add(Heading{"Measured", 3});
  add_folded(content, measured_table(report, experiment), "rows");
  add_predictions(content, report, experiment);
  add_counts(content, report, experiment);
  return content;
}

}  // namespace tilebridge::pages
