// SPDX-License-Identifier: Apache-2.0
#include "export/occupancy.hpp"

#include "results/results.hpp"

namespace tilebridge::exports {
namespace {

Json to_json(const Limits& l) {
  return {{"arch", arch_name(l)},
          {"blocks", l.blocks},
          {"warps", l.warps},
          {"registers", l.registers},
          {"shared_bytes", l.shared_bytes},
          {"threads_per_block", l.threads_per_block},
          {"registers_per_block", l.registers_per_block},
          {"shared_bytes_per_block", l.shared_bytes_per_block},
          {"shared_bytes_opt_in", l.shared_bytes_opt_in},
          {"registers_per_thread", l.registers_per_thread},
          {"source", l.source},
          {"unit",
           {{"warps", l.unit.warps},
            {"registers", l.unit.registers},
            {"registers_by_block", l.unit.by_block},
            {"partitions", l.unit.partitions},
            {"shared_bytes", l.unit.shared_bytes},
            {"reserved_bytes", l.unit.reserved_bytes},
            {"source", l.unit.source}}}};
}

Json to_json(const pages::OccupancyRow& row) {
  const Occupancy& o = row.occupancy;
  Json json = {{"threads", row.threads}, {"blocks", o.blocks},        {"warps", o.warps},
               {"occupancy", o.share},   {"limiters", Json::array()}, {"allowed", Json::object()}};
  for (const Resource resource : o.limiters) json["limiters"].push_back(name_of(resource));
  for (const Allowance& allowance : o.allowances)
    if (allowance.blocks)
      json["allowed"][std::string(name_of(allowance.resource))] = *allowance.blocks;
  if (!o.refusal.empty()) json["refusal"] = o.refusal;
  return json;
}

}  // namespace

std::string occupancy_json(const pages::OccupancyPage& page) {
  Json json = {{"limits", to_json(page.limits)},
               {"registers", page.asked.registers},
               {"shared_bytes", page.asked.shared_bytes},
               {"block_sizes", Json::array()}};
  if (page.asked.threads > 0) json["threads"] = page.asked.threads;
  for (const pages::OccupancyRow& row : page.rows) json["block_sizes"].push_back(to_json(row));
  return json.dump(2) + "\n";
}

}  // namespace tilebridge::exports
