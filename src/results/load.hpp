// SPDX-License-Identifier: Apache-2.0
// The load that other processes put on a device when a run began, as its result file has it.
#pragma once

#include <string>

#include "results/results.hpp"

namespace tilebridge {

/// "2 other processes, 97% utilised", by `program.load`; "" if the device was not busy, or the file
/// does not say.
std::string load_text(const Json& program);

/// Keeps the greater of both loads in `program`, as for the parts of a run.
void keep_greater_load(Json& program, const Json& other);

}  // namespace tilebridge
