// SPDX-License-Identifier: Apache-2.0
// Summarises a run in a few numbers.
#pragma once

#include "catalogue/catalogue.hpp"
#include "results/results.hpp"
#include "results/statistics.hpp"

namespace tilebridge {

/// Comparisons whose ratio and interval lie between a millionth and a million; no run writes
/// others.
bool is_usable(const ComparisonResult& comparison);

/// The usable comparison of a case's Kokkos with its native code; null if there is none.
const ComparisonResult* kokkos_against_native(const CaseResult& c);

/// Whether a case is of a pair of the user's own, which has models of its own.
bool is_of_pair(const CaseResult& c, const Catalogue& catalogue);

/// The usable comparisons of a case with its reference: that of Kokkos by its form, or in a pair by
/// each model.
std::vector<std::pair<std::string, const ComparisonResult*>> against_reference(
    const CaseResult& c, const Catalogue& catalogue);

/// Splits the cost of a model's code in ranges: whole = writing × library. Performance: 1 is as
/// fast, less is slower. Where the model has a control, the two are that against native code by
/// indices, and the model's code against that; else the model's own code by indices stands between,
/// and they are its ranges against that, and that against native code by indices.
struct Attribution {
  Interval whole;  // against native code by indices
  Interval writing;
  Interval library;
};

/// None where a case lacks one of the three.
std::optional<Attribution> attribution_of(const CaseResult& c, const Model& model = Model::kokkos);

/// Names what a mean is of: a model in a form, against native code, without releases.
struct ComparedForm {
  ModelForm kernel;
  bool with_control = false;  // else with the native code that the case's others are compared with

  auto operator<=>(const ComparedForm&) const = default;
};

/// The variants of one pattern.
struct PatternMean {
  int variants = 0;
  int experiments = 0;
  /// Geometric mean of performance (1 is parity) over each variant's cases, then over the variants
  /// of each experiment, then over the experiments: what varies is the experiment.
  GeometricMean performance;
};

struct PatternRow {
  std::string real;  // "float", or "double"
  Pattern pattern;
  std::map<ComparedForm, PatternMean> means;
};

/// How many variants are how fast.
struct Distribution {
  struct Entry {
    std::string name;  // "transpose/padded_tile", in double "transpose/padded_tile double"
    double performance;
  };
  std::vector<Entry> entries;  // the slowest first

  bool empty() const { return entries.empty(); }
  int at_parity() const;  // at 0.95 or more
  double median() const;  // of at least one
};

struct Summary {
  std::vector<PatternRow> rows;  // float first, then by pattern
  /// Of Kokkos in ranges, against native code by indices and against the control: kernels alone.
  Distribution whole;
  Distribution library;
};

/// How fast models are against native code, by what the kernels' loops are. Experiments that are
/// not in the catalogue do not count, nor further builds of a model.
Summary summarise(const std::vector<CaseResult>& cases, const Catalogue& catalogue);

/// Whether a case counts as a kernel: not a transfer, whose time depends on the link and the
/// driver, and not of the experiments that measure a device or ways of writing.
bool is_kernel(const CaseResult& c, const Catalogue& catalogue);

}  // namespace tilebridge
