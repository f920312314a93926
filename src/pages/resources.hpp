// SPDX-License-Identifier: Apache-2.0
// Registers, stack, spills, shared memory and instructions of kernels, architectures side by side.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "resources/resources.hpp"

namespace tilebridge::pages {

/// Which kernels to show: Kokkos's internal ones are only counted unless requested.
enum class Rows { own, all };

/// One kernel on one architecture; "-" for nothing.
struct ResourceFigures {
  std::string registers;
  std::string stack;              // bytes
  std::string spills;             // bytes stored and loaded: "16/24"
  std::string shared;             // bytes
  std::string instructions = {};  // "" if unknown

  /// "32, 16 stack, 8/12 spilled, 4224 shared, 88 instructions".
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
  /// "compiled in 2.1 s (cuda/tiling/transpose.cu), 8.0 s (…)"; "" if unknown.
  std::string compiled = {};
};

std::vector<ResourceGroup> resource_groups(const resources::BuildResources& build, Rows rows);

/// "transpose native padded_tile sm_90: registers 22 → 24", one line each, and what was compared.
std::vector<std::string> change_lines(const resources::ResourceChanges& changes, Rows rows);

/// "compile time of 56 files: 812.3 s → 934.0 s (+15.0%)", then the largest changes; none if both
/// builds have no file with a known time.
std::vector<std::string> compile_lines(const resources::CompileChanges& changes);

}  // namespace tilebridge::pages
