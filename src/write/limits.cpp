// SPDX-License-Identifier: Apache-2.0
#include "base/escape.hpp"
#include "judge/machines.hpp"
#include "results/json.hpp"
#include "write/csv_line.hpp"
#include "write/formats.hpp"

namespace tilebridge::write {
namespace {

using judge::BestKnown;
using judge::Counterpart;
using judge::TunedKernel;

/// One row of either format: a native tuned kernel, or another model's against it.
struct LimitRecord {
  const judge::Cell* cell;
  std::string best_known;
  std::string vendor_variant;
  Interval share;
  std::string unit;
  std::string reason;
  std::string faster;
};

std::vector<LimitRecord> records_of(const std::vector<TunedKernel>& kernels) {
  std::vector<LimitRecord> records;
  for (const TunedKernel& kernel : kernels) {
    const BestKnown& best = kernel.best;
    records.push_back({kernel.cell, std::string(judge::name_of(best.yardstick)), best.variant,
                       best.share, kernel.unit, kernel.reason, kernel.faster});
    for (const Counterpart& one : kernel.counterparts)
      records.push_back({one.cell, "native", "", one.share, kernel.unit, one.reason, ""});
  }
  return records;
}

std::string kernel_name(const judge::Cell& cell) {
  return cell.of->experiment + "/" + cell.of->variant;
}

Json to_json(const LimitRecord& record) {
  const judge::Cell& cell = *record.cell;
  Json json = {{"device", text_at(cell.in->device, "name")},
               {"kernel", kernel_name(cell)},
               {"parameters", parameters_to_json(cell.of->parameters, cell.of->cache)},
               {"model", name_of(cell.kernel.model)},
               {"form", name_of(cell.kernel.form)},
               {"seconds", cell.seconds().median},
               {"best_known", record.best_known}};
  for (const auto& [name, text] :
       {std::pair("type", judge::type_of_numbers(*cell.of)),
        std::pair("vendor_variant", record.vendor_variant), std::pair("unit", record.unit),
        std::pair("reason", record.reason), std::pair("faster_variant", record.faster)})
    if (!text.empty()) json[name] = text;
  if (cell.result->share_of_ceiling > 0) json["ceiling_share"] = cell.result->share_of_ceiling;
  if (!(record.share.median > 0)) return json;
  json["share"] = record.share.median;
  json["low"] = record.share.low;
  json["high"] = record.share.high;
  return json;
}

constexpr const char* limits_header =
    "device,kernel,parameters,cache,type,model,form,seconds,unit,best_known,vendor_variant,share,"
    "share_low,share_high,ceiling_share,reason,faster_variant";

std::string line_of(const LimitRecord& record) {
  const judge::Cell& cell = *record.cell;
  std::vector<std::string> fields;
  for (const std::string& text :
       {text_at(cell.in->device, "name"), kernel_name(cell), to_string(cell.of->parameters),
        cell.of->cache, judge::type_of_numbers(*cell.of), std::string(name_of(cell.kernel.model)),
        std::string(name_of(cell.kernel.form))})
    fields.push_back(csv_field(text));
  fields.push_back(csv_number(cell.seconds().median));
  for (const std::string& text : {record.unit, record.best_known, record.vendor_variant})
    fields.push_back(csv_field(text));
  for (const double share :
       {record.share.median, record.share.low, record.share.high, cell.result->share_of_ceiling})
    fields.push_back(csv_positive(share));
  fields.push_back(csv_field(record.reason));
  fields.push_back(csv_field(record.faster));
  return csv_line(fields);
}

}  // namespace

std::string limits_json(const std::vector<TunedKernel>& kernels) {
  Json rows = Json::array();
  for (const LimitRecord& record : records_of(kernels)) rows.push_back(to_json(record));
  return json_text({{"kernels", std::move(rows)}});
}

std::string limits_csv(const std::vector<TunedKernel>& kernels) {
  std::string text = csv_line({limits_header});
  for (const LimitRecord& record : records_of(kernels)) text += line_of(record);
  return text;
}

}  // namespace tilebridge::write
