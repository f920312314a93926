// SPDX-License-Identifier: Apache-2.0
// Performance portability after Pennycook, Sewall and Lee (arXiv:1611.07409): efficiencies of
// kernels on several machines, and their means.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "judge/cells.hpp"

namespace tilebridge::judge {

/// A kernel's time on a machine, as a share: 1 is the best known there. The best counts as known
/// exactly.
struct Efficiency {
  const Cell* cell = nullptr;
  Interval application = {};  // the fastest kernel of any variant and model for the same task ÷ own
  Interval model = {};        // the fastest of the same variant, and in its place, ÷ own
  /// The share of the ceiling, measured in the same run, that bounds it; none where none is known.
  std::optional<Interval> architectural = {};
};

/// One kernel on several machines: what the metric calls an application.
struct PortableKernel {
  std::string model;  // "kokkos"; of native code "cuda", "hip", "host"
  Form form = Form::indices;
  std::vector<std::optional<Efficiency>> on;  // by machine of its variant; none where it lacks it

  /// On the first machine that has it.
  const Cell& cell() const;
};

/// The kernels of a variant that do one task: equal in experiment, parameters, cache and work. Of
/// the same arrays a copy and an addition are two tasks, and what is rewritten belongs to the
/// variant that it rewrites.
struct PortableVariant {
  std::string task;  // equal for all variants that do it
  std::string variant;
  std::vector<std::size_t> machines;    // numbers of the files that ran it
  std::vector<PortableKernel> kernels;  // at least one

  const CaseResult& of() const { return *kernels.front().cell().of; }
};

/// Returns the variants that have a valid kernel in any file, with the first build of each model;
/// the variants of a task are one after the other. A file is a machine, but a profile, which has no
/// times, is none. Points into the cells.
std::vector<PortableVariant> portable_variants(std::span<const Cells> files);

using Efficiencies = std::vector<std::optional<Interval>>;  // by machine

Efficiencies application_efficiencies(const PortableKernel& kernel);
Efficiencies model_efficiencies(const PortableKernel& kernel);
/// Empty if a machine that has the kernel knows no ceiling of it.
Efficiencies architectural_efficiencies(const PortableKernel& kernel);

/// The harmonic mean, Pennycook's metric: 0 where any is missing. Its interval
/// takes the errors as independent, to first order in the logarithms.
Interval harmonic_mean(const Efficiencies& efficiencies);

/// The mean of those that are not missing, with an interval of the same kind; 0 if all are.
Interval arithmetic_mean(const Efficiencies& efficiencies);

/// A kernel that people know, in one variant and case.
struct KnownVariant {
  std::string name;  // "transpose", "transpose, double"
  const PortableVariant* variant;
};

/// Each kernel that people know in the median case, by the controlled model's metric, of those that
/// move at least nine tenths of the bytes of the largest. If any case has cold caches, only such
/// cases count. Points into the variants.
std::vector<KnownVariant> known_variants(const std::vector<PortableVariant>& variants,
                                         const Catalogue& catalogue);

/// The usual kernel of a model: native code by indices, else loops; null if the variant has none.
const PortableKernel* usual_kernel(const PortableVariant& variant, const std::string& model);

/// Native code of every platform as one application, which has other source code on each; none if
/// the variant ran on one platform alone.
std::optional<PortableKernel> native_of_each_platform(const PortableVariant& variant);

}  // namespace tilebridge::judge
