// SPDX-License-Identifier: Apache-2.0
#include "pages/by_setting.hpp"

#include <fmt/format.h>

namespace tilebridge::pages {
namespace {

/// It is equal for cases with the same outcome: a copy and an addition of one experiment differ.
std::string key_of(const CaseResult& c) {
  const Work& w = c.work;
  return fmt::format("{}\n{}\n{}\n{}\n{} {} {} {} {} {}", c.experiment, c.platform,
                     to_string(c.parameters), c.cache, w.bytes_read, w.bytes_written, w.flops,
                     w.to_device, w.to_host, w.steps);
}

}  // namespace

void add_row(Table& table, const std::string& title, const std::string& variant,
             const RunResult& result, const CellsOf& cells_of) {
  std::vector<Cell> cells = cells_of(result);
  if (cells.empty()) return;
  cells.insert(cells.begin(), {variant, shown_model(result.shown)});
  table.group(title).rows.push_back({std::move(cells)});
}

Table table_by_setting(const Report& report, const ExperimentCases& experiment, std::string caption,
                       std::vector<Table::Column> columns, const CellsOf& cells_of,
                       ResultsOf results_of) {
  Table table = {std::move(caption), std::move(columns), {}};
  std::vector<BestNative> best;
  for (const ReportFile& file : report.files) best.emplace_back(file.results.cases);
  for (const FileCase& c : experiment.cases)
    for (const ShownResult& shown : results_of(*c.result))
      add_row(table, setting_of(*c.result), labelled(report, c.file, shown_variant(*c.result)),
              {shown, report.results(c).ceilings, best[c.file].seconds(*c.result)}, cells_of);
  return table;
}

BestNative::BestNative(const std::vector<CaseResult>& cases) {
  for (const CaseResult& c : cases) {
    const KernelResult* native = c.kernels.find(Model::native);
    if (native == nullptr || !native->timing) continue;
    const double seconds = native->timing->seconds.median;
    const auto [known, is_new] = seconds_.try_emplace(key_of(c), seconds);
    known->second = std::min(known->second, seconds);
  }
}

double BestNative::seconds(const CaseResult& c) const {
  const auto found = seconds_.find(key_of(c));
  return found == seconds_.end() ? 0 : found->second;
}

}  // namespace tilebridge::pages
