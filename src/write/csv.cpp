// SPDX-License-Identifier: Apache-2.0
#include "base/escape.hpp"
#include "write/csv_line.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

using Row = std::vector<std::string>;

Row joined(Row fields, const Row& further) {
  fields.insert(fields.end(), further.begin(), further.end());
  return fields;
}

constexpr const char* header =
    "device,started,git,experiment,variant,form,platform,parameters,cache,model,status,reason,"
    "seconds,seconds_low,seconds_high,samples,bytes,flops,GB_per_s,GFLOP_per_s,ns_per_step,"
    "ceiling_share,datasheet_share,compared_with,ratio,ratio_low,ratio_high,verdict,"
    "library_ratio,library_ratio_low,library_ratio_high,library_verdict,"
    "style_ratio,style_ratio_low,style_ratio_high,style_verdict,"
    "launch_ratio,launch_ratio_low,launch_ratio_high,launch_verdict,"
    "respelled_library_ratio,respelled_library_ratio_low,respelled_library_ratio_high,"
    "respelled_library_verdict,"
    "release,own_ratio,own_ratio_low,own_ratio_high,own_verdict";

Row time_fields(const judge::Cell& entry) {
  if (!entry.result->timing) return Row(11);
  const Work& work = entry.of->work;
  const Interval& seconds = entry.result->timing->seconds;
  const auto samples =
      static_cast<double>(sample_count(*entry.result->timing, entry.of->sampling.rounds));
  Row fields;
  for (const double value :
       {seconds.median, seconds.low, seconds.high, samples, work.bytes(), work.flops,
        work.bytes() / seconds.median / 1e9, work.flops / seconds.median / 1e9})
    fields.push_back(csv_number(value));
  return joined(std::move(fields),
                {work.steps > 0 ? csv_number(1e9 * seconds.median / work.steps) : "",
                 csv_positive(entry.result->share_of_ceiling),
                 csv_positive(entry.result->share_of_datasheet)});
}

Row ratio_fields(const judge::JudgedRatio& comparison) {
  return {csv_number(comparison.ratio.median), csv_number(comparison.ratio.low),
          csv_number(comparison.ratio.high), std::string(name_of(comparison.verdict))};
}

Row comparison_fields(const judge::Cell& entry) {
  const auto comparison = entry.against_native;
  if (!comparison) return Row(21);
  Row fields = ratio_fields(*comparison);
  fields.insert(fields.begin(), csv_field(entry.of->compared_with));
  const judge::Factors* factors = entry.by_control();
  if (factors == nullptr) return joined(std::move(fields), Row(16));
  for (const std::optional<judge::JudgedRatio>& factor :
       {std::optional(factors->library), std::optional(factors->style), factors->launch,
        factors->library_respelled})
    fields = joined(std::move(fields), factor ? ratio_fields(*factor) : Row(4));
  return fields;
}

/// Which further build, and how fast it is against the program's own.
Row release_fields(const judge::Cell& entry) {
  const auto comparison = entry.against_own;
  Row fields = comparison ? ratio_fields(*comparison) : Row(4);
  fields.insert(fields.begin(),
                entry.is_first_build ? "" : csv_field(std::string(entry.kernel.model.release())));
  return fields;
}

Row row_of(const Results& results, const judge::Cell& entry) {
  const CaseResult& c = *entry.of;
  Row row;
  for (const std::string& text :
       {text_at(results.device, "name"), text_at(results.program, "started"),
        text_at(results.program, "git"), c.experiment, c.variant,
        std::string(name_of(entry.kernel.form)), c.platform, to_string(c.parameters), c.cache,
        std::string(name_of(entry.kernel.model)), std::string(name_of(entry.result->status)),
        entry.result->reason})
    row.push_back(csv_field(text));
  for (const Row& fields : {time_fields(entry), comparison_fields(entry), release_fields(entry)})
    row = joined(std::move(row), fields);
  return row;
}

}  // namespace

std::string to_csv(std::span<const judge::Cells> files) {
  std::string text = csv_line({header});
  for (const judge::Cells& cells : files)
    for (const judge::Cell& entry : cells.shown(judge::Builds::all))
      text += csv_line(row_of(cells.results(), entry));
  return text;
}

}  // namespace tilebridge::write
