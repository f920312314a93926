// SPDX-License-Identifier: Apache-2.0
#include "pages/summary.hpp"

#include <ranges>
#include <set>

#include "base/text.hpp"
#include "judge/claims.hpp"
#include "pages/cases.hpp"
#include "pages/claims.hpp"
#include "pages/figures.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

/// "0.71": two digits are what a reader remembers.
std::string short_figure(double ratio) {
  return fmt::format("{:.{}f}", ratio, ratio < 100 ? 2 : 0);
}

/// "0.71 0.62–0.81".
Cell mean_cell(const judge::PatternRow& row, const judge::ComparedForm& compared) {
  const auto found = row.means.find(compared);
  if (found == row.means.end()) return {};
  const GeometricMean& mean = found->second.performance;
  if (!mean.has_interval()) return {short_figure(mean.value)};
  return {short_figure(mean.value), Mark::none,
          fmt::format(" {}–{}", short_figure(mean.low), short_figure(mean.high))};
}

/// The control, then the models in the order in which they are shown.
std::vector<judge::ComparedForm> columns_of(const judge::Summary& summary) {
  std::set<judge::ComparedForm> all;
  for (const judge::PatternRow& row : summary.rows)
    for (const auto& [compared, mean] : row.means) all.insert(compared);
  std::vector<judge::ComparedForm> columns(all.begin(), all.end());
  std::ranges::stable_sort(columns, {}, [](const judge::ComparedForm& compared) {
    return place_of(compared.kernel.model);
  });
  return columns;
}

/// Narrow screens have what is read first.
std::size_t screen_of(const ModelForm& kernel) {
  const Form form = kernel.form;
  if (form == Form::loops || form == Form::indices) return 0;
  if (form == Form::rewritten) return 60;
  return form == Form::builtin ? 110 : 130;
}

/// "Kokkos loops"; for factors their names.
Table::Column column_of(const Results& results, const judge::ComparedForm& compared) {
  const auto& [kernel, against] = compared;
  const std::string key = fmt::format("{} {}", name_of(kernel.model), name_of(kernel.form));
  if (against == judge::Against::control) return {"library", key + " ÷ native loops", 0};
  if (against == judge::Against::usual_block) return {"launch", key + " ÷ native usual_block", 0};
  if (kernel == control_in_usual_block) return {"loop style", key, 100};
  return {fmt::format("{} {}", label_of(results, kernel.model), name_of(kernel.form)), key,
          screen_of(kernel)};
}

Table::Row row_of(const judge::PatternRow& row, const std::vector<judge::ComparedForm>& columns) {
  int variants = 0;
  for (const auto& [compared, mean] : row.means) variants = std::max(variants, mean.variants);
  Table::Row cells = {{{std::string(name_of(row.pattern))}, Cell::number(variants)}};
  for (const judge::ComparedForm& compared : columns)
    cells.cells.push_back(mean_cell(row, compared));
  return cells;
}

/// "52 of 148 variants at parity, 90 slower; median 0.93, slowest 0.55".
std::string distribution_text(const judge::Distribution& distribution) {
  return fmt::format(
      "{} of {} at parity, {} slower; median {}, slowest {}", distribution.count(Verdict::parity),
      plural(distribution.entries.size(), "variant"), distribution.count(Verdict::slower),
      short_figure(distribution.median()), short_figure(distribution.entries.front().performance));
}

const judge::ComparedForm kokkos_in_loops = {{controlled, Form::loops}};

/// The columns for which an ordinary screen has room.
std::vector<judge::ComparedForm> columns_on_screen(const judge::Summary& summary) {
  std::vector<judge::ComparedForm> columns = columns_of(summary);
  std::erase_if(columns, [](const judge::ComparedForm& compared) {
    const auto& [kernel, against] = compared;
    const bool is_of_others = !kernel.model.is(controlled) && kernel.form == Form::indices;
    return screen_of(kernel) > 60 || is_of_others;
  });
  return columns;
}

Cell short_cell(const judge::PatternRow* row, const judge::ComparedForm& compared) {
  if (row == nullptr || !row->means.contains(compared)) return {};
  return {short_figure(row->means.at(compared).performance.value)};
}

bool has_only_its_name(const Table::Row& row) {
  return std::ranges::all_of(row.cells | std::views::drop(1),
                             [](const Cell& cell) { return cell.text.empty(); });
}

