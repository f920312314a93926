// SPDX-License-Identifier: Apache-2.0
#include "pages/device.hpp"

#include "base/text.hpp"
#include "hardware/limits.hpp"
#include "pages/figures.hpp"
#include "results/json.hpp"

namespace tilebridge::pages {
namespace {

void add(Table& table, const char* name, const std::string& value) {
  if (!value.empty()) table.add({name, value});
}

std::string peak_text(Rate rate, double value) {
  return rate == Rate::fma ? flops_text(value) : bandwidth_text(value);
}

/// "4676 GB/s (97.4% of the datasheet's)"; "" where the rate is not known.
std::string known_rate(Rate rate, double value, double datasheet = 0) {
  if (value == 0) return "";
  const std::string text = peak_text(rate, value);
  return datasheet > 0
             ? fmt::format("{} ({:.1f}% of the datasheet's)", text, 100 * value / datasheet)
             : text;
}

std::string memory_text(const Json& device) {
  constexpr double gib = 1ULL << 30U;
  return fmt::format("{:.1f} GiB", device.at("memory_bytes").get<double>() / gib);
}

void add_description(Table& table, const Json& device) {
  add(table, "Driver", text_at(device, "driver"));
  add(table, "Runtime", text_at(device, "runtime"));
  add(table, "PCI bus", text_at(device, "pci_bus"));
  add(table, "UUID", text_at(device, "uuid"));
  add(table, "Memory", memory_text(device));
  for (const auto& [name, value] : device.at("limits").items())
    add(table, name.c_str(), value.get<std::string>());
  // The runtime does not tell.
  if (const auto limits = find_limits(text_at(device, "architecture")))
    add(table, "Registers per thread", fmt::format("{} of 32 bits", limits->registers_per_thread));
}

void add_rates(Table& table, const Ceilings& measured, double bytes_per_s, double flops) {
  add(table, "Bandwidth, theoretical", known_rate(Rate::copy, bytes_per_s));
  add(table, "fp32, theoretical", known_rate(Rate::fma, flops));
  add(table, "Reading, measured", known_rate(Rate::read, measured.read_bytes_per_s, bytes_per_s));
  add(table, "Writing, measured", known_rate(Rate::write, measured.write_bytes_per_s, bytes_per_s));
  add(table, "Copying, measured", known_rate(Rate::copy, measured.copy_bytes_per_s, bytes_per_s));
  add(table, "To the device, measured",
      known_rate(Rate::to_device, measured.to_device_bytes_per_s));
  add(table, "To the host, measured", known_rate(Rate::to_host, measured.to_host_bytes_per_s));
  add(table, "fp32, measured", known_rate(Rate::fma, measured.flops, flops));
}

std::string share_text(const RateCheck& check, double whole) {
  return whole > 0 ? fmt::format("{:.0f}% of {}", 100 * check.measured / whole,
                                 peak_text(check.rate, whole))
                   : "";
}

Cell verdict_cell(std::optional<bool> is_low) {
  if (!is_low) return {};
  return *is_low ? Cell("LOW", Mark::slower) : Cell("PASS", Mark::parity);
}

/// Says why a run left no results.
std::string why_none(const std::optional<int>& status) {
  return status ? fmt::format("no results (status {})", *status) : "not started";
}

Table::Row row_of(const DeviceFile& of) {
  if (!of.results) return {{of.label, Cell::reason(why_none(of.status), Mark::missing)}};
  const Results& results = *of.results;
  const std::size_t invalid = count_invalid(results);
  Cell wrong = Cell::number(invalid);
  if (invalid > 0) wrong.mark = Mark::invalid;
  return {{of.label, text_at(results.device, "name"), of.file, Cell::number(results.cases.size()),
           wrong, Cell::number(known_rate(Rate::copy, results.ceilings.copy_bytes_per_s)),
           Cell::number(clock_text(judge::median_clock(results))),
           Cell::number(of.status.value_or(0) == 0 ? "" : std::to_string(*of.status))}};
}

}  // namespace

Document device_files_page(std::span<const DeviceFile> files) {
  Table table = {"",
                 {{"", "device"}, "name", "file", "cases", "invalid", "copy", "clock", "status"}};
  for (const DeviceFile& file : files) table.groups.back().rows.push_back(row_of(file));
  table.leave_out_if_empty(table.column("status"));
  table.leave_out_if_empty(table.column("clock"));
  Document page;
  page.add(std::move(table));
  return page;
}

Document device_page(const Json& device) {
  Document page;
  const std::string platform = text_at(device, "platform");
  if (device.contains("unavailable")) {
    page.say(fmt::format("{}: {}", platform, text_at(device, "unavailable")));
    return page;
  }
  const Json& described = device.at("device");
  page.add(Heading{fmt::format("{}: {}", platform, text_at(described, "name"))});
  Table table = {"", {{"", "property"}, {"", "value"}}};
  add_description(table, described);
  add_rates(table, ceilings_from_json(device.at("ceilings")),
            device.at("datasheet").at("GB_per_s").get<double>() * 1e9,
            device.at("datasheet").at("TFLOP_per_s").get<double>() * 1e12);
  page.add(std::move(table));
  return page;
}

MachineCheck machine_check(const Machine& machine, const Ceilings& datasheet,
                           const std::vector<Machine>& known) {
  MachineCheck result;
  result.page.add(Heading{machine.device});
  const auto alike = static_cast<std::size_t>(
      std::ranges::count_if(known, [&](const Machine& other) { return other.is_like(machine); }));
  if (alike == 0) result.page.say("no other machine of this kind is known");
  const std::string of_known = alike == 0 ? "" : plural(alike, "known machine");
  Table table = {"", {"rate", "measured", {of_known, "known"}, "datasheet", "verdict"}};
  for (const RateCheck& check : check_rates(machine, datasheet, known)) {
    table.add({check.what, peak_text(check.rate, check.measured), share_text(check, check.known),
               share_text(check, check.datasheet), verdict_cell(check.is_low())});
    result.is_low = result.is_low || check.is_low().value_or(false);
  }
  result.page.add(std::move(table));
  return result;
}

}  // namespace tilebridge::pages
