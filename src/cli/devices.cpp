// SPDX-License-Identifier: Apache-2.0
#include "cli/devices.hpp"

#include <fmt/format.h>

#include "backends/backends.hpp"
#include "cli/run.hpp"
#include "measure/suite.hpp"
#include "report/figures.hpp"
#include "results/json.hpp"

namespace tilebridge {
namespace {

void print_line(const std::string& name, const std::string& value) {
  if (!value.empty()) fmt::print("  {:<36} {}\n", name, value);
}

std::string share_of(double value, double datasheet) {
  return datasheet > 0 ? fmt::format(" ({:.1f}% of the datasheet's)", 100 * value / datasheet) : "";
}

std::string rate(double bytes_per_s, double datasheet) {
  if (bytes_per_s == 0) return "";
  return bandwidth_text(bytes_per_s) + share_of(bytes_per_s, datasheet);
}

std::string flop_rate(double flops, double datasheet) {
  return flops == 0 ? "" : flops_text(flops) + share_of(flops, datasheet);
}

Ceilings measured_on(Platform platform, Backend& backend) {
  Suite suite(platform, backend.device(), backend.implementations(), "", {});
  const auto cases = plan_ceilings(Preset::quick, platform);
  check_memory(cases, backend.device());
  suite.measure_ceilings(cases);
  return suite.ceilings();
}

void print(Platform platform, Backend& backend) {
  const DeviceInfo& info = backend.device().info();
  fmt::print("{}: {}\n", name_of(platform), info.name);
  print_line("Driver", info.driver);
  print_line("Runtime", info.runtime);
  print_line("PCI bus", info.pci_bus);
  print_line("Memory", fmt::format("{:.1f} GiB", static_cast<double>(info.memory_bytes) /
                                                     static_cast<double>(1ULL << 30)));
  for (const DeviceLimit& limit : info.limits) print_line(limit.name, limit.value);
  print_line("Bandwidth, theoretical", rate(info.datasheet_bytes_per_s, 0));
  print_line("fp32, theoretical", flop_rate(info.datasheet_flops, 0));

  const Ceilings measured = measured_on(platform, backend);
  print_line("Reading, measured", rate(measured.read_bytes_per_s, info.datasheet_bytes_per_s));
  print_line("Writing, measured", rate(measured.write_bytes_per_s, info.datasheet_bytes_per_s));
  print_line("Copying, measured", rate(measured.copy_bytes_per_s, info.datasheet_bytes_per_s));
  print_line("To the device, measured", rate(measured.to_device_bytes_per_s, 0));
  print_line("To the host, measured", rate(measured.to_host_bytes_per_s, 0));
  print_line("fp32, measured", flop_rate(measured.flops, info.datasheet_flops));
}

Json to_json(Platform platform, Backend& backend) {
  const DeviceInfo& info = backend.device().info();
  return {{"platform", name_of(platform)},
          {"device", to_json(info)},
          {"datasheet",
           {{"GB_per_s", info.datasheet_bytes_per_s / 1e9},
            {"TFLOP_per_s", info.datasheet_flops / 1e12}}},
          {"ceilings", to_json(measured_on(platform, backend))}};
}

struct Candidate {
  Platform platform;
  std::string reason;  // why it cannot be opened; "" if it can
};

/// The requested platform, which must exist, or all platforms.
std::vector<Candidate> candidates(const DevicesOptions& options) {
  if (options.platform != "auto") return {{parse_platform(options.platform), ""}};
  std::vector<Candidate> all;
  for (const Platform platform : {Platform::cuda, Platform::hip, Platform::host})
    all.push_back({platform, why_not(platform, options.device)});
  return all;
}

void print_text(const DevicesOptions& options) {
  for (const auto& [platform, reason] : candidates(options))
    if (reason.empty())
      print(platform, *open_backend(platform, options.device));
    else
      fmt::print("{}: {}\n", name_of(platform), reason);
}

void print_json(const DevicesOptions& options) {
  Json json = {{"devices", Json::array()}};
  for (const auto& [platform, reason] : candidates(options))
    json["devices"].push_back(reason.empty()
                                  ? to_json(platform, *open_backend(platform, options.device))
                                  : Json{{"platform", name_of(platform)}, {"unavailable", reason}});
  fmt::print("{}\n", json.dump(2, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

Json to_json(const DeviceInfo& info) {
  Json limits = Json::object();
  for (const DeviceLimit& limit : info.limits) limits[limit.name] = limit.value;
  return {{"name", info.name},
          {"architecture", info.architecture},
          {"driver", info.driver},
          {"runtime", info.runtime},
          {"pci_bus", info.pci_bus},
          {"memory_bytes", info.memory_bytes},
          {"cache_bytes", info.cache_bytes},
          {"units", info.units},
          {"clock_hz", info.clock_hz},
          {"limits", limits}};
}

int print_devices(const DevicesOptions& options) {
  const KokkosSession kokkos(options.device);
  if (options.json)
    print_json(options);
  else
    print_text(options);
  return 0;
}

}  // namespace tilebridge
