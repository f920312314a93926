// SPDX-License-Identifier: Apache-2.0
#include "pages/limits.hpp"

#include <fmt/ranges.h>

#include <functional>
#include <limits>
#include <map>

#include "base/text.hpp"
#include "judge/machines.hpp"
#include "pages/figures.hpp"
#include "pages/machines.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

using judge::BestKnown;
using judge::Counterpart;
using judge::LimitCounts;
using judge::TunedKernel;
using judge::Yardstick;

/// A kernel with its parameters; null for a file that lacks it.
struct LimitRow {
  std::vector<const TunedKernel*> on;  // by file

  const CaseResult& of() const {
    const auto known =
        std::ranges::find_if(on, [](const auto* kernel) { return kernel != nullptr; });
    return *(*known)->cell->of;
  }
};

std::size_t file_of(const Report& report, const TunedKernel& kernel) {
  const auto found = std::ranges::find_if(
      report.cells, [&](const judge::Cells& cells) { return &cells.results() == kernel.cell->in; });
  return static_cast<std::size_t>(found - report.cells.begin());
}

/// In the order in which the files have them.
std::vector<LimitRow> rows_of(const Report& report, const std::vector<TunedKernel>& kernels) {
  std::vector<LimitRow> rows;
  std::map<std::string, std::size_t> places;
  for (const TunedKernel& kernel : kernels) {
    const CaseResult& c = *kernel.cell->of;
    const std::string key = fmt::format("{} {}", c.variant, judge::setting_key(c));
    const auto [place, is_new] = places.emplace(key, rows.size());
    if (is_new) rows.push_back({std::vector<const TunedKernel*>(report.files.size())});
    rows[place->second].on[file_of(report, kernel)] = &kernel;
  }
  return rows;
}

/// Those of any counterpart, in the order in which they are shown.
std::vector<Model> models_beside(const std::vector<TunedKernel>& kernels) {
  std::map<std::pair<std::size_t, std::string>, Model> models;
  for (const TunedKernel& kernel : kernels)
    for (const Counterpart& one : kernel.counterparts) {
      const Model model(one.cell->kernel.model.name());
      models.emplace(std::pair(place_of(model), std::string(model.name())), model);
    }
  std::vector<Model> ordered;
  for (const auto& [place, model] : models) ordered.push_back(model);
  return ordered;
}

// ---- cells ----

Cell share_cell(const Interval& share) {
  Cell cell = Cell::number(ratio_text(share.median));
  cell.speed = share.median;
  return cell;
}

/// Returns what the files say, once where all say the same: "A: …; B: …" else.
template <class TextOf>
std::string merged_text(const Report& report, const LimitRow& row, const TextOf& text_of) {
  std::vector<std::string> different, labelled;
  for (std::size_t file = 0; file < row.on.size(); ++file) {
    const std::string text = row.on[file] == nullptr ? "" : std::invoke(text_of, *row.on[file]);
    if (text.empty()) continue;
    if (std::ranges::find(different, text) == different.end()) different.push_back(text);
    labelled.push_back(fmt::format("{}: {}", label_of(report, file), text));
  }
  if (different.size() < 2) return different.empty() ? "" : different.front();
  return fmt::format("{}", fmt::join(labelled, "; "));
}

std::string best_text(const TunedKernel& kernel) {
  const BestKnown& best = kernel.best;
  return best.yardstick == Yardstick::vendor ? "vendor's " + best.variant
                                             : std::string(judge::name_of(best.yardstick));
}

std::string reason_text(const Interval& share, const std::string& reason) {
  const bool is_unexplained = reason.empty() && !judge::reaches(share);
  return is_unexplained ? "no reason known" : reason;
}

std::string native_reason(const TunedKernel& kernel) {
  if (!kernel.is_fastest()) return kernel.faster + " is faster";
  return kernel.best.is_known() ? reason_text(kernel.best.share, kernel.reason) : kernel.reason;
}

std::string reason_beside(const TunedKernel& kernel, const Model& model) {
  const Counterpart* one = kernel.counterpart(model);
  return one == nullptr ? "" : reason_text(one->share, one->reason);
}

/// "0.994"; " rewritten" is after it where the model has no tuned kernel.
Cell counterpart_cell(const TunedKernel& kernel, const Model& model) {
  const Counterpart* one = kernel.counterpart(model);
  if (one == nullptr) return {};
  Cell cell = share_cell(one->share);
  if (one->cell->kernel.form != Form::tuned)
    cell.after = fmt::format(" {}", name_of(one->cell->kernel.form));
  return cell;
}

Cell best_cell(const TunedKernel& kernel) {
  return kernel.best.is_known() ? share_cell(kernel.best.share) : Cell();
}

