// SPDX-License-Identifier: Apache-2.0
#include "pages/machines.hpp"

#include <fmt/ranges.h>

#include "base/text.hpp"
#include "judge/machines.hpp"
#include "pages/cases.hpp"
#include "pages/figures.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

using judge::CaseRange;
using judge::PortedKernel;
using judge::PortedModel;

constexpr const char* unsupported = "–";

judge::CommonCases common_cases(const Report& report, const std::vector<std::size_t>& files) {
  std::vector<const judge::Cells*> cells;
  for (const std::size_t file : files) cells.push_back(&report.cells[file]);
  return judge::CommonCases(cells);
}

/// Files that are compared with one another: of GPUs, or of hosts.
class Machines {
 public:
  Machines(const Report& report, std::vector<std::size_t> files)
      : report_(report), files_(std::move(files)), common_(common_cases(report, files_)) {
    for (const std::size_t file : files_)
      for (const judge::Cell& cell : cells(file).all())
        if (const Model model(cell.kernel.model.name());
            std::ranges::find(models_, model) == models_.end())
          models_.push_back(model);
    std::ranges::stable_sort(models_, {}, [](const Model& model) { return place_of(model); });
  }

  bool empty() const { return files_.empty(); }
  const std::vector<std::size_t>& files() const { return files_; }
  const std::vector<Model>& models() const { return models_; }
  const judge::Cells& cells(std::size_t file) const { return report_.cells[file]; }
  const Results& results(std::size_t file) const { return report_.files[file].results; }
  const judge::CommonCases& common() const { return common_; }
  const Catalogue& catalogue() const { return report_.catalogue; }
  bool are_hosts() const { return is_of_host(results(files_.front())); }

  /// "Kokkos A". Narrower screens do without the last ones, but not without the controlled model.
  Table::Column column_of(const Model& model, std::size_t file) const {
    const std::string head =
        fmt::format("{} {}", label_of(results(file), model), label_of(report_, file));
    return {head, fmt::format("{} {}", model.name(), file), model.is(controlled) ? 0U : 1U};
  }

 private:
  const Report& report_;
  std::vector<std::size_t> files_;
  std::vector<Model> models_;
  judge::CommonCases common_;
};

/// Whether the model ran with the case and has no kernel of it in any form.
bool lacks(const judge::Cells& cells, const CaseResult& c, const Model& model) {
  if (builds_of(cells.results(), model).empty()) return false;
  return std::ranges::none_of(cells.of(c), [&](const judge::Cell& cell) {
    return cell.kernel.model.name() == model.name() && cell.result->status != Status::no_equivalent;
  });
}

/// Why there is no ratio: "–" for a kernel that the model lacks, "invalid", "skipped".
Cell without_ratio(const KernelResult& result) {
  if (result.status == Status::ok) return {};
  if (result.status == Status::no_equivalent) return Cell::number(unsupported);
  return {name_of(result.status), result.status == Status::invalid ? Mark::invalid : Mark::missing};
}

Cell range_cell(const CaseRange& range) {
  Cell cell = Cell::relative(range.middle.median);
  if (range.most - range.least >= 0.01)
    cell.after = fmt::format(" ({}–{})", two_digits(range.least), two_digits(range.most));
  return cell;
}

/// A kernel that people know, on each machine; null where a file lacks it.
struct KnownRow {
  std::string name;
  std::vector<const PortedKernel*> kernels;  // by machine
};

bool is_of(const PortedKernel& kernel, const CaseResult& c) {
  return c.experiment == kernel.experiment && c.variant == kernel.variant &&
         judge::type_of_numbers(c) == kernel.real;
}

/// Why a file that has the kernel has none of that model.
Cell missing_cell(const Machines& machines, std::size_t file, const PortedKernel& kernel,
                  const Model& model) {
  const judge::Cells& cells = machines.cells(file);
  for (const CaseResult& c : cells.cases()) {
    if (!is_of(kernel, c) || !machines.common().has(c)) continue;
    if (lacks(cells, c, model)) return Cell::number(unsupported);
    for (const judge::Cell& cell : cells.shown(c, judge::Builds::first))
      if (cell.kernel.model.name() == model.name() && name_of(cell.kernel.form) == c.form)
        return without_ratio(*cell.result);
  }
  return {};
}

Cell known_cell(const Machines& machines, std::size_t file, const PortedKernel* kernel,
                const Model& model) {
  if (kernel == nullptr) return {};
  if (model.is_native() && kernel->native_seconds > 0)
    return Cell::number(time_text(kernel->native_seconds));
  const auto found = std::ranges::find(kernel->models, model, &PortedModel::model);
  if (found != kernel->models.end() && found->loops) return range_cell(*found->loops);
  return missing_cell(machines, file, *kernel, model);
}

