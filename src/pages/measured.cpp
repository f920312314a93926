// SPDX-License-Identifier: Apache-2.0
#include "pages/measured.hpp"

#include <cmath>
#include <tuple>

#include "base/text.hpp"
#include "judge/costs.hpp"
#include "judge/machines.hpp"
#include "pages/cases.hpp"
#include "pages/figures.hpp"
#include "pages/listing.hpp"
#include "results/prediction.hpp"

namespace tilebridge::pages {
namespace {

/// A result, the others of its run and the fastest native code there that does the same.
struct RunResult {
  const judge::Cell& cell;
  const judge::Cells& of;
  double best_native;  // seconds; 0 if there is none

  const Ceilings& ceilings() const { return of.results().ceilings; }
};

/// The cells of a result after the names of its variant, model and form; none if it has no row.
using CellsOf = std::function<std::vector<Cell>(const RunResult&)>;

/// Adds the row of a result to the group of its setting; none if it has no cells.
void add_row(Table& table, const std::string& setting, const std::string& variant,
             const RunResult& result, const CellsOf& cells_of) {
  std::vector<Cell> cells = cells_of(result);
  if (cells.empty()) return;
  const judge::Cell& cell = result.cell;
  cells.insert(cells.begin(), {variant, shown_model(cell), shown_form(*cell.of, cell.kernel)});
  table.group(setting).rows.push_back({std::move(cells)});
}

/// One group of rows for each setting, in order of first appearance.
Table by_setting(const Report& report, const ExperimentCases& experiment, std::string caption,
                 std::vector<Table::Column> columns, const CellsOf& cells_of) {
  Table table = {std::move(caption), std::move(columns), {}};
  std::vector<BestNative> best;
  for (const ReportFile& file : report.files) best.emplace_back(file.results.cases);
  for (const FileCase& c : experiment.cases)
    for (const judge::Cell& cell : c.shown(judge::Builds::first))
      add_row(table, setting_of(*c.result), labelled(report, c.file, shown_variant(*c.result)),
              {cell, *c.cells, best[c.file].seconds(*c.result)}, cells_of);
  table.leave_out_if_empty(table.column("form"));
  return table;
}

/// Says what a table has besides the comparison with native code.
struct Further {
  bool controls = false;
  bool launches = false;
  bool releases = false;

