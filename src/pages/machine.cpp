// SPDX-License-Identifier: Apache-2.0
#include "pages/machine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pages/figures.hpp"

namespace tilebridge::pages {
namespace {

std::string peak_text(Rate rate, double value) {
  return rate == Rate::fma ? flops_text(value) : bandwidth_text(value);
}

std::string share_text(const RateCheck& check, double whole) {
  return whole > 0 ? fmt::format("{:.0f}% of {}", 100 * check.measured / whole,
                                 peak_text(check.rate, whole))
                   : "";
}

std::string verdict_of(const RateCheck& check) {
  const std::optional<bool> low = check.is_low();
  return !low ? "" : *low ? "LOW" : "PASS";
}

CheckedRate shown(const RateCheck& check) {
  return {.what = std::string(check.what),
          .measured = peak_text(check.rate, check.measured),
          .known = share_text(check, check.known),
          .datasheet = share_text(check, check.datasheet),
          .verdict = verdict_of(check)};
}

}  // namespace

MachineCheck machine_check(const Machine& machine, const Ceilings& datasheet,
                           const std::vector<Machine>& known) {
  MachineCheck result = {.device = machine.device, .known = 0, .rates = {}, .is_low = false};
  result.known =
      static_cast<std::size_t>(std::count_if(known.begin(), known.end(), [&](const Machine& other) {
        return other.device == machine.device && other.preset == machine.preset;
      }));
  for (const RateCheck& check : check_rates(machine, datasheet, known)) {
    result.rates.push_back(shown(check));
    result.is_low = result.is_low || check.is_low().value_or(false);
  }
  return result;
}

}  // namespace tilebridge::pages
