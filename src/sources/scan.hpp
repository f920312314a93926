// SPDX-License-Identifier: Apache-2.0
// Finds idioms of the cost list in the source text of Kokkos code, and of OpenMP's target regions,
// without compiling it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sources/code.hpp"
#include "sources/cuda_kernels.hpp"

namespace tilebridge::sources {

/// Texts for a place that the cost list's texts do not fit, or whose idiom has no measured cost. A
/// text is "" where the list's text fits.
struct Advice {
  std::string written = {};
  std::string matters = {};
  std::string instead = {};
  std::string holds_if = {};
};

/// A change of a kernel in loops that is measured in kernels of the catalogue, from one form of a
/// model to another.
enum class Step : std::uint8_t {
  none,
  launch,     // the blocks that the library chose → blocks like those of native code
  tile,       // the tile that Kokkos chose for an MDRangePolicy → one of the user's
  by_index,   // ranges over a team → the ranks of teams and threads
  rewritten,  // → written to cost what native code costs
};

/// The steps that remedies in code of that model are.
std::vector<Step> steps_of(std::string_view model);

/// The step that the remedy of a place is, and the kernel that it would be taken in.
struct Remedy {
  Step step = Step::none;
  CudaPattern pattern = CudaPattern::other;
  bool is_double = false;       // by the kernel's text
  std::string holds_if = {};    // where the remedy is that step: "the contiguous index is the last"
  std::string_view model = {};  // "kokkos"
};

/// A place where an idiom is written.
struct Finding {
  std::string idiom;     // "team_control/single"; "unmeasured/fence" if the cost list has none
  std::size_t line = 0;  // from 1
  std::string code;      // that line
  /// The kernel it is in: the label of its parallel_…(), else the class of its functor; "" if it is
  /// in neither, or not in a kernel.
  std::string kernel = {};
  bool is_labelled = false;
  Advice advice = {};
  /// Whether it matters there depends on what the text does not say.
  bool is_question = false;
  Remedy remedy = {};
};

/// A parallel_…() with a label and a functor of a class: what is found in the class belongs to it.
struct LabelledFunctor {
  std::string label;
  std::string functor;
};

struct Scan {
  std::vector<Finding> findings;  // in the order of lines
  std::vector<LabelledFunctor> functors;
  /// Whether a name of Kokkos, a wrapper, or a target region of OpenMP is in it.
  bool has_kokkos = true;
  std::vector<std::string_view> others = {};  // models whose names are in it: "RAJA"
};

/// Idioms that can be told from text, each once in lines of one kernel that follow one another.
/// Lines that say "tilebridge: ignore" in a comment are left out. The text may be UTF-16, and its
/// lines may end in any way. Takes a time in proportion to the text.
Scan scan_source(std::string_view text, const Wrappers& wrappers = {});

}  // namespace tilebridge::sources