/// Floats, then doubles, then kernels of words, each in the catalogue's order.
std::vector<KnownRow> known_rows(const std::vector<std::vector<PortedKernel>>& by_machine,
                                 const Catalogue& catalogue) {
  std::vector<KnownRow> rows;
  for (const std::string_view real : {"float", "double", ""})
    for (const Experiment& experiment : catalogue) {
      KnownRow row;
      for (const std::vector<PortedKernel>& kernels : by_machine) {
        const auto found = std::ranges::find_if(kernels, [&](const PortedKernel& kernel) {
          return kernel.experiment == experiment.name && kernel.real == real;
        });
        row.kernels.push_back(found == kernels.end() ? nullptr : &*found);
        if (found != kernels.end()) row.name = found->name + (real == "double" ? ", double" : "");
      }
      if (!row.name.empty()) rows.push_back(std::move(row));
    }
  return rows;
}

struct KnownColumn {
  Model model;
  std::size_t machine;  // its place among the files
};

/// CUDA compiled by clang, for one, has kernels by index alone.
bool has_loops(const Machines& machines, const Model& model) {
  const auto is_in_loops = [&](const auto& kernel) {
    return kernel.first.model.name() == model.name() && kernel.first.form == Form::loops;
  };
  return std::ranges::any_of(machines.files(), [&](std::size_t file) {
    return std::ranges::any_of(machines.cells(file).cases(), [&](const CaseResult& c) {
      return std::ranges::any_of(c.kernels, is_in_loops);
    });
  });
}

/// Models with loops in turn, each on every machine; native code, with its times, comes last.
std::vector<KnownColumn> known_columns(const Machines& machines) {
  std::vector<KnownColumn> columns;
  for (const bool is_native : {false, true})
    for (const Model& model : machines.models()) {
      if (!is_native && !has_loops(machines, model)) continue;
      for (std::size_t machine = 0; machine < machines.files().size(); ++machine)
        if (model.is_native() == is_native) columns.push_back({model, machine});
    }
  return columns;
}

/// Leaves out models that a file has no kernel of, and forms where there are none.
void leave_out_empty(Table& table) {
  for (std::size_t column = table.columns.size(); column-- > 1;) table.leave_out_if_empty(column);
}

Table known_table(const Machines& machines) {
  std::vector<std::vector<PortedKernel>> by_machine;
  const auto is_common = [&](const CaseResult& c) {
    return machines.common().has(c) && (machines.are_hosts() || judge::is_cold(c));
  };
  for (const std::size_t file : machines.files())
    by_machine.push_back(
        judge::ported_kernels(machines.cells(file), machines.catalogue(), is_common));
  const std::vector<KnownColumn> columns = known_columns(machines);
  Table table = {"", {{"kernel in loops", "kernel"}}, {{}}};
  for (const auto& [model, machine] : columns)
    table.columns.push_back(machines.column_of(model, machines.files()[machine]));
  for (const KnownRow& row : known_rows(by_machine, machines.catalogue())) {
    std::vector<Cell> cells = {row.name};
    for (const auto& [model, machine] : columns)
      cells.push_back(known_cell(machines, machines.files()[machine], row.kernels[machine], model));
    const auto known =
        std::ranges::find_if(row.kernels, [](const auto* k) { return k != nullptr; });
    table.add(std::move(cells), (*known)->experiment);
  }
  leave_out_empty(table);
  return table;
}

/// The native kernel that others are compared with has its time, all others their ratio.
Cell case_cell(const judge::Cell& cell) {
  const KernelResult& result = *cell.result;
  if (&result == cell.reference && result.timing)
    return Cell::number(time_text(result.timing->seconds.median));
  if (!cell.against_native) return without_ratio(result);
  const Interval& ratio = cell.against_native->ratio;
  Cell shown = Cell::number(ratio_text(ratio.median));
  shown.speed = ratio.median;
  shown.after = fmt::format(" [{}, {}]", ratio_text(ratio.low), ratio_text(ratio.high));
  return shown;
}

/// Fills the rows of every kernel of a case, on one machine.
class CaseTable {
 public:
  explicit CaseTable(const Machines& machines) : machines_(machines) {
    table_.columns = {"variant", "form"};
    for (const Model& model : machines.models())
      for (const std::size_t file : machines.files())
        table_.columns.push_back(machines.column_of(model, file));
    for (const std::size_t file : machines.files())
      for (const Group& cases : group(machines.cells(file).cases()))
        for (const CaseResult* c : cases.cases)
          if (machines.common().has(*c)) add(cases.title, file, *c);
    std::erase_if(table_.groups, [](const Table::Group& g) { return g.rows.empty(); });
  }

  Table take() {
    leave_out_empty(table_);
    return std::move(table_);
  }

