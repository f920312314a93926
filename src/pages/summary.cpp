// SPDX-License-Identifier: Apache-2.0
#include "pages/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "judge/claims.hpp"
#include "pages/cases.hpp"
#include "pages/claims.hpp"
#include "pages/figures.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

constexpr std::array forms = {Form::ranges, Form::construct, Form::matched, Form::tuned};

/// The wording for a form at the beginning of the sentence, and later in it.
struct Phrase {
  const char* subject;
  const char* rest;
};

Phrase phrase_of(Form form) {
  switch (form) {
    case Form::ranges:
      return {"Kokkos in nested ranges", "in nested ranges"};
    case Form::matched:
      return {"matched Kokkos", "matched"};
    case Form::tuned:
      return {"tuned Kokkos", "tuned"};
    default:
      break;
  }
  return {"Kokkos with facilities of its own", "with facilities of its own"};
}

const char* meaning_of(Form form) {
  switch (form) {
    case Form::ranges:
      return "Kokkos in ranges and nested ranges ÷ native code by indices";
    case Form::matched:
      return "Kokkos written to match the same native kernels";
    case Form::tuned:
      return "both models, the fastest kernels that we could write";
    default:
      break;
  }
  return "another algorithm with a facility of Kokkos ÷ native";
}

/// The forms that the sentence covers: other algorithms only if there is nothing else.
std::vector<Form> spoken_of(const FormMeans& kernels) {
  std::vector<Form> present;
  for (const Form form : forms)
    if (kernels.contains(form) && (form != Form::construct || kernels.size() == 1))
      present.push_back(form);
  return present;
}

/// "43, 31 and 12 variants".
std::string counts_text(const FormMeans& kernels, const std::vector<Form>& present) {
  std::string text;
  for (std::size_t i = 0; i < present.size(); ++i)
    text += fmt::format("{}{}",
                        i == 0                   ? ""
                        : i + 1 < present.size() ? ", "
                                                 : " and ",
                        kernels.at(present[i]).variants);
  const bool is_one = present.size() == 1 && kernels.at(present.front()).variants == 1;
  return text + (is_one ? " variant" : " variants");
}

/// "0.71": two digits are what a reader remembers.
std::string short_figure(double ratio) {
  return fmt::format("{:.{}f}", ratio, ratio < 100 ? 2 : 0);
}

/// "0.71 0.62…0.81".
Cell short_cell(const FormMeans& means, Form form) {
  const auto found = means.find(form);
  if (found == means.end()) return {};
  const GeometricMean& mean = found->second.performance;
  if (!mean.has_interval()) return {short_figure(mean.value)};
  return {fmt::format("{} {}…{}", short_figure(mean.value), short_figure(mean.low),
                      short_figure(mean.high))};
}

bool has(const Summary& summary, Form form) {
  const auto holds = [form](const GroupSummary& group) { return group.forms.contains(form); };
  return summary.kernels.contains(form) ||
         std::any_of(summary.other_families.begin(), summary.other_families.end(), holds);
}

Table::Row short_row(const std::string& name, const FormMeans& means,
                     const std::vector<Form>& present) {
  Table::Row row = {{{name}}};
  for (const Form form : present) row.cells.push_back(short_cell(means, form));
  return row;
}

Cell interval_cell(const GeometricMean& mean) {
  if (!mean.has_interval()) return Cell::number("");
  return Cell::range(ratio_text(mean.low), ratio_text(mean.high));
}

std::string capitalised(std::string text) {
  if (text.front() >= 'a' && text.front() <= 'z') text.front() += 'A' - 'a';
  return text;
}

std::string pair_line(const std::string& name, const std::vector<Interval>& ratios) {
  std::vector<double> medians;
  for (const Interval& ratio : ratios) medians.push_back(ratio.median);
  const auto [least, most] = std::minmax_element(medians.begin(), medians.end());
  const bool is_one = ratios.size() == 1;
  return fmt::format("{}: Kokkos runs at {} of native speed ({}{}…{})", tame(name, 40),
                     short_figure(geometric_mean(medians).value),
                     is_one ? "" : plural(ratios.size(), "case") + ", ",
                     short_figure(is_one ? ratios.front().low : *least),
                     short_figure(is_one ? ratios.front().high : *most));
}

std::string scope_of(const FormMean& mean) {
  const GeometricMean& performance = mean.performance;
  const std::string interval =
      performance.has_interval()
          ? fmt::format("95% interval {}; ", interval_cell(performance).plain())
          : "";
  return fmt::format("{}kernels, {}", interval,
                     plural(static_cast<std::size_t>(mean.variants), "variant"));
}

/// Kernels that are not in the catalogue are compared, but have no place in the means.
bool any_is_compared(const Results& results) {
  return std::any_of(results.cases.begin(), results.cases.end(),
                     [](const CaseResult& c) { return !c.comparisons.empty(); });
}

struct Advice {
  const char* name;
  const char* gain;  // a check, as documents/README.md describes it
};