/// The row of the same pattern in double, beside a row in float; null if there is none.
const judge::PatternRow* in_double(const judge::PatternRow& row, const judge::Summary& summary) {
  const auto found = std::ranges::find_if(summary.rows, [&](const judge::PatternRow& other) {
    return other.pattern == row.pattern && other.real != row.real;
  });
  return found == summary.rows.end() ? nullptr : &*found;
}

/// Names of techniques, each with the check of its gain, as documents/README.md describes it.
constexpr std::array<std::pair<const char*, const char*>, 6> advice = {{
    {"coalescing", "rate(stride/add stride=1) ÷ rate(stride/add stride=32)"},
    {"sums per block",
     "time(histogram/global_atomic data=uniform) ÷ time(histogram/block_private data=uniform)"},
    {"a padded tile", "time(transpose/read_coalesced) ÷ time(transpose/padded_tile)"},
    {"blocks of 256, not 32", "time(block_size/add threads=32) ÷ time(block_size/add threads=256)"},
    {"staging reused data", "time(reuse/direct uses=64) ÷ time(reuse/staged uses=64)"},
    {"no bank conflicts", "time(transpose/tile) ÷ time(transpose/padded_tile)"},
}};

}  // namespace

std::string uncompared_text(const Results& results) {
  const bool is_compared = std::ranges::any_of(
      results.cases, [](const CaseResult& c) { return !c.comparisons.empty(); });
  return is_compared ? "" : "No kernel is compared with native code here.";
}

std::vector<std::string> distribution_lines(const judge::Summary& summary) {
  std::vector<std::string> lines;
  const auto add = [&](const judge::Distribution& distribution, const std::string& of) {
    if (!distribution.empty())
      lines.push_back(fmt::format("{}: {}", of, distribution_text(distribution)));
  };
  for (const judge::Distributions& of_real : summary.distributions) {
    add(of_real.whole, "Kokkos in loops, " + of_real.real);
    add(of_real.launch, "the launch alone, " + of_real.real);
    add(of_real.library, "the library alone, " + of_real.real);
  }
  return lines;
}

void add_ratios(PairRatios& ratios, const CaseResult& c, const judge::Cells& cells,
                const Catalogue& catalogue) {
  if (!judge::is_of_pair(c, catalogue)) return;
  for (const auto& [name, cell] : judge::against_reference(c, cells, catalogue)) {
    const auto& [ratio, verdict, against] = *cell->against_native;
    ratios[{c.experiment, label_of(*cell->in, Model(cell->kernel.model.name())),
            label_of(*cell->in, Model(against.model.name()))}]
        .push_back(ratio);
  }
}

std::string mean_figure(const std::vector<Interval>& ratios) {
  std::vector<double> medians;
  for (const Interval& ratio : ratios) medians.push_back(ratio.median);
  return short_figure(geometric_mean(medians).value);
}

std::string pair_line(const PairModel& of, const std::vector<Interval>& ratios) {
  const std::string name =
      fmt::format("{}: {}", one_printable_line(of.pair, 60), one_printable_line(of.model, 40));
  if (ratios.empty()) return name + " has no valid result";
  const std::string figure =
      fmt::format("{} {} of {}", name, mean_figure(ratios), one_printable_line(of.against, 40));
  const auto [least, most] = std::ranges::minmax(ratios, {}, &Interval::median);
  if (ratios.size() == 1)
    return fmt::format("{} [{}, {}]", figure, short_figure(least.low), short_figure(least.high));
  return fmt::format("{} ({}, {}–{})", figure, plural(ratios.size(), "case"),
                     short_figure(least.median), short_figure(most.median));
}

std::vector<std::string> pair_lines(const judge::Cells& cells, const Catalogue& catalogue) {
  PairRatios pairs;
  for (const CaseResult& c : cells.cases()) add_ratios(pairs, c, cells, catalogue);
  std::vector<std::string> lines;
  for (const auto& [of, ratios] : pairs) lines.push_back(pair_line(of, ratios));
  return lines;
}

Document pair_blocks(const Results& results, const std::vector<std::string>& lines) {
  Document blocks;
  std::string asked;
  for (const std::string& line : lines) {
    const std::string pair = line.substr(0, line.find(':'));
    const std::string question = question_of(pair, results);
    if (pair != asked && !question.empty())
      blocks.say(fmt::format("{} ({}): {}", pair, name_of(Family::yours),
                             one_printable_line(question, 200)));
    blocks.say(line);
    asked = pair;
  }
  return blocks;
}