Cell ceiling_cell(const TunedKernel& kernel) {
  const double share = kernel.cell->result->share_of_ceiling;
  return share > 0 ? Cell::number(ratio_text(share)) : Cell();
}

Cell time_cell(const TunedKernel& kernel) {
  return Cell::number(time_text(kernel.cell->seconds().median));
}

/// "rows=16Ki cols=16Ki", without the type of the numbers; hot caches are named.
std::string parameters_text(const CaseResult& c) {
  const std::string parameters = to_string(c.parameters.without(real_parameter));
  return judge::is_cold(c) ? parameters : fmt::format("{}, {}", parameters, c.cache);
}

// ---- the table ----

/// The columns, and how rows fill them.
class LimitTable {
 public:
  LimitTable(const Report& report, std::vector<Model> models)
      : report_(report), models_(std::move(models)) {
    const std::size_t wide = report.files.size() > 1 ? 150 : 100;
    table_.columns = {"kernel", "parameters", {"type", "type", 80}};
    add_columns("time", "time", wide);
    table_.columns.emplace_back("best known", "best known", 90);
    add_columns("share", "share", 0);
    table_.columns.emplace_back("unit", "unit", 110);
    add_columns("of ceiling", "ceiling", wide + 20);
    for (const Model& model : models_) add_columns(label_of(results(), model), model.name(), 0);
    table_.columns.push_back(below("reason", "reason"));
    for (const Model& model : models_) {
      const std::string label = label_of(results(), model);
      table_.columns.push_back(below("reason, " + label, label));
    }
    table_.groups.clear();
    for (const char* title : titles) table_.groups.push_back({title, {}});
  }

  void add(const LimitRow& row) {
    const CaseResult& c = row.of();
    std::vector<Cell> cells = {c.experiment + "/" + c.variant, parameters_text(c),
                               judge::type_of_numbers(c)};
    add_cells(cells, row, time_cell);
    cells.emplace_back(merged_text(report_, row, best_text));
    add_cells(cells, row, best_cell);
    cells.emplace_back(merged_text(report_, row, &TunedKernel::unit));
    add_cells(cells, row, ceiling_cell);
    for (const Model& model : models_)
      add_cells(cells, row, [&](const TunedKernel& k) { return counterpart_cell(k, model); });
    cells.emplace_back(merged_text(report_, row, native_reason));
    for (const Model& model : models_)
      cells.emplace_back(merged_text(
          report_, row, [&](const TunedKernel& kernel) { return reason_beside(kernel, model); }));
    table_.group(title_of(row)).rows.push_back({std::move(cells), c.experiment});
  }

  Table take() {
    for (std::size_t column = table_.columns.size(); column-- > 1;)
      table_.leave_out_if_empty(column);
    std::erase_if(table_.groups, [](const Table::Group& group) { return group.rows.empty(); });
    return std::move(table_);
  }

 private:
  static constexpr std::array titles = {"below 0.85 of the best known", "from 0.85 to 0.97",
                                        "0.97 and more", "nothing to be measured against",
                                        "another tuned kernel is faster"};

  const Results& results() const { return report_.files.front().results; }

  /// A column for each file.
  void add_columns(const std::string& head, std::string_view key, std::size_t screen) {
    for (std::size_t file = 0; file < report_.files.size(); ++file) {
      const std::string label = label_of(report_, file);
      table_.columns.emplace_back(label.empty() ? head : head + " " + label,
                                  fmt::format("{} {}", key, file), screen);
    }
  }

  template <class CellOf>
  static void add_cells(std::vector<Cell>& cells, const LimitRow& row, const CellOf& cell_of) {
    for (const TunedKernel* kernel : row.on)
      cells.push_back(kernel == nullptr ? Cell() : cell_of(*kernel));
  }

  /// Returns the group, by the lowest share of any file in which no other tuned kernel is faster.
  static const char* title_of(const LimitRow& row) {
    double least = std::numeric_limits<double>::infinity();
    bool is_fastest = false;
    for (const TunedKernel* kernel : row.on) {
      if (kernel == nullptr || !kernel->is_fastest()) continue;
      is_fastest = true;
      if (kernel->best.is_known()) least = std::min(least, kernel->best.share.median);
    }
    if (!is_fastest) return titles[4];
    if (std::isinf(least)) return titles[3];
    if (least < judge::poor_share) return titles[0];
    return titles[least < judge::reaching_share ? 1 : 2];
  }

  const Report& report_;
  std::vector<Model> models_;
  Table table_;
};

// ---- what is said above it ----

