// SPDX-License-Identifier: Apache-2.0
// Registers, stack, spills and shared memory of kernels, architectures side by side.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "resources/resources.hpp"

namespace tilebridge::view {

/// Which kernels to show: Kokkos's internal ones are only counted unless requested.
enum class Rows { own, all };

/// One kernel on one architecture; "-" for nothing.
struct ResourceFigures {
  std::string registers;
  std::string stack;   // bytes
  std::string spills;  // bytes stored and loaded: "16/24"
  std::string shared;  // bytes

  /// "32, 16 stack, 8/12 spilled, 4224 shared".
  std::string in_words() const;
};

ResourceFigures figures_of(const resources::Resources& resources);

struct ResourceRow {
  std::string kernel;  // names of more than 100 columns end in "..."
  std::string model;
  std::vector<std::optional<ResourceFigures>> figures;  // for each architecture
};

struct ResourceGroup {
  std::string experiment;
  std::vector<ResourceRow> rows;
  std::string left_out;  // "3 Kokkos-internal kernels: --all"; "" if none are left out
};

std::vector<ResourceGroup> resource_groups(const resources::ResourceTable& table, Rows rows);

/// "transpose native padded_tile sm_90: registers 22 → 24", one line each, and what was compared.
std::vector<std::string> change_lines(const resources::ResourceChanges& changes);

}  // namespace tilebridge::view
