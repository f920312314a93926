// SPDX-License-Identifier: Apache-2.0
// Is one run slower than another? Two result files, case by case and model by model.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "gate/match.hpp"
#include "results/results.hpp"

namespace tilebridge::gate {

/// What is compared for each model: its time, or its performance against native in the same run.
enum class Metric { time, ratio };

/// In the order in which they are reported. `invalid`: correct in the base, wrong now.
enum class Judgement { invalid, slower, faster, undecided, parity };

std::string_view name_of(Metric metric);
std::string_view name_of(Judgement judgement);

struct GateOptions {
  Metric metric = Metric::time;
  /// The fraction of its performance that a model may lose.
  double max_slowdown = 0.05;
  /// Seconds per launch; times closer together than this count as equal.
  double least_change = 1e-6;
};

/// One model of a case that is in both files.
struct Change {
  CasePair of;
  Model model = Model::native;
  Judgement judgement = Judgement::undecided;
  std::string reason = {};    // for `invalid`, which has no figures
  double base = 0;            // median: seconds, or performance against native
  double current = 0;         // the same
  Interval performance = {};  // of the current results ÷ that of the base
  double tolerance = 0;       // performance within 1 ± this is parity
};

/// One model of a case that is in both files but cannot be compared.
struct NotCompared {
  CasePair of;
  Model model = Model::native;
  std::string reason;
  bool is_lost = false;  // it had a time in the base and has none now
};

struct GateReport {
  GateOptions options;
  Matching matching;
  std::vector<Change> changes;
  std::vector<NotCompared> not_compared;

  /// The largest changes first.
  std::vector<const Change*> all(Judgement judgement) const;
  std::size_t count(Judgement judgement) const;
  std::size_t count_lost() const;
};

/// Every model is compared once: native code that is in a case only for comparison is compared in
/// the case of its own variant. Results with status ok must have positive times. The results must
/// outlive the report.
GateReport compare_results(const Results& base, const Results& current, const GateOptions& options);

/// Compares the same current results with several runs of the base, in any order. A result is
/// compared if any of these runs has it. The smallest change of each result counts; a result slower
/// than one run and faster than another is at parity, since the base itself varies that much.
GateReport against_every(const std::vector<GateReport>& reports);

/// threshold_failed if anything became slower or invalid; else inconclusive if `strict` and
/// anything is undecided or lost; else success.
ExitStatus exit_status(const GateReport& report, bool strict);

}  // namespace tilebridge::gate
