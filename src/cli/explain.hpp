// SPDX-License-Identifier: Apache-2.0
// `tilebridge explain`: one variant, the native code beside Kokkos's.
#pragma once

#include "cli/command.hpp"

namespace tilebridge {

Command add_explain(CLI::App& app);

}  // namespace tilebridge