 private:
  void add(const std::string& setting, std::size_t file, const CaseResult& c) {
    const judge::Cells& cells = machines_.cells(file);
    for (const judge::Cell& cell : cells.shown(c, judge::Builds::first))
      cell_at(setting, c, shown_form(c, cell.kernel), cell.kernel.model, file) = case_cell(cell);
    if (c.form != name_of(Form::loops) && c.form != name_of(Form::builtin)) return;
    for (const Model& model : machines_.models())
      if (!model.is_native() && lacks(cells, c, model))
        cell_at(setting, c, c.form, model, file) = Cell::number(unsupported);
  }

  Cell& cell_at(const std::string& setting, const CaseResult& c, std::string_view form,
                const Model& model, std::size_t file) {
    std::vector<Table::Row>& rows = table_.group(setting).rows;
    const std::string& variant = shown_variant(c);
    auto row = std::ranges::find_if(rows, [&](const Table::Row& r) {
      return r.cells[0].text == variant && r.cells[1].text == form;
    });
    if (row == rows.end()) {
      row = rows.insert(rows.end(), {{variant, form}, c.experiment});
      row->cells.resize(table_.columns.size());
    }
    return row->cells[table_.column(fmt::format("{} {}", model.name(), file))];
  }

  const Machines& machines_;
  Table table_;
};

enum class Rows { known_kernels, cases };

Table table_of(const Machines& machines, Rows rows) {
  return rows == Rows::cases ? CaseTable(machines).take() : known_table(machines);
}

bool is_known(const std::string& name, const Catalogue& catalogue) {
  return std::ranges::any_of(catalogue, [&](const Experiment& experiment) {
    return experiment.known && name == experiment.name + "/" + experiment.known->variant;
  });
}

/// Names the variants that have no row because of their sizes; "" without any.
std::string without_common_size(const Machines& machines, Rows rows) {
  constexpr std::size_t most_named = 6;
  std::vector<std::string> names;
  for (const std::string& name : machines.common().without())
    if (rows == Rows::cases || is_known(name, machines.catalogue()))
      names.push_back(one_printable_line(name, 60));
  if (names.empty()) return "";
  if (const std::size_t all = names.size(); all > most_named) {
    names.resize(most_named);
    names.push_back(fmt::format("{} more", all - most_named));
  }
  return fmt::format("Not shown, since no size is in all of the files that have it: {}.",
                     fmt::join(names, ", "));
}

Document blocks_of(const Machines& machines, Rows rows) {
  Document blocks;
  if (machines.empty()) return blocks;
  Table table = table_of(machines, rows);
  if (machines.are_hosts())
    table.caption = "Hosts, at their own sizes; their ratios say nothing about a GPU";
  if (!table.empty()) blocks.add(std::move(table));
  blocks.say(without_common_size(machines, rows));
  return blocks;
}

std::vector<std::size_t> files_of(const Report& report, bool are_hosts) {
  std::vector<std::size_t> files;
  for (std::size_t i = 0; i < report.files.size(); ++i)
    if (const Results& results = report.files[i].results;
        has_times(results) && is_of_host(results) == are_hosts)
      files.push_back(i);
  return files;
}

Document tables_of(const Report& report, Rows rows) {
  Document tables = blocks_of({report, files_of(report, false)}, rows);
  tables.append(blocks_of({report, files_of(report, true)}, rows));
  return tables;
}

Document page_of(const Report& report, Document tables) {
  Document page;
  page.add(machines_list(report));
  page.append(std::move(tables));
  page.say(
      "Performance relative to native code on the same machine: 1 is as fast, 0.5 takes twice the "
      "time; native code has its time. –: the model has no such kernel. Empty: not in the file.");
  return page;
}

}  // namespace

bool are_machines(std::span<const ReportFile> files) {
  std::vector<const Results*> timed;
  for (const ReportFile& file : files)
    if (has_times(file.results)) timed.push_back(&file.results);
  return timed.size() > 2 ||
         (timed.size() == 2 && device_text(*timed.front()) != device_text(*timed.back()));
}

List machines_list(const Report& report) {
  List list;
  for (std::size_t i = 0; i < report.files.size(); ++i)
    list.items.push_back(fmt::format("{}: {}, {}", label_of(report, i),
                                     device_text(report.files[i].results),
                                     file_name(report.files[i])));
  for (std::string& line : differences_of(report)) list.items.push_back(std::move(line));
  return list;
}

Document machines_page(const Report& report) {
  Document tables = tables_of(report, Rows::known_kernels);
  if (tables.empty()) return machines_selection_page(report);
  return page_of(report, std::move(tables));
}

Document machines_selection_page(const Report& report) {
  return page_of(report, tables_of(report, Rows::cases));
}

}  // namespace tilebridge::pages