  void note(std::span<const judge::Cell> cells) {
    for (const judge::Cell& cell : cells) {
      releases = releases || !cell.is_first_build;
      controls = controls || cell.kernel.is(control);
      launches = launches || cell.kernel.is(control_in_usual_block);
    }
  }
};

/// Those of a second Kokkos and of a control take the place of rate and share, unless there is room
/// for all.
std::vector<Table::Column> measured_columns(const Further& further) {
  const std::size_t with_rate = further.releases || further.controls ? 140 : 100;
  std::vector<Table::Column> columns = {"variant",
                                        "model",
                                        "form",
                                        column("lines of code", "lines", 110),
                                        "time",
                                        {"rate", "rate", with_rate},
                                        column("of ceiling", "ceiling", with_rate),
                                        "ratio",
                                        column("95% interval of the ratio", "95% interval", 80)};
  if (further.controls)
    columns.insert(columns.end(), {column("÷ native loops", "library", 80),
                                   {"95% interval", "95% interval, ÷ native loops", 110}});
  if (further.launches)
    columns.insert(columns.end(), {column("loop style", "loop style", 120),
                                   column("native loops ÷ usual_block", "launch", 90)});
  if (further.releases)
    columns.insert(columns.end(), {column("÷ own Kokkos", "÷ own", 120),
                                   {"95% interval", "95% interval, ÷ own Kokkos", 120}});
  columns.push_back("verdict");
  return columns;
}

/// ", −4.2%" for parity that is all a percent or more from 1; else "".
std::string within_parity(const judge::JudgedRatio& r) {
  constexpr double least = 0.01;
  const bool differs = r.ratio.high < 1 - least || r.ratio.low > 1 + least;
  if (r.verdict != Verdict::parity || !differs) return "";
  const double percent = 100 * (r.ratio.median - 1);
  return fmt::format(", {}{:.1f}%", percent < 0 ? "−" : "+", std::abs(percent));
}

/// ", 0.71 without launch" where an empty launch is a third of either time or more; else "".
std::string without_launch(const RunResult& measured) {
  const double launch = measured.ceilings().launch_seconds;
  const KernelResult* native = measured.cell.reference;
  if (launch <= 0 || native == nullptr || !native->timing) return "";
  const double of_native = native->timing->seconds.median;
  const double of_this = measured.cell.result->timing->seconds.median;
  const double shorter = std::min(of_native, of_this);
  if (shorter > 3 * launch || shorter <= launch) return "";
  return fmt::format(", {:.2f} without launch", (of_native - launch) / (of_this - launch));
}

/// ", the medians give 1.02" where the times beside the ratio say something else; else "".
std::string of_medians(const RunResult& measured, const judge::JudgedRatio& r) {
  const KernelResult* native = measured.cell.reference;
  if (native == nullptr || !native->timing) return "";
  const Timing& own = *measured.cell.result->timing;
  if (own.waits_for_host || native->timing->waits_for_host)
    return "";  // the ratio is of other times
  const std::string text =
      medians_text(native->timing->seconds.median, own.seconds.median, r.ratio);
  return text.empty() ? "" : ", " + text;
}

/// ", native took 67.24 µs beside it" where the native code that the ratio divides by was slower or
/// faster there than in the rounds of its own variant, which the table has; else "".
std::string of_other_native(const RunResult& measured) {
  constexpr double visible = 0.05;
  const CaseResult& c = *measured.cell.of;
  const KernelResult* beside = measured.cell.reference;
  if (c.compared_with == shown_variant(c) || beside == nullptr || !beside->timing) return "";
  const CaseResult* own = measured.of.alike(c.compared_with, c);
  const KernelResult* native = own == nullptr ? nullptr : reference_of(*own);
  if (native == nullptr || !native->timing) return "";
  const double seconds = beside->timing->seconds.median;
  const double change = seconds / native->timing->seconds.median;
  if (std::abs(change - 1) < visible) return "";
  return fmt::format(", native took {} beside it", time_text(seconds));
}

/// "parity"; "slower vs write_coalesced" where native code is another variant's; "faster (0.25 of
/// best)" where that is still far slower than other native code.
Cell verdict_cell(const RunResult& measured, const judge::JudgedRatio& r) {
  constexpr double far = 0.9;
  const CaseResult& c = *measured.cell.of;
  Cell cell = Cell::judged(r.verdict);
  cell.after = within_parity(r);
  const bool is_said = c.form == name_of(Form::step);  // by the name of its variant
  if (c.compared_with != shown_variant(c) && !is_said) cell.after += " vs " + c.compared_with;
  cell.after += of_medians(measured, r) + of_other_native(measured) + without_launch(measured);
  const double share = measured.best_native / measured.cell.result->timing->seconds.median;
  if (r.verdict == Verdict::faster && share > 0 && share < far)
    cell.after += fmt::format(" ({:.2f} of best)", share);
  return cell;
}

/// "310 of 8192 out of order", where the validation counts; else "".
std::string counted_text(const RunResult& measured) {
  const auto& validation = measured.cell.result->validation;
  return validation && validation->count ? describe(*validation->count) : "";
}

/// Null without one.
template <class Ratio>
const Ratio* pointer_to(const std::optional<Ratio>& ratio) {
  return ratio ? &*ratio : nullptr;
}

/// Empty without a ratio.
Cell ratio_cell(const judge::JudgedRatio* r) {
  return r == nullptr ? Cell() : Cell::number(ratio_text(r->ratio.median));
}

/// Adds a ratio and its interval; two empty cells without one.
void add_ratio(std::vector<Cell>& cells, const judge::JudgedRatio* r) {
  cells.push_back(ratio_cell(r));
  cells.push_back(r == nullptr ? Cell()
                               : Cell::range(ratio_text(r->ratio.low), ratio_text(r->ratio.high)));
}

/// Against the control, and the range "0.44–0.47" where it depends on how that is spelled.
void add_library(std::vector<Cell>& cells, const judge::Factors* factors) {
  const std::size_t place = cells.size();
  add_ratio(cells, factors == nullptr ? nullptr : &factors->library);
  const auto range = factors == nullptr ? std::nullopt : factors->library_range();
  if (range)
    cells[place] = Cell::number(ratio_text(range->first) + "–" + ratio_text(range->second));
}

/// Against native code and, if the table has them, against the control and the program's own
/// Kokkos.
void add_comparisons(std::vector<Cell>& cells, const RunResult& measured, const Further& further) {
  const auto& [native, own] = std::tie(measured.cell.against_native, measured.cell.against_own);
  const std::string counted = counted_text(measured);
  if (!native && !own && counted.empty()) return;
  const judge::Factors* factors = measured.cell.by_control();
  add_ratio(cells, pointer_to(native));
  if (further.controls) add_library(cells, factors);
  if (further.launches) {
    cells.push_back(ratio_cell(factors == nullptr ? nullptr : &factors->style));
    cells.push_back(ratio_cell(factors == nullptr ? nullptr : pointer_to(factors->launch)));
  }
  if (further.releases) add_ratio(cells, pointer_to(own));
  cells.push_back(native ? verdict_cell(measured, *native) : Cell(counted));
  if (native && !counted.empty()) cells.back().after += "; " + counted;
}

/// Counts the lines of each listing once.
class CodeLines {
 public:
  explicit CodeLines(const Catalogue& catalogue) : catalogue_(catalogue) {}
  const std::string& of(const CaseResult& c, const ModelForm& kernel) {
    const auto [entry, is_new] = known_.try_emplace({c.experiment, c.variant, c.platform, kernel});
    if (is_new) entry->second = code_lines(c, kernel, catalogue_);
    return entry->second;
  }

