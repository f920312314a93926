// SPDX-License-Identifier: Apache-2.0
#include "cli/devices.hpp"

#include <fmt/format.h>

#include "results/json.hpp"
#include "session/description.hpp"
#include "session/devices.hpp"
#include "view/figures.hpp"

namespace tilebridge::cli {
namespace {

void print_line(const std::string& name, const std::string& value) {
  if (!value.empty()) fmt::print("  {:<36} {}\n", name, value);
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

void print_text(const session::SeenDevice& seen) {
  if (!seen.unavailable.empty()) {
    fmt::print("{}: {}\n", name_of(seen.platform), seen.unavailable);
    return;
  }
  const measure::DeviceInfo& info = seen.info;
  fmt::print("{}: {}\n", name_of(seen.platform), info.name);
  print_line("Driver", info.driver);
  print_line("Runtime", info.runtime);
  print_line("PCI bus", info.pci_bus);
  print_line("Memory", fmt::format("{:.1f} GiB", static_cast<double>(info.memory_bytes) /
                                                     static_cast<double>(1ULL << 30)));
  for (const measure::DeviceLimit& limit : info.limits) print_line(limit.name, limit.value);
  print_line("Bandwidth, theoretical", rate(info.datasheet_bytes_per_s, 0));
  print_line("fp32, theoretical", flop_rate(info.datasheet_flops, 0));

  const Ceilings& measured = seen.measured;
  print_line("Reading, measured", rate(measured.read_bytes_per_s, info.datasheet_bytes_per_s));
  print_line("Writing, measured", rate(measured.write_bytes_per_s, info.datasheet_bytes_per_s));
  print_line("Copying, measured", rate(measured.copy_bytes_per_s, info.datasheet_bytes_per_s));
  print_line("To the device, measured", rate(measured.to_device_bytes_per_s, 0));
  print_line("To the host, measured", rate(measured.to_host_bytes_per_s, 0));
  print_line("fp32, measured", flop_rate(measured.flops, info.datasheet_flops));
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
  if (!options.json) {
    session::see_devices(options.platform, options.device, print_text);
    return 0;
  }
  Json devices = Json::array();
  session::see_devices(options.platform, options.device,
                       [&](const session::SeenDevice& seen) { devices.push_back(json_of(seen)); });
  const Json json = {{"devices", std::move(devices)}};
  fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
  return 0;
}

}  // namespace tilebridge::cli
