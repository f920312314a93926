// SPDX-License-Identifier: Apache-2.0
// Is one run slower than another? Two result files, case by case and kernel by kernel.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/match.hpp"
#include "results/results.hpp"

namespace tilebridge::judge {

/// A gate compares this for each kernel: its time, or its performance against native in the same
/// run.
enum class Metric { time, ratio };

/// In the order in which they are reported. `invalid`: correct in the base, wrong now.
enum class Judgement { invalid, slower, faster, undecided, parity };

std::string_view name_of(Metric metric);
std::string_view name_of(Judgement judgement);

struct GateOptions {
  Metric metric = Metric::time;
  /// The fraction of its performance that a kernel may lose.
  double max_slowdown = 0.05;
  /// Seconds per launch; times closer together than this count as equal.
  double least_change = 1e-6;
  /// The fraction of their performance that the kernels of an experiment, a family or the whole run
  /// may lose together.
  double max_total_slowdown = 0.01;
  bool strict = false;         // what is undecided is no success
  bool allow_missing = false;  // what only the base has is no failure
  bool host_bound = false;     // what waits for the host gates too
};

/// One kernel of a case that is in both files. Kernels match by model and form; of several builds
/// of a model by the release too, where both have it.
struct Change {
  CasePair of;
  ModelForm kernel = {};  // of the current results
  ModelForm in_base = {};
  Judgement judgement = Judgement::undecided;
  std::string reason = {};    // for `invalid`, which has no figures
  double base = 0;            // seconds, or performance against native
  double current = 0;         // the same; performance is the quotient of these two
  Interval performance = {};  // of the current results ÷ that of the base
  double unresolved = 0;      // the share of its performance that least_change amounts to
  double tolerance = 0;       // performance within 1 ± this is parity
  double p_slower = 1;        // one-sided p-value of performance being 1 - tolerance or more
  double p_faster = 1;        // one-sided p-value of performance being 1 + tolerance or less
  /// In either run the case moves data between host and device, or its launches wait for the host:
  /// such times vary from run to run by more than kernels do.
  bool is_host_bound = false;
  /// Undecided although the interval is beyond the tolerance: among so many results that happens by
  /// chance.
  bool is_unconfirmed = false;
  /// Undecided against all runs of the base together, slower than one of them.
  bool is_slower_than_one = false;
};

/// One kernel of a case that is in both files but cannot be compared.
struct NotCompared {
  CasePair of;
  ModelForm kernel = {};
  std::string reason;
  bool is_lost = false;  // it had a time in the base and has none now
};

struct GateReport {
  GateOptions options;
  Matching matching;
  std::vector<Change> changes;
  std::vector<NotCompared> not_compared;
  /// Holds the same changes against each run of the base alone, each judged by its interval only.
  std::vector<std::vector<Change>> by_base;

  /// The largest changes first.
  std::vector<const Change*> all(Judgement judgement) const;

  /// Whether the exit status depends on it. What is invalid always gates.
  bool gates(const Change& change) const;
  std::size_t count_gating() const;

  // These count the results that gate.
  std::size_t count(Judgement judgement) const;
  std::size_t count_unconfirmed() const;
  std::size_t count_slower_than_one() const;

  std::size_t count_not_gating(Judgement judgement) const;
  std::size_t count_lost() const;

 private:
  std::size_t count_if(const std::function<bool(const Change&)>& is) const;
};

/// Compares the current results with one or more runs of the base, whose order does not matter.
/// Every kernel is compared once: native code that is in a case only for comparison is compared in
/// the case of its own variant. A result is compared if any of these runs has it.
///
/// A result is slower if it is slower than every run of the base, faster if it is faster than every
/// one. It is at parity if one of them shows that it is not slower, and one, the same or another,
/// that it is not faster: the base itself varies that much. Otherwise it is undecided. With a
/// single run of the base, this is verdict_of() of its interval.
///
/// On average at most `false_share` of all results that are called slower are so by chance, and
/// likewise of those called faster. What does not hold among so many is
/// undecided.
///
/// The results must outlive the report.
GateReport compare_results(const std::vector<const Results*>& bases, const Results& current,
                           const GateOptions& options);
GateReport compare_results(const Results& base, const Results& current, const GateOptions& options);

/// Judges one result against several runs of the base. The judgement follows from all of the
/// changes (see compare_results), and so do the p-values: a result is slower than every run of the
/// base only as surely as than the one it is least surely slower than. The figures are those of the
/// smallest change with this judgement, or of the smallest one if none alone has it. It is
/// host-bound if it is in any run. The order does not matter. `changes` must not be empty.
Change against_every(const std::vector<Change>& changes);

/// The share of the findings that may on average be chance.
constexpr double false_share = 0.05;

/// Benjamini's and Hochberg's procedure: the p-value up to which findings count, so that on average
/// at most `false_share` of those that count are chance; less than 0 if none counts. Takes the
/// p-values of everything that was tested, in any order.
double discovery_threshold(std::vector<double> p_values);

}  // namespace tilebridge::judge