 private:
  const Catalogue& catalogue_;
  std::map<std::tuple<std::string, std::string, std::string, ModelForm>, std::string> known_;
};

std::vector<Cell> measured_cells(const RunResult& measured, CodeLines& lines,
                                 const Further& further) {
  const CaseResult* of = measured.cell.of;
  const KernelResult* result = measured.cell.result;
  if (!result->timing && result->status == Status::ok) return {};
  const Cell code = Cell::number(lines.of(*of, measured.cell.kernel));
  if (!result->timing) return {code, Cell::without_time(result->status, result->reason)};
  const Interval& seconds = result->timing->seconds;
  const double share = result->share_of_ceiling;
  std::vector<Cell> cells = {code, Cell::number(time_text(seconds.median)),
                             Cell::number(rate_text(*of, seconds.median, measured.ceilings())),
                             Cell::number(share > 0 ? percent_text(share) : "")};
  add_comparisons(cells, measured, further);
  return cells;
}

Cell per_request(double requests, double moved) {
  return Cell::number(requests > 0 ? fmt::format("{:.2f}", moved / requests) : "");
}

Cell use(const GlobalTraffic& t) {
  return Cell::number(t.requests > 0 ? fmt::format("{:.3g}%", 100 * t.use()) : "");
}

std::vector<Cell> predicted_cells(const RunResult& predicted) {
  const KernelResult& result = *predicted.cell.result;
  if (!result.prediction) return {};
  const auto& [t, seconds] = *result.prediction;
  const bool has_both = seconds > 0 && result.timing;
  return {
      per_request(t.load.requests, t.load.sectors),
      use(t.load),
      per_request(t.store.requests, t.store.sectors),
      use(t.store),
      per_request(t.shared_load.requests, t.shared_load.wavefronts),
      per_request(t.shared_store.requests, t.shared_store.wavefronts),
      Cell::number(seconds > 0 ? time_text(seconds) : ""),
      Cell::number(has_both ? fmt::format("{:.2f}", result.timing->seconds.median / seconds) : "")};
}

CacheState caches_of(const Results& results, const CaseResult& c) {
  const Json bytes = results.device.value("cache_bytes", Json());
  return {c.cache == name_of(Cache::cold), bytes.is_number() ? bytes.get<double>() : 0};
}

/// Orders the cases of a variant: cold ones are above hot ones, then by the bytes that they move,
/// then by native code's time.
std::tuple<bool, double, double> size_of(const CaseResult& c) {
  const KernelResult* native = reference_of(c);
  return {c.cache == name_of(Cache::cold), c.work.bytes(),
          native != nullptr && native->timing ? native->timing->seconds.median : 0};
}

bool has_ratio(const judge::Cell& cell) { return cell.against_native.has_value(); }

void add_checks(Agreement& agreement, const std::string& title, const Results& results,
                const judge::Cell& cell) {
  for (const CountCheck& check : check_counts(*cell.result, caches_of(results, *cell.of))) {
    ++agreement.counts;
    agreement.equal += check.agrees() ? 1 : 0;
    if (check.agrees()) continue;
    agreement.native_differs = agreement.native_differs || cell.kernel.model.is_native();
    agreement.differences.push_back(fmt::format("{}: {} {}: {} {:.10g} predicted, {:.10g} counted",
                                                title, cell.of->variant, shown_model(cell),
                                                check.what, check.predicted, check.counted));
  }
}

}  // namespace

std::string library_text(const judge::Factors& factors) {
  const auto range = factors.library_range();
  return range ? fmt::format("{:.2f}–{:.2f}", range->first, range->second)
               : fmt::format("{:.2f}", factors.library.ratio.median);
}

std::string factors_text(const judge::Cell& cell) {
  if (!cell.factors) return "";
  const auto times = [](const std::optional<judge::JudgedRatio>& factor, const char* name) {
    return factor ? fmt::format(" × {:.2f} {}", factor->ratio.median, name) : "";
  };
  return fmt::format(" = {:.2f} loop style{}{} × {} library", cell.factors->style.ratio.median,
                     times(cell.factors->launch, "launch"),
                     times(cell.factors->compiler, "compiler"), library_text(*cell.factors));
}

std::string launch_unknown_text() {
  return "where Kokkos chose the launch, what that costs is in the loop style";
}

std::vector<const CaseResult*> largest_cases(const judge::Cells& cells,
                                             const Experiment& experiment,
                                             const std::string& variant) {
  std::map<bool, const CaseResult*> largest;  // of floats and of doubles
  for (const CaseResult& c : cells.cases()) {
    if (!judge::is_of(c, experiment, variant) || std::ranges::none_of(cells.of(c), has_ratio))
      continue;
    const CaseResult*& found = largest[is_double(c.parameters)];
    if (found == nullptr || size_of(c) > size_of(*found)) found = &c;
  }
  std::vector<const CaseResult*> all;
  for (const auto& [in_double, c] : largest) all.push_back(c);
  return all;
}

std::vector<std::string> factor_lines(const judge::Cells& cells, const Experiment& experiment,
                                      const Variant& variant) {
  std::vector<std::string> lines;
  const bool have_launches = cells.have_launches();
  const auto add = [&](const judge::Cell& cell) {
    const bool is_users = cell.by_control() && have_launches && !cell.factors->launch;
    lines.push_back(fmt::format("{} in loops reaches {:.2f} of native{}{} ({}, {})",
                                label_of(cells.results(), Model(cell.kernel.model.name())),
                                cell.against_native->ratio.median, factors_text(cell),
                                is_users ? ", launched as the user wrote it" : "",
                                one_printable_line(text_at(cells.results().device, "name"), 48),
                                setting_of(*cell.of)));
  };
  for (const CaseResult* c : largest_cases(cells, experiment, variant.name)) {
    const judge::Cell* of_kokkos = cells.of_kokkos(*c);
    if (of_kokkos != nullptr && of_kokkos->factors) add(*of_kokkos);
    for (const judge::Cell& cell : cells.shown(*c, judge::Builds::first))
      if (cell.factors && cell.factors->compiler) add(cell);
  }
  if (!lines.empty() && !have_launches)
    lines.push_back("this file has no launch factor: " + launch_unknown_text());
  return lines;
}

Table measured_table(const judge::Cells& cells, const Catalogue& catalogue) {
  Further further;
  CodeLines lines(catalogue);
  further.note(cells.all());
  Table table = {"", measured_columns(further), {}};
  const BestNative best(cells.cases());
  const auto cells_of = [&](const RunResult& r) { return measured_cells(r, lines, further); };
  for (const Group& cases : group(cells.cases()))
    for (const CaseResult* c : cases.cases)
      for (const judge::Cell& cell : cells.shown(*c, judge::Builds::all))
        add_row(table, cases.title, shown_variant(*c), {cell, cells, best.seconds(*c)}, cells_of);
  table.leave_out_if_empty(table.column("form"));
  return table;
}

Table measured_table(const Report& report, const ExperimentCases& experiment) {
  Further further;
  CodeLines lines(report.catalogue);
  for (const FileCase& c : experiment.cases) further.note(c.cells->of(*c.result));
  further.releases = false;  // which the view of releases compares
  return by_setting(report, experiment,
                    experiment.name + ", measured; the ratio is performance against native code",
                    measured_columns(further),
                    [&](const RunResult& r) { return measured_cells(r, lines, further); });
}

sources::Listing listing_of(const CaseResult& c, const ModelForm& kernel,
                            const Catalogue& catalogue) {
  const Experiment* experiment = catalogue.find(c.experiment);
  const Variant* variant = experiment == nullptr ? nullptr : experiment->find(c.variant);
  if (variant == nullptr) return {};
  // HIP compiles CUDA's.
  const Platform platform = c.platform == name_of(Platform::host) ? Platform::host : Platform::cuda;
  return listing_of(*experiment, *variant, kernel, platform);
}

std::string code_lines(const CaseResult& c, const ModelForm& kernel, const Catalogue& catalogue) {
  const int lines = sources::lines_of_code(listing_of(c, kernel, catalogue));
  return lines == 0 ? "" : fmt::format("{}", lines);
}

BestNative::BestNative(const std::vector<CaseResult>& cases) {
  for (const CaseResult& c : cases) {
    const KernelResult* native = c.kernels.find(Model::native);
    if (native == nullptr || !native->timing) continue;
    const double seconds = native->timing->seconds.median;
    const auto [known, is_new] = seconds_.try_emplace(judge::task_key(c), seconds);
    known->second = std::min(known->second, seconds);
  }
}

double BestNative::seconds(const CaseResult& c) const {
  const auto found = seconds_.find(judge::task_key(c));
  return found == seconds_.end() ? 0 : found->second;
}

Table predicted_table(const Report& report, const ExperimentCases& experiment) {
  return by_setting(report, experiment, experiment.name + ", as the access model predicts it",
                    {"variant",
                     "model",
                     "form",
                     "sectors per load",
                     {"use", "use of loads"},
                     "sectors per store",
                     {"use", "use of stores"},
                     "wavefronts per shared load",
                     "wavefronts per shared store",
                     "predicted time",
                     "measured ÷ predicted"},
                    predicted_cells);
}

Agreement agreement_of(const judge::Cells& cells) {
  Agreement agreement;
  for (const Group& cases : group(cells.cases()))
    for (const CaseResult* c : cases.cases)
      for (const judge::Cell& cell : cells.shown(*c, judge::Builds::first))
        add_checks(agreement, cases.title, cells.results(), cell);
  return agreement;
}

Agreement agreement_of(const Report& report, const ExperimentCases& experiment) {
  Agreement agreement;
  for (const FileCase& c : experiment.cases)
    for (const judge::Cell& cell : c.shown(judge::Builds::first))
      add_checks(agreement, labelled(report, c.file, experiment.name), c.cells->results(), cell);
  return agreement;
}

std::string agreement_text(const Agreement& agreement) {
  return fmt::format("{} of {} counts agree with the hardware's", agreement.equal,
                     agreement.counts);
}

}  // namespace tilebridge::pages
