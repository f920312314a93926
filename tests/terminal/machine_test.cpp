// SPDX-License-Identifier: Apache-2.0
#include "terminal/machine.hpp"

#include <gmock/gmock.h>

#include "tests/terminal/width.hpp"

namespace tilebridge::terminal {
namespace {

using testing::HasSubstr;

TEST(TerminalMachine, SaysWhatEachRateIsHeldAgainst) {
  Machine machine = {"a GPU", "quick", {}};
  machine.measured.copy_bytes_per_s = 3e12;
  machine.measured.to_host_bytes_per_s = 5e10;
  Ceilings datasheet;
  datasheet.copy_bytes_per_s = 4e12;
  const std::string text = machine_text(pages::machine_check(machine, datasheet, {}));
  EXPECT_THAT(text, HasSubstr("no other machine of this kind is known\n"));
  EXPECT_THAT(text, HasSubstr("75% of 4"));
  EXPECT_THAT(text, HasSubstr("LOW\n"));
  EXPECT_THAT(text, HasSubstr("to the host"));
  expect_columns(text, 80);
}

}  // namespace
}  // namespace tilebridge::terminal
