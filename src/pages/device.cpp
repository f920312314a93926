// SPDX-License-Identifier: Apache-2.0
#include "pages/device.hpp"

#include <fmt/format.h>

#include "hardware/limits.hpp"
#include "pages/figures.hpp"
#include "results/json.hpp"

namespace tilebridge::pages {
namespace {

using Lines = std::vector<std::pair<std::string, std::string>>;

void add(Lines& lines, const std::string& name, const std::string& value) {
  if (!value.empty()) lines.emplace_back(name, value);
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

std::string memory_text(const Json& device) {
  constexpr double gib = 1ULL << 30U;
  return fmt::format("{:.1f} GiB", device.at("memory_bytes").get<double>() / gib);
}

void add_description(Lines& lines, const Json& device) {
  add(lines, "Driver", text_at(device, "driver"));
  add(lines, "Runtime", text_at(device, "runtime"));
  add(lines, "PCI bus", text_at(device, "pci_bus"));
  add(lines, "UUID", text_at(device, "uuid"));
  add(lines, "Memory", memory_text(device));
  for (const auto& [name, value] : device.at("limits").items())
    add(lines, name, value.get<std::string>());
  if (const auto limits =
          find_limits(text_at(device, "architecture")))  // the runtime does not tell
    add(lines, "Registers per thread", fmt::format("{} of 32 bits", limits->registers_per_thread));
}

void add_rates(Lines& lines, const Ceilings& measured, double bytes_per_s, double flops) {
  add(lines, "Bandwidth, theoretical", rate(bytes_per_s, 0));
  add(lines, "fp32, theoretical", flop_rate(flops, 0));
  add(lines, "Reading, measured", rate(measured.read_bytes_per_s, bytes_per_s));
  add(lines, "Writing, measured", rate(measured.write_bytes_per_s, bytes_per_s));
  add(lines, "Copying, measured", rate(measured.copy_bytes_per_s, bytes_per_s));
  add(lines, "To the device, measured", rate(measured.to_device_bytes_per_s, 0));
  add(lines, "To the host, measured", rate(measured.to_host_bytes_per_s, 0));
  add(lines, "fp32, measured", flop_rate(measured.flops, flops));
}

}  // namespace

DeviceFigures device_figures(const Json& device) {
  const std::string platform = text_at(device, "platform");
  if (device.contains("unavailable"))
    return {fmt::format("{}: {}", platform, text_at(device, "unavailable")), {}};
  const Json& described = device.at("device");
  DeviceFigures figures = {fmt::format("{}: {}", platform, text_at(described, "name")), {}};
  add_description(figures.lines, described);
  add_rates(figures.lines, ceilings_from_json(device.at("ceilings")),
            device.at("datasheet").at("GB_per_s").get<double>() * 1e9,
            device.at("datasheet").at("TFLOP_per_s").get<double>() * 1e12);
  return figures;
}

}  // namespace tilebridge::pages
