// SPDX-License-Identifier: Apache-2.0
// Is one run slower than another? Two result files, case by case and model by model.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "gate/match.hpp"
#include "results/results.hpp"

namespace tilebridge {

/// What is compared of a model: its time, or its performance against native of the same run.
enum class Metric { time, ratio };

/// In the order in which they are reported. `invalid`: right in the base, wrong now.
enum class Judgement { invalid, slower, faster, undecided, parity };

std::string_view name_of(Metric metric);
std::string_view name_of(Judgement judgement);

struct GateOptions {
  Metric metric = Metric::time;
  /// The share of its performance that a model may lose.
  double max_slowdown = 0.05;
  /// Seconds a launch; two times that are nearer to one another are not told apart.
  double least_change = 1e-6;
};

/// One model of a case that stands in both files.
struct Change {
  CasePair of;
  Model model = Model::native;
  Judgement judgement = Judgement::undecided;
  std::string reason = {};    // of `invalid`, which has no figures
  double base = 0;            // median: seconds, or performance against native
  double current = 0;         // the same
  Interval performance = {};  // of the current results ÷ of the base
  double tolerance = 0;       // performance within 1 ± this is parity
};

/// One model of a case that stands in both files and cannot be compared.
struct NotCompared {
  CasePair of;
  Model model = Model::native;
  std::string reason;
  bool is_lost = false;  // it had a time in the base, and has none now
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

/// Every model is compared once: native code that stands in a case for comparison only is the case
/// of another variant. The results must hold times (positive ones) for what is ok, and outlive the
/// report.
GateReport compare_results(const Results& base, const Results& current, const GateOptions& options);

/// The report of the same current results against several runs of the base, in any order. What one
/// of the runs has is compared. Of every result the smallest change stands; one that is slower than
/// one run and faster than another is at parity: the base itself varies as much.
GateReport against_every(const std::vector<GateReport>& reports);

/// threshold_failed where something became slower or invalid; else inconclusive where `strict` and
/// something is undecided or lost; else fine.
ExitStatus exit_status(const GateReport& report, bool strict);

}  // namespace tilebridge
