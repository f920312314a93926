// SPDX-License-Identifier: Apache-2.0
#include "cli/devices.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "results/json.hpp"
#include "run/description.hpp"
#include "run/devices.hpp"
#include "terminal/device.hpp"

namespace tilebridge::cli {
namespace {

Json json_of(const run::SeenDevice& seen) {
  if (!seen.unavailable.empty())
    return {{"platform", name_of(seen.platform)}, {"unavailable", seen.unavailable}};
  return {{"platform", name_of(seen.platform)},
          {"device", run::to_json(seen.info)},
          {"datasheet",
           {{"GB_per_s", seen.info.datasheet_bytes_per_s / 1e9},
            {"TFLOP_per_s", seen.info.datasheet_flops / 1e12}}},
          {"ceilings", to_json(seen.measured)}};
}

std::string described(const run::SeenDevice& seen) { return to_text(json_of(seen)); }

}  // namespace

int print_devices(const DevicesOptions& options) {
  Json devices = Json::array();
  bool any_available = false;
  const auto show = [&](const std::string& description) {
    Json device = Json::parse(description);
    any_available = any_available || !device.contains("unavailable");
    if (options.json)
      devices.push_back(std::move(device));
    else
      fmt::print("{}", terminal::device_text(pages::device_figures(device)));
  };
  if (options.all_devices)
    run::see_all_devices(options.platform, described, show);
  else
    run::see_devices(options.platform, options.device,
                     [&](const run::SeenDevice& seen) { show(described(seen)); });
  if (options.json) fmt::print("{}\n", Json{{"devices", std::move(devices)}}.dump(2));
  return static_cast<int>(any_available ? ExitStatus::fine : ExitStatus::no_platform);
}

}  // namespace tilebridge::cli
