// SPDX-License-Identifier: Apache-2.0
#include "pages/by_setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

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

std::optional<Table::Row> row_of(const std::string& variant, const RunResult& result,
                                 const CellsOf& cells_of) {
  std::vector<Cell> cells = cells_of(result);
  if (cells.empty()) return std::nullopt;
  cells.insert(cells.begin(), {{variant}, {shown_model(result.shown)}});
  return Table::Row{std::move(cells)};
}

Table table_by_setting(const Report& report, const ExperimentCases& experiment, std::string caption,
                       std::vector<Table::Column> columns, const CellsOf& cells_of,
                       ResultsOf results_of) {
  Table table = {std::move(caption), std::move(columns), {}};
  std::map<std::string, std::size_t> groups;
  std::vector<BestNative> best;
  for (const ReportFile& file : report.files) best.emplace_back(file.results.cases);
  for (const FileCase& c : experiment.cases) {
    const std::string variant = labelled(report, c.file, shown_variant(*c.result));
    for (const ShownResult& shown : results_of(*c.result)) {
      auto row = row_of(
          variant, {shown, report.results(c).ceilings, best[c.file].seconds(*c.result)}, cells_of);
      if (!row) continue;
      const auto [entry, is_new] = groups.try_emplace(setting_of(*c.result), table.groups.size());
      if (is_new) table.groups.push_back({entry->first, {}});
      table.groups[entry->second].rows.push_back(std::move(*row));
    }
  }
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