constexpr std::array<Advice, 6> advice = {{
    {"coalesced access", "rate(stride/add stride=1) ÷ rate(stride/add stride=32)"},
    {"sums in the block before atomics",
     "time(histogram/global_atomic) ÷ time(histogram/block_private)"},
    {"a padded tile to transpose", "time(transpose/read_coalesced) ÷ time(transpose/padded_tile)"},
    {"blocks of 256 threads, not 32",
     "time(block_size/add threads=32) ÷ time(block_size/add threads=256)"},
    {"staging data used 64 times", "time(reuse/direct uses=64) ÷ time(reuse/staged uses=64)"},
    {"no bank conflicts", "time(transpose/tile) ÷ time(transpose/padded_tile)"},
}};

}  // namespace

std::string summary_sentence(const Results& results, const Summary& summary) {
  const FormMeans& kernels = summary.kernels;
  const std::vector<Form> present = spoken_of(kernels);
  if (present.empty())
    return summary.other_families.empty() && any_is_compared(results)
               ? ""
               : "No Kokkos kernel is compared with native code here.";
  const auto mean = [&](Form form) { return short_figure(kernels.at(form).performance.value); };
  std::string text =
      fmt::format("{}{} runs at {} of native speed", is_of_host(results) ? "on a host, " : "",
                  phrase_of(present.front()).subject, mean(present.front()));
  for (std::size_t i = 1; i < present.size(); ++i)
    text += fmt::format(", {} at {}", phrase_of(present[i]).rest, mean(present[i]));
  return fmt::format("{}: kernels, {}.", capitalised(text), counts_text(kernels, present));
}

std::vector<std::string> pair_lines(const Results& results, const Catalogue& catalogue) {
  std::map<std::string, std::vector<Interval>> pairs;
  for (const CaseResult& c : results.cases)
    if (const ComparisonResult* found = kokkos_against_native(c);
        found != nullptr && catalogue.find(c.experiment) == nullptr)
      pairs[c.experiment].push_back(found->ratio);
  std::vector<std::string> lines;
  for (const auto& [name, ratios] : pairs) lines.push_back(pair_line(name, ratios));
  return lines;
}

Table summary_table(const Summary& summary) {
  Table table = {"performance against native code: geometric means over variants, 95% intervals",
                 {{"", "group"}},
                 {{}}};
  std::vector<Form> present;
  for (const Form form : forms)
    if (has(summary, form)) present.push_back(form);
  for (const Form form : present) table.columns.push_back({std::string(name_of(form))});
  std::vector<Table::Row>& rows = table.groups.front().rows;
  if (!summary.kernels.empty()) rows.push_back(short_row("kernels", summary.kernels, present));
  if (summary.kernel_families.size() > 1)
    for (const GroupSummary& family : summary.kernel_families)
      rows.push_back(short_row(" " + family.name, family.forms, present));
  for (const GroupSummary& family : summary.other_families)
    rows.push_back(short_row(family.name, family.forms, present));
  return table;
}

Table forms_table(const FormMeans& kernels) {
  constexpr std::array verdicts = {Verdict::parity, Verdict::slower, Verdict::faster,
                                   Verdict::inconclusive};
  Table table = {"Performance against native code, 1 is parity; verdicts count cases",
                 {{"Kokkos"}, {"mean"}, {"of what"}, {"compares"}},
                 {{}}};
  for (const Verdict verdict : verdicts) table.columns.push_back({std::string(name_of(verdict))});
  for (const auto& [form, mean] : kernels) {
    std::vector<Cell> cells = {{std::string(name_of(form))},
                               Cell::number(ratio_text(mean.performance.value)),
                               {scope_of(mean)},
                               {meaning_of(form)}};
    for (const Verdict verdict : verdicts) {
      const auto found = mean.verdicts.find(verdict);
      cells.push_back(found == mean.verdicts.end() ? Cell::number("") : Cell::count(found->second));
    }
    table.add(std::move(cells));
  }
  return table;
}

Document summary_blocks(const Results& results, const Catalogue& catalogue) {
  Document blocks;
  if (results.cases.empty()) return blocks;
  for (const std::string& line : pair_lines(results, catalogue)) blocks.add(Text{line});
  if (is_of_host(results)) return blocks;
  const Summary summary = summarise(results.cases, catalogue);
  Table table = summary_table(summary);
  const std::string sentence = table.empty() ? summary_sentence(results, summary) : "";
  if (!sentence.empty()) blocks.add(Text{sentence});
  blocks.add(std::move(table));
  return blocks;
}

std::string advice_line(const Results& results) {
  std::vector<std::pair<double, const char*>> gains;
  for (const Advice& one : advice)
    if (const auto gain = judge::measured(one.gain, results)) gains.emplace_back(*gain, one.name);
  std::ranges::stable_sort(gains, std::greater(), &std::pair<double, const char*>::first);
  gains.resize(std::min<std::size_t>(gains.size(), 3));
  std::string text;
  for (const auto& [gain, name] : gains)
    text += fmt::format("{}{} {}", text.empty() ? "what gains most in native code: " : ", ", name,
                        figure(gain, "×"));
  return text;
}

}  // namespace tilebridge::pages
