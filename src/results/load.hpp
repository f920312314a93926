// SPDX-License-Identifier: Apache-2.0
// A result file says of its run: the load that other processes put on the device when it
// began, and what it took.
#pragma once

#include <string>

#include "results/results.hpp"

namespace tilebridge {

/// "2 other processes, 97% utilised", by `program.load`; "" if the device was not busy, or the file
/// does not say.
std::string load_text(const Json& program);

/// Keeps the greater of both loads in `program`, as for the parts of a run.
void keep_greater_load(Json& program, const Json& other);

/// The time that a run took in seconds, with the parts that it resumed; 0 where the file does not
/// say.
double seconds_taken(const Results& results);

/// Adds what a run took to what its other parts took.
void add_seconds(Results& results, double seconds);

}  // namespace tilebridge
