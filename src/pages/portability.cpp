// SPDX-License-Identifier: Apache-2.0
#include "pages/portability.hpp"

#include <fmt/ranges.h>

#include "base/text.hpp"
#include "judge/machines.hpp"
#include "pages/cases.hpp"
#include "pages/figures.hpp"
#include "pages/machines.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

using judge::Efficiencies;
using judge::KnownVariant;
using judge::PortableKernel;
using judge::PortableVariant;
using judge::usual_kernel;

struct EfficiencyKind {
  const char* name;
  const char* caption;
  Efficiencies (*of)(const PortableKernel&);
};

constexpr std::array<EfficiencyKind, 3> efficiency_kinds = {
    {{"model",
      "PP of model efficiency, the time of the fastest kernel of the same variant ÷ own time",
      judge::model_efficiencies},
     {"application",
      "PP of application efficiency, the time of the fastest kernel of any variant ÷ own time",
      judge::application_efficiencies},
     {"architectural",
      "PP of architectural efficiency, the share of the measured ceiling that bounds the kernel",
      judge::architectural_efficiencies}}};

/// "A, B": the machines that ran it.
std::string machines_text(const Report& report, const PortableVariant& variant) {
  std::vector<std::string> labels;
  for (const std::size_t machine : variant.machines) labels.push_back(label_of(report, machine));
  return fmt::format("{}", fmt::join(labels, ", "));
}

Document page_with(const Report& report, const std::vector<std::string>& answers,
                   std::vector<Table> tables) {
  Document page;
  for (const std::string& answer : answers) page.say(answer);
  page.add(machines_list(report));
  for (Table& table : tables) page.add(std::move(table));
  page.say(
      "PP: the harmonic mean of the efficiencies on the machines that ran the variant (Pennycook, "
      "Sewall and Lee), with its 95% interval; 0 if one of them has no valid result of the kernel. "
      "mean: the arithmetic mean over those that have one. Empty: no machine has it, or, of "
      "architectural efficiency, no ceiling is known.");
  return page;
}

// ---- every kernel of variants that were named ----

/// A kernel, and the variant that it is of.
struct KernelRow {
  const PortableVariant* variant;
  const PortableKernel* kernel;

  /// Orders kernels, the most portable ones first.
  std::pair<double, double> portability() const {
    const Efficiencies efficiencies = judge::application_efficiencies(*kernel);
    return {judge::harmonic_mean(efficiencies).median, judge::arithmetic_mean(efficiencies).median};
  }
};

std::vector<Table::Column> kernel_columns(const Report& report) {
  std::vector<Table::Column> columns = {"variant", "model", "form", {"on", "on", 1}};
  for (const EfficiencyKind& kind : efficiency_kinds) {
    const std::string name = kind.name;
    for (std::size_t i = 0; i < report.files.size(); ++i)
      columns.emplace_back(fmt::format("{} {}", name, label_of(report, i)),
                           fmt::format("{} {}", name, i), 1);
    columns.emplace_back(name + " PP", name + " PP");
    columns.emplace_back("95% interval", name + " interval", 1);
    columns.emplace_back("mean", name + " mean", 1);
  }
  return columns;
}

void add_means(std::vector<Cell>& cells, const Efficiencies& efficiencies) {
  if (efficiencies.empty()) return cells.resize(cells.size() + 3);
  const Interval metric = judge::harmonic_mean(efficiencies);
  const bool is_portable = metric.median > 0;
  cells.push_back(Cell::number(is_portable ? ratio_text(metric.median) : "0"));
  cells.push_back(is_portable ? Cell::range(ratio_text(metric.low), ratio_text(metric.high))
                              : Cell());
  cells.push_back(Cell::number(ratio_text(judge::arithmetic_mean(efficiencies).median)));
}

std::vector<Cell> kernel_cells(const Report& report, const KernelRow& row) {
  const judge::Cell& any = row.kernel->cell();
  std::vector<Cell> cells = {row.variant->variant, shown_model(any),
                             shown_form(*any.of, any.kernel), machines_text(report, *row.variant)};
  for (const EfficiencyKind& kind : efficiency_kinds) {
    const Efficiencies efficiencies = kind.of(*row.kernel);
    std::vector<Cell> by_file(report.files.size());
    for (std::size_t i = 0; i < efficiencies.size(); ++i)
      by_file[row.variant->machines[i]] =
          efficiencies[i] ? Cell::number(ratio_text(efficiencies[i]->median)) : Cell::number("–");
    cells.insert(cells.end(), by_file.begin(), by_file.end());
    add_means(cells, efficiencies);
  }
  return cells;
}

/// A group for each task.
Table kernel_table(const Report& report, const std::vector<PortableVariant>& variants) {
  std::vector<std::vector<KernelRow>> tasks;
  for (const PortableVariant& variant : variants) {
    const bool is_new = tasks.empty() || tasks.back().front().variant->task != variant.task;
    if (is_new) tasks.emplace_back();
    for (const PortableKernel& kernel : variant.kernels)
      tasks.back().push_back({&variant, &kernel});
  }
  Table table = {"", kernel_columns(report), {}};
  for (std::vector<KernelRow>& rows : tasks) {
    std::ranges::stable_sort(rows, std::greater(), &KernelRow::portability);
    const CaseResult& c = rows.front().variant->of();
    Table::Group& group = table.groups.emplace_back();
    group.title = one_printable_line(fmt::format("{}  {}", c.experiment, setting_of(c)), 400);
    for (const KernelRow& row : rows) group.rows.push_back({kernel_cells(report, row)});
  }
  for (std::size_t column = table.columns.size(); column-- > 1;) table.leave_out_if_empty(column);
  return table;
}