std::string question_of(const std::string& pair, const Results& results) {
  for (const Json& one : results.builds.value("pairs", Json::array()))
    if (text_at(one, "name") == pair) return text_at(one, "question");
  return "";
}

Table summary_table(const Results& results, const judge::Summary& summary) {
  Table table = {
      "performance against native code by indices: means over experiments, from eight on with 95% "
      "intervals",
      {{"", "pattern"}, {"variants", "variants", 120}},
      {}};
  const std::vector<judge::ComparedForm> columns = columns_of(summary);
  for (const judge::ComparedForm& compared : columns)
    table.columns.push_back(column_of(results, compared));
  for (const judge::PatternRow& row : summary.rows) {
    if (table.groups.empty() || table.groups.back().title != row.real)
      table.groups.push_back({row.real, {}});
    table.groups.back().rows.push_back(row_of(row, columns));
  }
  return table;
}

std::vector<std::string> parity_lines(const judge::Summary& summary) {
  std::vector<std::string> lines;
  const auto median = [](const char* of, const judge::Distribution& distribution) {
    return distribution.empty() ? ""
                                : fmt::format(", {} {}", of, short_figure(distribution.median()));
  };
  for (const auto& [real, whole, launch, library] : summary.distributions)
    if (!whole.empty())
      lines.push_back(fmt::format("Kokkos loops, {}: {} of {} at parity; median {}{}{}", real,
                                  whole.count(Verdict::parity), whole.entries.size(),
                                  short_figure(whole.median()), median("launch", launch),
                                  median("library", library)));
  return lines;
}

Table screen_table(const Results& results, const judge::Summary& summary) {
  const std::vector<judge::ComparedForm> columns = columns_on_screen(summary);
  if (columns.empty()) return {};
  const std::string& real = summary.rows.front().real;
  Table table = {
      fmt::format("performance against native code by indices, {}: means over experiments", real),
      {{"", "pattern"}}};
  for (const judge::ComparedForm& compared : columns) {
    table.columns.push_back(column_of(results, compared));
    if (compared == kokkos_in_loops) table.columns.emplace_back("in double");
  }
  for (const judge::PatternRow& row : summary.rows) {
    if (row.real != real) break;
    std::vector<Cell> cells = {{std::string(name_of(row.pattern))}};
    for (const judge::ComparedForm& compared : columns) {
      cells.push_back(short_cell(&row, compared));
      if (compared == kokkos_in_loops)
        cells.push_back(short_cell(in_double(row, summary), compared));
    }
    table.add(std::move(cells));
  }
  std::erase_if(table.groups.front().rows, has_only_its_name);
  if (std::ranges::find(columns, kokkos_in_loops) != columns.end())
    table.leave_out_if_empty(table.column("in double"));
  return table;
}

Document summary_lines(const judge::Cells& cells, const Catalogue& catalogue) {
  const Results& results = cells.results();
  Document blocks;
  blocks.append(pair_blocks(results, pair_lines(cells, catalogue)));
  if (is_of_host(results)) return blocks;
  blocks.say(uncompared_text(results));
  for (const std::string& line : distribution_lines(judge::summarise(cells, catalogue)))
    blocks.say(line);
  return blocks;
}

Document summary_blocks(const judge::Cells& cells, const Catalogue& catalogue) {
  Document blocks = summary_lines(cells, catalogue);
  if (is_of_host(cells.results())) return blocks;
  Table table = summary_table(cells.results(), judge::summarise(cells, catalogue));
  if (!table.empty()) blocks.add(std::move(table));
  return blocks;
}

std::string advice_line(const Results& results) {
  std::vector<std::pair<double, const char*>> gains;
  for (const auto& [name, check] : advice)
    if (const auto gain = judge::measured(check, results)) gains.emplace_back(*gain, name);
  std::ranges::stable_sort(gains, std::greater(), &std::pair<double, const char*>::first);
  gains.resize(std::min<std::size_t>(gains.size(), 3));
  std::string text;
  for (const auto& [gain, name] : gains)
    text += fmt::format("{}{} {}", text.empty() ? "largest native gains: " : ", ", name,
                        figure(gain, "×", 2));
  return text;
}

}  // namespace tilebridge::pages