std::string counted(std::size_t count, const char* of_one, const char* of_many) {
  return fmt::format("{} {}", count, count == 1 ? of_one : of_many);
}

/// "48 of 60 rows reach 0.97 of the best known; 8 are below 0.85; 3 have no reason"
std::string counts_text(const LimitCounts& counts, const std::string& of) {
  return fmt::format("{} of {} 0.97 of {}; {} below 0.85; {} no reason", counts.reaching,
                     counted(counts.all, "row reaches", "rows reach"), of,
                     counted(counts.poor, "is", "are"),
                     counted(counts.without_reason, "has", "have"));
}

using KernelList = std::vector<const TunedKernel*>;

LimitCounts native_counts(const KernelList& kernels) {
  LimitCounts counts;
  for (const TunedKernel* kernel : kernels)
    if (kernel->best.is_known()) counts.add(kernel->best.share, kernel->reason);
  return counts;
}

LimitCounts counts_beside(const KernelList& kernels, const Model& model) {
  LimitCounts counts;
  for (const TunedKernel* kernel : kernels)
    if (const Counterpart* one = kernel->counterpart(model); one != nullptr)
      counts.add(one->share, one->reason);
  return counts;
}

/// How many of the kernels of a file that are the fastest of their cases reach the best known, and
/// of each model the native kernel's speed.
std::string summary_of(const KernelList& kernels, std::size_t slower, const Results& results,
                       const std::vector<Model>& models) {
  const LimitCounts native = native_counts(kernels);
  std::string text = counts_text(native, "the best known");
  if (const std::size_t unknown = kernels.size() - native.all; unknown > 0)
    text += "; " + counted(unknown, "more has", "more have") + " nothing to be measured against";
  if (slower > 0)
    text +=
        "; in " + counted(slower, "more case", "more cases") + " another tuned kernel is faster";
  for (const Model& model : models)
    if (const LimitCounts beside = counts_beside(kernels, model); beside.all > 0)
      text += fmt::format(". {}: {}", label_of(results, model),
                          counts_text(beside, native_name(results) + "'s tuned kernel"));
  return text + ".";
}

/// A paragraph for each file that has tuned kernels.
Document summaries_of(const Report& report, const std::vector<TunedKernel>& kernels,
                      const std::vector<Model>& models) {
  Document summaries;
  for (std::size_t file = 0; file < report.files.size(); ++file) {
    KernelList of_file;
    for (const TunedKernel& kernel : kernels)
      if (file_of(report, kernel) == file) of_file.push_back(&kernel);
    if (of_file.empty()) continue;
    const std::size_t slower =
        std::erase_if(of_file, [](const TunedKernel* kernel) { return !kernel->is_fastest(); });
    const std::string label = label_of(report, file);
    summaries.say((label.empty() ? "" : label + ": ") +
                  summary_of(of_file, slower, report.files[file].results, models));
  }
  return summaries;
}

constexpr const char* explanation =
    "share: the time of the best known ÷ the kernel's own. The best known is the fastest of the "
    "vendor's calls that do the same in the same case; without one, the ceiling that was measured "
    "in the same run for the unit that limits the kernel; for kernels that measure a ceiling, the "
    "datasheet; on the chip, the peak of every SM. of ceiling: the share of the ceiling alone. "
    "Other models: performance relative to the native tuned kernel, by their tuned kernel or, "
    "where a row says so, by a rewritten one. Kernels of less than 20 µs are left out; those "
    "slower than another tuned kernel of the same case have rows, but are not counted.";

}  // namespace

std::vector<TunedKernel> tuned_kernels_of(const Report& report, const judge::IsTaken& takes) {
  std::vector<TunedKernel> all;
  for (const judge::Cells& cells : report.cells)
    for (TunedKernel& kernel : judge::tuned_kernels(cells, report.catalogue))
      if (takes(*kernel.cell->of)) all.push_back(std::move(kernel));
  return all;
}

std::vector<TunedKernel> tuned_kernels_of(const Report& report) {
  return tuned_kernels_of(report, [](const CaseResult&) { return true; });
}

Document limits_page(const Report& report, const std::vector<TunedKernel>& kernels) {
  Document page;
  if (kernels.empty()) return page;
  if (report.files.size() > 1)
    page.add(machines_list(report));
  else
    page.say(device_text(report.files.front().results) + "; " +
             models_text(report.files.front().results));
  const std::vector<Model> models = models_beside(kernels);
  page.append(summaries_of(report, kernels, models));
  LimitTable table(report, models);
  for (const LimitRow& row : rows_of(report, kernels)) table.add(row);
  page.add(table.take());
  page.say(explanation);
  return page;
}

}  // namespace tilebridge::pages
