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

/// Splits the cost of a model's code in loops: whole = style × launch × library. Performance: 1 is
/// as fast, less is slower.
///
/// Of a model with a control, the style is the control's loops in the usual kernel's blocks against
/// native code by indices; the launch, the same loops in the blocks that the library chose against
/// those; and the library, the model's code against the control. Without a launch the user wrote
/// it, or the file is older than the kernel that tells the two apart: the style is then that of the
/// control as it was launched.
///
/// A second control, in another spelling of what a programmer may choose, says how much of the
/// library depends on that choice.
///
/// Another model's style is its loops against its own code by indices, and its library is its code
/// by indices against native code by indices.
struct Attribution {
  Interval whole;  // against native code by indices
  Interval style;
  std::optional<Interval> launch;
  Interval library;
  std::optional<Interval> library_respelled = {};  // against the respelled control
};

/// The library against its control and the respelled one, the lower first; none where there is one
/// control, or where both say the same within 2%.
std::optional<std::pair<double, double>> range_by_spelling(
    const Interval& library, const std::optional<Interval>& library_respelled);

/// None where a case lacks one of the others.
std::optional<Attribution> attribution_of(const CaseResult& c, const Model& model = Model::kokkos);

/// A factor of an attribution that two runs differ in.
struct MovedFactor {
  std::string_view name;  // "loop style"
  Interval change;        // the new run's ÷ the old one's
};

/// The change from one interval to another, from the least to the most that the two allow; none
/// unless all of that is beyond 1 ± 1%.
std::optional<MovedFactor> moved(std::string_view name, const Interval& before,
                                 const Interval& now);

/// The factors that moved. Where one run alone has the launch, that is left in the loop style
/// of the other, and "loop style and launch" are one factor.
std::vector<MovedFactor> moved_factors(const Attribution& before, const Attribution& now);

/// Whether any case has the kernel that tells the launch from the loop style; files of the older
/// method do not.
bool has_launches(const std::vector<CaseResult>& cases);

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
    /// other way round; else inconclusive.
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
Summary summarise(const std::vector<CaseResult>& cases, const Catalogue& catalogue);

/// Whether a case counts as a kernel: not a transfer, whose time depends on the link and the
/// driver, and not of the experiments that measure a device or idioms.
bool is_kernel(const CaseResult& c, const Catalogue& catalogue);

}  // namespace tilebridge
