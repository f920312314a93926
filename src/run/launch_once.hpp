// SPDX-License-Identifier: Apache-2.0
// What a profiler watches: every kernel once.
#pragma once

#include "run/request.hpp"

namespace tilebridge::run {

/// Launches and validates every case and model once, in a range named by range_name(), and writes a
/// result file without times. Invalid results are reported only in the file.
void launch_once(const Job& job);

}  // namespace tilebridge::run