// ---- kernels that people know ----

/// Keys and labels of the models that any row has, in the order in which they are shown.
std::vector<std::pair<std::string, std::string>> models_in(const std::vector<KnownVariant>& rows) {
  std::map<std::pair<std::size_t, std::string>, std::string> models;
  for (const KnownVariant& row : rows)
    for (const PortableKernel& kernel : row.variant->kernels)
      if (&kernel == usual_kernel(*row.variant, kernel.model))
        models.emplace(std::pair(place_of(kernel.cell().kernel.model), kernel.model),
                       shown_model(kernel.cell()));
  std::vector<std::pair<std::string, std::string>> ordered;
  for (const auto& [place, label] : models) ordered.emplace_back(place.second, label);
  return ordered;
}

/// "0.58 [0.583, 0.585] mean 0.59".
Cell metric_cell(const PortableKernel* kernel, const EfficiencyKind& kind) {
  if (kernel == nullptr) return {};
  const Efficiencies efficiencies = kind.of(*kernel);
  if (efficiencies.empty()) return {};
  const Interval metric = judge::harmonic_mean(efficiencies);
  const bool is_portable = metric.median > 0;
  Cell cell = Cell::number(is_portable ? two_digits(metric.median) : "0");
  if (is_portable)
    cell.after = fmt::format(" [{}, {}]", ratio_text(metric.low), ratio_text(metric.high));
  cell.after += " mean " + two_digits(judge::arithmetic_mean(efficiencies).median);
  return cell;
}

/// Whether it is known of any kernel: a file may have no ceilings.
bool knows_any(const std::vector<KnownVariant>& rows, const EfficiencyKind& kind) {
  return std::ranges::any_of(rows, [&](const KnownVariant& row) {
    return std::ranges::any_of(row.variant->kernels, [&](const PortableKernel& kernel) {
      return !kind.of(kernel).empty();
    });
  });
}

Table known_table(const Report& report, const std::vector<KnownVariant>& rows,
                  const EfficiencyKind& kind) {
  const auto models = models_in(rows);
  Table table = {kind.caption, {"kernel"}, {{}}};
  for (const auto& [model, label] : models) table.columns.emplace_back(label, model, 1);
  table.columns.emplace_back("on", "on", 1);
  for (const auto& [name, variant] : rows) {
    std::vector<Cell> cells = {name};
    for (const auto& [model, label] : models)
      cells.push_back(metric_cell(usual_kernel(*variant, model), kind));
    cells.emplace_back(machines_text(report, *variant));
    table.add(std::move(cells));
  }
  return table;
}

/// The metric of a model's usual kernels, in order; 0 of those that a machine lacks.
std::vector<double> metrics_of(const std::vector<KnownVariant>& rows, const std::string& model) {
  std::vector<double> metrics;
  for (const KnownVariant& row : rows)
    if (const PortableKernel* kernel = usual_kernel(*row.variant, model); kernel != nullptr)
      metrics.push_back(judge::harmonic_mean(judge::model_efficiencies(*kernel)).median);
  std::ranges::sort(metrics);
  return metrics;
}

/// "Kokkos, 9 kernels: PP of model efficiency 0 of 2, which a machine lacks, else 0.23 to 0.86
/// (median 0.64)."
std::string answer(const std::vector<double>& metrics, const std::string& label) {
  std::string text =
      fmt::format("{}, {}: PP of model efficiency ", label, plural(metrics.size(), "kernel"));
  const auto lacking = static_cast<std::size_t>(std::ranges::count(metrics, 0));
  if (lacking > 0) text += fmt::format("0 of {}, which a machine lacks", lacking);
  const std::size_t others = metrics.size() - lacking;
  if (others == 0) return text + ".";
  if (lacking > 0) text += ", else ";
  return text + fmt::format("{} to {} (median {}).", two_digits(metrics[lacking]),
                            two_digits(metrics.back()),
                            two_digits(metrics[lacking + (others - 1) / 2]));
}

std::vector<std::string> answers(const std::vector<KnownVariant>& rows) {
  std::vector<std::string> texts;
  for (const auto& [model, label] : models_in(rows))
    texts.push_back(answer(metrics_of(rows, model), label));
  return texts;
}

}  // namespace

std::vector<judge::PortableVariant> ported_variants(const Report& report) {
  std::vector<PortableVariant> variants = judge::portable_variants(report.cells);
  std::erase_if(variants,
                [](const PortableVariant& variant) { return variant.machines.size() < 2; });
  return variants;
}

Document portability_page(const Report& report) {
  const std::vector<PortableVariant> variants = ported_variants(report);
  const std::vector<KnownVariant> rows = judge::known_variants(variants, report.catalogue);
  if (rows.empty()) return portability_selection_page(report, [](const auto&) { return true; });
  std::vector<Table> tables;
  for (const EfficiencyKind& kind : efficiency_kinds)
    if (knows_any(rows, kind)) tables.push_back(known_table(report, rows, kind));
  return page_with(report, answers(rows), std::move(tables));
}

Document portability_selection_page(const Report& report,
                                    const std::function<bool(const CaseResult&)>& takes) {
  std::vector<PortableVariant> variants = ported_variants(report);
  std::erase_if(variants, [&](const PortableVariant& variant) { return !takes(variant.of()); });
  if (variants.empty()) return {};
  return page_with(report, {}, {kernel_table(report, variants)});
}

}  // namespace tilebridge::pages
