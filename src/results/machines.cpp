// SPDX-License-Identifier: Apache-2.0
#include "results/machines.hpp"

#include "machines_json.hpp"
#include "results/json.hpp"

namespace tilebridge {
namespace {

// The known H200s differ by less than 1% at one preset; the rest is room for other days and GPUs.
constexpr double least_of_known = 0.9;
// At the quick preset, an H200 in order reaches 85% to 96% of its datasheet.
constexpr double least_of_datasheet = 0.8;

constexpr std::array<std::pair<std::string_view, Rate>, 6> checked = {
    {{"reading memory", Rate::read},
     {"writing memory", Rate::write},
     {"copying memory", Rate::copy},
     {"fp32 multiply-adds", Rate::fma},
     {"to the device", Rate::to_device},
     {"to the host", Rate::to_host}}};

double rate_of(Ceilings ceilings, Rate rate) { return ceilings.of(rate); }

/// 0 if there is none.
double median_of_known(const std::vector<Machine>& known, const Machine& machine, Rate rate) {
  std::vector<double> rates;
  for (const Machine& other : known)
    if (other.is_like(machine))
      if (const double value = rate_of(other.measured, rate); value > 0) rates.push_back(value);
  if (rates.empty()) return 0;
  std::sort(rates.begin(), rates.end());
  return rates[rates.size() / 2];
}

}  // namespace

std::vector<Machine> known_machines(const Json& own) {
  std::vector<Machine> machines;
  const Json list = Json::parse(machines_json);
  for (const Json& entry : list.at("machines"))
    if (entry != own)
      machines.push_back({text_at(entry, "device"), text_at(entry, "preset"),
                          ceilings_from_json(entry.at("rates"))});
  return machines;
}

Json machine_entry(const Results& results) {
  return {{"device", text_at(results.device, "name")},
          {"architecture", text_at(results.device, "architecture")},
          {"driver", text_at(results.device, "driver")},
          {"runtime", text_at(results.device, "runtime")},
          {"preset", text_at(results.program, "preset")},
          {"date", text_at(results.program, "started").substr(0, 10)},
          {"tilebridge", text_at(results.program, "version")},
          {"rates", to_json(results.ceilings)}};
}

std::optional<bool> RateCheck::is_low() const {
  if (known > 0) return measured < least_of_known * known;
  if (datasheet > 0) return measured < least_of_datasheet * datasheet;
  return std::nullopt;
}

std::vector<RateCheck> check_rates(const Machine& machine, const Ceilings& datasheet,
                                   const std::vector<Machine>& known) {
  std::vector<RateCheck> checks;
  for (const auto& [what, rate] : checked) {
    const double measured = rate_of(machine.measured, rate);
    if (measured > 0)
      checks.push_back(
          {what, rate, measured, rate_of(datasheet, rate), median_of_known(known, machine, rate)});
  }
  return checks;
}

}  // namespace tilebridge
