#include "cli/devices.hpp"

#include <fmt/format.h>

#include "backends/backends.hpp"
#include "cli/run.hpp"
#include "measure/suite.hpp"

namespace tilebridge {
namespace {

void print_line(const std::string& name, const std::string& value) {
  if (!value.empty()) fmt::print("  {:<36} {}\n", name, value);
}

std::string rate(double bytes_per_s, double of) {
  if (bytes_per_s == 0) return "";
  const std::string text = fmt::format("{:.0f} GB/s", bytes_per_s / 1e9);
  return of > 0 ? text + fmt::format(" ({:.1f}% of the datasheet's)", 100 * bytes_per_s / of)
                : text;
}

std::string flop_rate(double flops, double of) {
  if (flops == 0) return "";
  const std::string text = fmt::format("{:.2f} TFLOP/s", flops / 1e12);
  return of > 0 ? text + fmt::format(" ({:.1f}% of the datasheet's)", 100 * flops / of) : text;
}

void print(Platform platform, Backend& backend) {
  PlatformDevice& device = backend.device();
  const DeviceInfo& info = device.info();
  fmt::print("{}: {}\n", name_of(platform), info.name);
  print_line("Driver", info.driver);
  print_line("Runtime", info.runtime);
  print_line("PCI bus", info.pci_bus);
  print_line("Memory", fmt::format("{:.1f} GiB", static_cast<double>(info.memory_bytes) /
                                                     static_cast<double>(1ULL << 30)));
  for (const DeviceLimit& limit : info.limits) print_line(limit.name, limit.value);
  print_line("Bandwidth, theoretical", rate(info.datasheet_bytes_per_s, 0));
  print_line("fp32, theoretical", flop_rate(info.datasheet_flops, 0));

  Suite suite(platform, device, backend.implementations(), "", {});
  const auto cases = plan_ceilings(Preset::quick, platform);
  check_memory(cases, device);
  suite.measure_ceilings(cases);
  const Ceilings& measured = suite.ceilings();
  print_line("Reading, measured", rate(measured.read_bytes_per_s, info.datasheet_bytes_per_s));
  print_line("Writing, measured", rate(measured.write_bytes_per_s, info.datasheet_bytes_per_s));
  print_line("Copying, measured", rate(measured.copy_bytes_per_s, info.datasheet_bytes_per_s));
  print_line("To the device, measured", rate(measured.to_device_bytes_per_s, 0));
  print_line("To the host, measured", rate(measured.to_host_bytes_per_s, 0));
  print_line("fp32, measured", flop_rate(measured.flops, info.datasheet_flops));
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
  if (options.platform != "auto") {
    const Platform platform = parse_platform(options.platform);
    print(platform, *open_backend(platform, options.device));
    return 0;
  }
  for (const Platform platform : {Platform::cuda, Platform::hip, Platform::host}) {
    const std::string reason = why_not(platform, options.device);
    if (reason.empty())
      print(platform, *open_backend(platform, options.device));
    else
      fmt::print("{}: {}\n", name_of(platform), reason);
  }
  return 0;
}

}  // namespace tilebridge
