// SPDX-License-Identifier: Apache-2.0
// Registers, stack, spills and shared memory of kernels, architectures side by side.
#pragma once

#include <string>

#include "resources/resources.hpp"

namespace tilebridge {

/// Which rows to show: Kokkos's internal kernels are only counted unless requested.
enum class Rows { own, all };

/// One experiment after the other; the console table is at most 120 columns wide for three
/// architectures. Names of kernels over 100 columns end in "...".
std::string resources_as_text(const ResourceTable& table, Rows rows);
std::string resources_as_markdown(const ResourceTable& table, Rows rows);

/// "transpose native padded_tile sm_90: registers 22 → 24", one line each, and what was compared.
std::string changes_as_text(const ResourceChanges& changes);

}  // namespace tilebridge
