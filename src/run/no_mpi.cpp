// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/launcher.hpp"
#include "run/ranks.hpp"

namespace tilebridge::run {

std::unique_ptr<Ranks> launched_ranks() {
  if (const auto start = launched(); start && start->size > 1)
    throw UsageError(
        fmt::format("{} processes were started, but this build has no MPI; configure with "
                    "-DTILEBRIDGE_MPI=ON, or start one process with --device all",
                    start->size));
  return std::make_unique<Ranks>();
}

}  // namespace tilebridge::run
