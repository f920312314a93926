// SPDX-License-Identifier: Apache-2.0
// The page says what a comparison of result files found.
#pragma once

#include "judge/outcome.hpp"
#include "pages/document.hpp"

namespace tilebridge::pages {

/// "Slower: 1 result", "Wrong results: …", "Could not tell: …", or "No slowdown: …" with what could
/// have been seen.
std::string verdict_text(const judge::GatePage& page);

/// A line for a pull request.
struct GateLine {
  std::string text;
  Mark mark = Mark::none;
};

/// One for each model of a pair of the user's own: "heat_flux: Kokkos 0.94 of CUDA [0.93, 0.95],
/// was 0.97: slower", of several cases "…: slower in 2 cases". One says what they leave out: the
/// status and its reason, if there is no pair or it could not tell, and by time if anything is
/// slower.
std::vector<GateLine> gate_lines(const judge::GatePage& page);

/// "another GPU of the same model: GPU-1… -> GPU-2…", and which files were measured on a busy GPU.
std::vector<std::string> gpu_lines(const judge::GatePage& page);

/// Performance of the kernels in the new run ÷ that in the base: of the whole run, and of the
/// experiments and families where a trend was found. No rows if there is no aggregate.
Table aggregates_table(const std::vector<judge::Aggregate>& aggregates);

/// "all kernels", "kernels of transpose", "kernels of the family tiling".
std::string name_of(const judge::Aggregate& aggregate);

/// The figures of a compared result, which must not be invalid.
struct ChangeRow {
  std::string change;       // "6.91 µs -> 7.49 µs, +8.4% time", or "0.990 -> 0.912" for ratios
  std::string performance;  // "0.92 [0.91, 0.93]"; with a tolerance below 5% "0.922 [0.914, 0.930]"
  std::string parity;       // "± 5.0%"
  /// "clock 1980 -> 1500 MHz" unless it was about the same, why a change beyond parity is
  /// undecided, and which factors of a kernel in loops moved: "moved: library 0.86".
  std::string remark;
};

ChangeRow shown_change(const judge::Change& change, const judge::GateOptions& options);
/// The status with its reason, the counts and the findings: what is printed if the page goes to a
/// file, and what the page begins with.
Document gate_summary(const judge::GatePage& page);

/// `tilebridge compare`, and a comment for a pull request. The largest changes are first; what
/// needs no attention is folded.
Document gate_page(const judge::GatePage& page);

}  // namespace tilebridge::pages
