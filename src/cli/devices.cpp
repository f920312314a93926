// SPDX-License-Identifier: Apache-2.0
#include "cli/devices.hpp"

#include <fmt/format.h>

#include "results/json.hpp"
#include "session/description.hpp"
#include "session/devices.hpp"
#include "terminal/device.hpp"

namespace tilebridge::cli {
namespace {

Json json_of(const session::SeenDevice& seen) {
  if (!seen.unavailable.empty())
    return {{"platform", name_of(seen.platform)}, {"unavailable", seen.unavailable}};
  return {{"platform", name_of(seen.platform)},
          {"device", session::to_json(seen.info)},
          {"datasheet",
           {{"GB_per_s", seen.info.datasheet_bytes_per_s / 1e9},
            {"TFLOP_per_s", seen.info.datasheet_flops / 1e12}}},
          {"ceilings", to_json(seen.measured)}};
}

std::string described(const session::SeenDevice& seen) { return to_text(json_of(seen)); }

}  // namespace

int print_devices(const DevicesOptions& options) {
  Json devices = Json::array();
  const auto show = [&](const std::string& description) {
    Json device = Json::parse(description);
    if (options.json)
      devices.push_back(std::move(device));
    else
      fmt::print("{}", terminal::device_text(view::device_figures(device)));
  };
  if (options.all_devices)
    session::see_all_devices(options.platform, described, show);
  else
    session::see_devices(options.platform, options.device,
                         [&](const session::SeenDevice& seen) { show(described(seen)); });
  if (!options.json) return 0;
  const Json json = {{"devices", std::move(devices)}};
  fmt::print("{}\n", json.dump(2));
  return 0;
}

}  // namespace tilebridge::cli
