// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "base/text.hpp"
#include "pages/cases.hpp"
#include "pages/costs.hpp"
#include "pages/explain.hpp"
#include "pages/figures.hpp"
#include "pages/measured.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

/// "0.54"; "0.034" for less than a tenth.
std::string short_ratio(double ratio) {
  return ratio < 0.1 ? fmt::format("{:.2g}", ratio) : two_digits(ratio);
}

/// Ratios by model, in the order in which models are shown, and form, in the order of the file.
struct RatiosInSetting {
  std::set<std::pair<std::size_t, std::string>> models = {};  // by place
  std::vector<std::string> forms = {};
  std::map<std::pair<std::string, std::string>, double> best = {};
  bool has_choice = false;  // of several variants in a form

  void add(const judge::Cell& cell) {
    const std::string model = shown_model(cell);
    const std::string form = shown_form(*cell.of, cell.kernel);
    const double ratio = cell.against_native->ratio.median;
    models.emplace(place_of(cell.kernel.model), model);
    if (std::ranges::find(forms, form) == forms.end()) forms.push_back(form);
    const auto [known, is_new] = best.try_emplace({model, form}, ratio);
    known->second = std::max(known->second, ratio);
    has_choice = has_choice || !is_new;
  }
};

/// The ratios of the subject in the setting of one of its cases.
RatiosInSetting ratios_like(const CaseResult& like, const Subject& subject,
                            const judge::Cells& cells) {
  RatiosInSetting ratios;
  for (const CaseResult& c : cells.cases()) {
    const bool is_other_step = c.form == name_of(Form::step) && c.variant != subject.variant->name;
    if (is_other_step || c.platform != like.platform || setting_of(c) != setting_of(like) ||
        !belongs_to(c, subject.experiment->name, subject.variant->original()))
      continue;
    for (const judge::Cell& cell : cells.shown(c, judge::Builds::all))
      if (cell.against_native) ratios.add(cell);
  }
  return ratios;
}

std::string on_device(const judge::Cells& cells) {
  const std::string name = text_at(cells.results().device, "name");
  return name.empty() ? "" : " on " + one_printable_line(name, 48);
}

/// The idioms of the kernel in loops, which a rewritten one avoids.
Document idioms_of(const Variant& variant, const std::optional<judge::Cells>& cells,
                   const Catalogue& catalogue) {
  Document document;
  if (variant.form != Form::loops || variant.idioms.empty()) return document;
  const auto known = cells ? judge::ablations(*cells, catalogue) : std::vector<judge::Ablation>();
  document.say("Idioms of Kokkos in loops, and (where it holds) what to write instead:");
  document.add(idioms_list(variant, known, catalogue));
  return document;
}

Document costs_of_idiom(const Subject& subject, const std::optional<judge::Cells>& cells,
                        const Catalogue& catalogue) {
  const CostList costs = costs_for(cells, catalogue);
  const IdiomCost* idiom = costs.find(subject.name());
  return idiom == nullptr ? Document() : idiom_sentences(*idiom, costs.device);
}

Document instead_of(const Subject& subject) {
  const auto& [experiment, variant] = subject;
  Document document;
  const Variant* rewritten = rewritten_form_of(*experiment, *variant);
  if (rewritten != nullptr)
    document.say(fmt::format("{}/{} changes: {}; `tilebridge explain {} --rewritten` shows it",
                             experiment->name, rewritten->name, rewritten->technique,
                             subject.name()));
  if (variant->is_rewrite())
    document.say(
        "helpers to copy: backends/kokkos/techniques.hpp, with execution.hpp and steps/, in the "
        "source tree and in share/doc/tilebridge of an installation");
  return document;
}

/// The largest case of floats, then that of doubles; none without cells.
std::vector<const CaseResult*> largest_of(const Subject& subject,
                                          const std::optional<judge::Cells>& cells) {
  if (!cells) return {};
  return largest_cases(*cells, *subject.experiment, subject.variant->original());
}

}  // namespace

Table ratios_table(const Subject& subject, const judge::Cells& cells, const CaseResult& like) {
  const RatiosInSetting ratios = ratios_like(like, subject, cells);
  Table table = {
      fmt::format("performance ÷ that of native code{}, {}{}", on_device(cells), setting_of(like),
                  ratios.has_choice ? "; the fastest of each form" : ""),
      {"model"},
      {{}}};
  for (const std::string& form : ratios.forms)
    table.columns.emplace_back(form.empty() ? std::string("ratio") : form);
  for (const auto& [place, model] : ratios.models) {
    std::vector<Cell> row = {model};
    for (const std::string& form : ratios.forms) {
      const auto found = ratios.best.find({model, form});
      row.push_back(Cell::number(found == ratios.best.end() ? "" : short_ratio(found->second)));
    }
    table.add(std::move(row));
  }
  return table;
}

Section ratios_in_double(const Subject& subject, const std::optional<judge::Cells>& cells) {
  Section section = {"the ratios in double"};
  const auto largest = largest_of(subject, cells);
  if (largest.size() > 1) section.body.add(ratios_table(subject, *cells, *largest.back()));
  return section;
}

std::vector<Section> answer_sections(const Subject& subject,
                                     const std::optional<judge::Cells>& cells,
                                     const Catalogue& catalogue) {
  const Variant& variant = *subject.variant;
  Section ratios = {"the ratios"}, factors = {"the factors of the loss"};
  if (const auto largest = largest_of(subject, cells); !largest.empty())
    ratios.body.add(ratios_table(subject, *cells, *largest.front()));
  if (cells && variant.form == Form::loops)
    for (const std::string& line : factor_lines(*cells, *subject.experiment, variant))
      factors.body.say(line);
  Section idioms = {"its idioms", variant.idiom ? costs_of_idiom(subject, cells, catalogue)
                                                : idioms_of(variant, cells, catalogue)};
  return {std::move(ratios),
          std::move(factors),
          std::move(idioms),
          {"what to write instead", instead_of(subject)}};
}

}  // namespace tilebridge::pages
