// SPDX-License-Identifier: Apache-2.0
#include "cli/devices.hpp"

#include <fmt/format.h>

#include "hardware/limits.hpp"
#include "results/json.hpp"
#include "session/description.hpp"
#include "session/devices.hpp"
#include "view/figures.hpp"

namespace tilebridge::cli {
namespace {

std::string line(const std::string& name, const std::string& value) {
  return value.empty() ? "" : fmt::format("  {:<36} {}\n", name, value);
}

std::string share_of(double value, double datasheet) {
  return datasheet > 0 ? fmt::format(" ({:.1f}% of the datasheet's)", 100 * value / datasheet) : "";
}

std::string rate(double bytes_per_s, double datasheet) {
  if (bytes_per_s == 0) return "";
  return view::bandwidth_text(bytes_per_s) + share_of(bytes_per_s, datasheet);
}

std::string flop_rate(double flops, double datasheet) {
  return flops == 0 ? "" : view::flops_text(flops) + share_of(flops, datasheet);
}

std::string text_of(const session::SeenDevice& seen) {
  if (!seen.unavailable.empty())
    return fmt::format("{}: {}\n", name_of(seen.platform), seen.unavailable);
  const measure::DeviceInfo& info = seen.info;
  std::string text = fmt::format("{}: {}\n", name_of(seen.platform), info.name);
  text += line("Driver", info.driver);
  text += line("Runtime", info.runtime);
  text += line("PCI bus", info.pci_bus);
  text += line("Memory", fmt::format("{:.1f} GiB", static_cast<double>(info.memory_bytes) /
                                                       static_cast<double>(1ULL << 30)));
  for (const measure::DeviceLimit& limit : info.limits) text += line(limit.name, limit.value);
  if (const auto limits = find_limits(info.architecture))  // the runtime does not tell
    text +=
        line("Registers per thread", fmt::format("{} of 32 bits", limits->registers_per_thread));
  text += line("Bandwidth, theoretical", rate(info.datasheet_bytes_per_s, 0));
  text += line("fp32, theoretical", flop_rate(info.datasheet_flops, 0));

  const Ceilings& measured = seen.measured;
  text += line("Reading, measured", rate(measured.read_bytes_per_s, info.datasheet_bytes_per_s));
  text += line("Writing, measured", rate(measured.write_bytes_per_s, info.datasheet_bytes_per_s));
  text += line("Copying, measured", rate(measured.copy_bytes_per_s, info.datasheet_bytes_per_s));
  text += line("To the device, measured", rate(measured.to_device_bytes_per_s, 0));
  text += line("To the host, measured", rate(measured.to_host_bytes_per_s, 0));
  text += line("fp32, measured", flop_rate(measured.flops, info.datasheet_flops));
  return text;
}

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

}  // namespace

int print_devices(const DevicesOptions& options) {
  const auto describe = [&](const session::SeenDevice& seen) {
    return options.json ? json_of(seen).dump(-1, ' ', false, Json::error_handler_t::replace)
                        : text_of(seen);
  };
  Json devices = Json::array();
  const auto show = [&](const std::string& described) {
    if (options.json)
      devices.push_back(Json::parse(described));
    else
      fmt::print("{}", described);
  };
  if (options.all_devices)
    session::see_all_devices(options.platform, describe, show);
  else
    session::see_devices(options.platform, options.device,
                         [&](const session::SeenDevice& seen) { show(describe(seen)); });
  if (!options.json) return 0;
  const Json json = {{"devices", std::move(devices)}};
  fmt::print("{}\n", json.dump(2));
  return 0;
}

}  // namespace tilebridge::cli
