// SPDX-License-Identifier: Apache-2.0
#include "terminal/machine.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace tilebridge::terminal {
namespace {

std::string row(const std::string& what, const std::string& measured, const std::string& known,
                const std::string& datasheet, const std::string& verdict) {
  return padded(what, 19) + padded(measured, 14) + padded(known, 22) + padded(datasheet, 21) +
         verdict + "\n";
}

}  // namespace

std::string machine_text(const pages::MachineCheck& check) {
  std::string text = tame(check.device, 60) + "\n";
  if (check.known == 0) text += "no other machine of this kind is known\n";
  text += row("", "measured", check.known == 0 ? "" : plural(check.known, "known machine"),
              "datasheet", "");
  for (const pages::CheckedRate& rate : check.rates)
    text += row(rate.what, rate.measured, rate.known, rate.datasheet, rate.verdict);
  return text;
}

}  // namespace tilebridge::terminal
