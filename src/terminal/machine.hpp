// SPDX-License-Identifier: Apache-2.0
// The check of a machine as a terminal shows it.
#pragma once

#include <string>

#include "pages/machine.hpp"

namespace tilebridge::terminal {

/// In 80 columns.
std::string machine_text(const pages::MachineCheck& check);

}  // namespace tilebridge::terminal
