// SPDX-License-Identifier: Apache-2.0
// The costs of a port: the kernels that people know, in each model and way of writing, against the
// usual CUDA kernel, and each model's best against CUDA's best.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "judge/cells.hpp"

namespace tilebridge::judge {

/// Ratios of performances over the cases of one kernel: the median case's, and the range.
struct CaseRange {
  Interval middle;
  double least = 0;
  double most = 0;
  std::size_t cases = 0;
};

/// The kernels of one model, in its first build. A way that the file does not have is missing.
struct PortedModel {
  Model model;
  std::optional<CaseRange> loops = {};  // ÷ the usual native kernel, as the next two
  std::optional<CaseRange> indices = {};
  std::optional<CaseRange> rewritten = {};
  std::optional<CaseRange> best = {};  // the model's fastest kernel ÷ the fastest native one
  const Cell* median_loops = nullptr;  // of the case that `loops` has in its middle
};

/// A kernel, in the cases that move at least nine tenths of the bytes of its largest one.
struct PortedKernel {
  std::string experiment;           // "transpose"
  std::string name;                 // "transpose", or the variant where people know none
  std::string variant;              // "padded_tile"
  std::string real;                 // "float", "double"; "" of words
  const Cell* median;               // the case with the median of the first model's loops
  double native_seconds = 0;        // of the usual native kernel there
  std::vector<PortedModel> models;  // in the order in which they are shown
};

/// Chooses among the cases of a file.
using IsTaken = std::function<bool(const CaseResult&)>;
bool is_cold(const CaseResult& c);

/// Whether a case is of the kernel that people know in an experiment, or of what is written in its
/// place.
bool is_known(const Experiment& experiment, const CaseResult& c);

/// The known kernels that the chosen cases have, in the catalogue's order, each type of numbers on
/// its own. The fastest kernels are of any variant that does the same, without the vendor's
/// libraries, which all models can call; a model without tuned kernels has none. Points into the
/// cells, their results and the catalogue.
std::vector<PortedKernel> ported_kernels(const Cells& cells, const Catalogue& catalogue,
                                         const IsTaken& is_taken = is_cold);

/// All kernels in loops, and built-in facilities in their place, in the order of the cases: each
/// type of numbers on its own. Native code in loops, the control, is among their models.
std::vector<PortedKernel> all_kernels(const Cells& cells);

/// The models that any of the kernels has, in the order in which they are shown.
std::vector<Model> models_of(const std::vector<PortedKernel>& kernels);

/// The median of `way` over those kernels of a type that have it, and its range; no cases for none.
CaseRange over_kernels(const std::vector<PortedKernel>& kernels, const Model& model,
                       std::string_view real, std::optional<CaseRange> PortedModel::*way);

}  // namespace tilebridge::judge
