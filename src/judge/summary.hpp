// SPDX-License-Identifier: Apache-2.0
// Summarises a run in a few numbers.
#pragma once

#include "catalogue/catalogue.hpp"
#include "judge/cells.hpp"

namespace tilebridge::judge {

/// Whether a case is of a pair of the user's own, which has models of its own.
bool is_of_pair(const CaseResult& c, const Catalogue& catalogue);

/// The kernels by which a case counts: Kokkos's under its form, or in a pair each model's under its
/// name. They have a ratio against the reference.
std::vector<std::pair<std::string, const Cell*>> against_reference(const CaseResult& c,
                                                                   const Cells& cells,
                                                                   const Catalogue& catalogue);

/// The kernel of native code that another one is compared with: the reference of its case, or a
/// control.
enum class Against { reference, control, usual_block };

/// Names what a mean is of: a model in a form, against native code, without releases.
struct ComparedForm {
  ModelForm kernel;
  Against against = Against::reference;

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

/// Below this number a mean over experiments has no interval: one of them decides how wide it is.
inline constexpr std::size_t fewest_experiments = 8;

/// Takes the geometric mean over the variants of each experiment, then over the experiments, with
/// Student's t interval over these if there are enough. `performances` has those of the variants,
/// by experiment.
GeometricMean mean_over_experiments(const std::map<std::string, std::vector<double>>& performances);

struct PatternRow {
  std::string real;  // "float", or "double"
  Pattern pattern;
  std::map<ComparedForm, PatternMean> means;
};

/// How many variants are how fast.
struct Distribution {
  struct Entry {
    std::string name;    // "transpose/padded_tile"
    double performance;  // geometric mean over its cases
    /// Parity if every case is at parity; slower if a case is slower and none is faster, or the
    /// other way round; else undecided.
    Verdict verdict;
  };
  std::vector<Entry> entries;  // the slowest first

  bool empty() const { return entries.empty(); }
  int count(Verdict verdict) const;
  double median() const;  // of at least one
};

/// The distributions of Kokkos in loops, for kernels of one type of numbers: a variant in float and
/// the same variant in double are not two draws of one distribution.
struct Distributions {
  std::string real;      // "float", or "double"
  Distribution whole;    // against native code by indices
  Distribution launch;   // the control against its loops in the usual kernel's blocks
  Distribution library;  // against the control
};

struct Summary {
  std::vector<PatternRow> rows;              // float first, then by pattern
  std::vector<Distributions> distributions;  // the same; those that are not empty
};

/// How fast models are against native code, by what the kernels' loops are. Experiments that are
/// not in the catalogue do not count, nor further builds of a model.
Summary summarise(const Cells& cells, const Catalogue& catalogue);

/// Whether a case counts as a kernel: not a transfer, whose time depends on the link and the
/// driver, and not of the experiments that measure a device or idioms.
bool is_kernel(const CaseResult& c, const Catalogue& catalogue);

}  // namespace tilebridge::judge
