// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "base/escape.hpp"
#include "export/entries.hpp"
#include "export/formats.hpp"

namespace tilebridge::exports {
namespace {

using Row = std::vector<std::string>;

std::string line(const Row& fields) { return fmt::format("{}\r\n", fmt::join(fields, ",")); }

std::string number(double value) { return fmt::format("{}", value); }

/// "" if it is unknown.
std::string positive(double value) { return value > 0 ? number(value) : ""; }

const Row header = {
    "device",   "started",     "git",          "experiment",    "variant",         "level",
    "platform", "parameters",  "cache",        "model",         "status",          "reason",
    "seconds",  "seconds_low", "seconds_high", "samples",       "bytes",           "flops",
    "GB_per_s", "GFLOP_per_s", "ns_per_step",  "ceiling_share", "datasheet_share", "compared_with",
    "ratio",    "ratio_low",   "ratio_high",   "verdict"};

Row time_fields(const view::ShownResult& entry) {
  if (!entry.result->timing) return Row(11);
  const Work& work = entry.of->work;
  const Interval& seconds = entry.result->timing->seconds;
  const std::vector<double>& samples = entry.result->timing->samples;
  return {number(seconds.median),
          number(seconds.low),
          number(seconds.high),
          fmt::format("{}", samples.size()),
          number(work.bytes()),
          number(work.flops),
          number(work.bytes() / seconds.median / 1e9),
          number(work.flops / seconds.median / 1e9),
          work.steps > 0 ? number(1e9 * seconds.median / work.steps) : "",
          positive(entry.result->share_of_ceiling),
          positive(entry.result->share_of_datasheet)};
}

Row comparison_fields(const view::ShownResult& entry) {
  const ComparisonResult* comparison = view::comparison_of(entry);
  if (comparison == nullptr) return Row(5);
  return {csv_field(entry.of->compared_with), number(comparison->ratio.median),
          number(comparison->ratio.low), number(comparison->ratio.high),
          std::string(name_of(comparison->verdict))};
}

Row row_of(const Results& results, const view::ShownResult& entry) {
  const CaseResult& c = *entry.of;
  Row row;
  for (const std::string& text :
       {text_at(results.device, "name"), text_at(results.program, "started"),
        text_at(results.program, "git"), c.experiment, c.variant, c.level, c.platform,
        to_string(c.parameters), c.cache, std::string(name_of(entry.model)),
        std::string(name_of(entry.result->status)), entry.result->reason})
    row.push_back(csv_field(text));
  const Row times = time_fields(entry);
  const Row comparison = comparison_fields(entry);
  row.insert(row.end(), times.begin(), times.end());
  row.insert(row.end(), comparison.begin(), comparison.end());
  return row;
}

/// The shortest time among a case's models.
double best_seconds(const CaseResult& c) {
  double best = 0;
  for (const auto& [model, result] : c.models)
    if (result.timing && (best == 0 || result.timing->seconds.median < best))
      best = result.timing->seconds.median;
  return best;
}

/// That library expects efficiencies of at most 1; a result may exceed the measured ceiling
/// slightly.
Row p3_figures(const CaseResult& c, const ModelResult& result) {
  if (!result.timing) return {"", "0", "0"};
  const double seconds = result.timing->seconds.median;
  const double share = result.share_of_ceiling;
  return {number(seconds), number(best_seconds(c) / seconds), share > 1 ? "1" : positive(share)};
}

Row p3_row(const Results& results, const CaseResult& c, Model model, const ModelResult& result) {
  const Row figures = p3_figures(c, result);
  return {csv_field(fmt::format("{}/{} {} {}", c.experiment, c.variant, to_string(c.parameters),
                                c.cache)),
          csv_field(text_at(results.device, "name")),
          std::string(name_of(model)),
          figures[0],
          figures[1],
          figures[2],
          csv_field(text_at(results.program, "started"))};
}

}  // namespace

std::string to_csv(const Results& results) {
  std::string text = line(header);
  for (const view::ShownResult& entry : view::shown_results(results.cases))
    text += line(row_of(results, entry));
  return text;
}

std::string to_p3_csv(const Results& results) {
  std::string text =
      line({"problem", "platform", "application", "fom", "app eff", "arch eff", "date"});
  for (const CaseResult& c : results.cases)
    for (const auto& [model, result] : c.models)
      if (result.status != Status::skipped) text += line(p3_row(results, c, model, result));
  return text;
}

}  // namespace tilebridge::exports
