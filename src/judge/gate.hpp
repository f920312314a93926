// SPDX-License-Identifier: Apache-2.0
// Is one run slower than another? Two result files, case by case and kernel by kernel.
#pragma once

#include "judge/cells.hpp"
#include "judge/match.hpp"

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
  bool one_run = false;        // both are builds of one run: what both share is no comparison
};

/// One kernel of a case that is in both files. Kernels match by model and form; of several builds
/// of a model by the release too, where both have it.
struct Change {
  Cell was = {};
  Cell now = {};
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
  Metric metric = Metric::time;
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
  std::vector<Cells> runs;  // of the base, and the current one

  /// The cells of the run that this case is of.
  const Cells& run_of(const CaseResult& c) const;

  /// The largest changes first.
  std::vector<const Change*> all(Judgement judgement) const;

  /// Whether the exit status depends on it. What is invalid always gates.
  bool gates(const Change& change) const;
  std::size_t count_gating() const;

  /// Counts the results with this judgement that gate, or the others.
  std::size_t count(Judgement judgement, bool gating = true) const;
  /// Counts those that gate and are &Change::is_unconfirmed, for example.
  std::size_t count(bool Change::*is) const;
  std::size_t count_lost() const;
};

/// Compares the current results with one or more runs of the base. The results must outlive the
/// report.
/// Every kernel is compared once, native code in the case of its own variant, if any run has it.
///
/// A result is slower if it is slower than every run of the base, faster if it is faster than every
/// one. It is at parity if one of them shows that it is not slower, and one, the same or another,
/// that it is not faster: the base itself varies that much. Otherwise it is undecided. On average
/// at most `false_share` of the results that are called slower, or faster, are so by chance.
GateReport compare_results(std::vector<Cells> bases, const Cells& current,
                           const GateOptions& options);
GateReport compare_results(const Cells& base, const Cells& current, const GateOptions& options);

/// Judges one result against several runs of the base, in any order. Judgement and p-values follow
/// from all of the changes, of which there must be one; the figures are those of the smallest
/// change with this judgement, or of the smallest one if none alone has it.
Change against_every(const std::vector<Change>& changes);

/// The share of the findings that may on average be chance.
constexpr double false_share = 0.05;

/// Benjamini's and Hochberg's procedure: the p-value up to which findings count, so that on average
/// at most `false_share` of those that count are chance; less than 0 if none counts. Takes the
/// p-values of everything that was tested, in any order.
double discovery_threshold(std::vector<double> p_values);

}  // namespace tilebridge::judge
