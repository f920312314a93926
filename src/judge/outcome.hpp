// SPDX-License-Identifier: Apache-2.0
// The outcome of a comparison, and what it could have seen.
#pragma once

#include "base/error.hpp"
#include "judge/aggregates.hpp"
#include "judge/gate.hpp"
#include "judge/totals.hpp"

namespace tilebridge::judge {

/// The smallest loss of performance that would be called slower with an interval as wide, relative
/// to its median, as that of `change`, which must have figures: 0.053 is 5.3%.
double least_loss_seen(const Change& change);

/// The loss that would be called slower in half of the results, and in nine of ten.
struct Power {
  double half = 0;
  double nine_tenths = 0;
};

/// The power over the results that gate; none if none of them has figures.
std::optional<Power> power_of(const GateReport& report);

/// Whether half of the results that gate could lose more than twice max_slowdown unseen. A loss is
/// seen once its whole interval is beyond the tolerance, so none of max_slowdown alone ever is.
bool is_blind(const GateReport& report);

/// The first that holds, in this order.
enum class Outcome {
  slower,           // a result is slower or invalid, or an aggregate is slower
  missing,          // the base has results that are missing now, and they are not allowed to
  blind,            // see is_blind()
  nothing_gates,    // every result is host-bound, and they do not gate
  nothing_decided,  // every result that gates is undecided
  undecided,        // a result is undecided, and `strict` is given
  fine,
};

Outcome outcome_of(const GateReport& report, const std::vector<Aggregate>& aggregates);

/// threshold_failed for `slower`, success for `fine`, else undecided.
ExitStatus exit_status(Outcome outcome);

/// The cases that only the base has, and that have a time there.
std::size_t count_missing_cases(const GateReport& report);

/// The results must outlive it.
struct GatePage {
  const Results& base;  // the first if there are several
  const Results& current;
  std::vector<std::string> base_files;
  std::string current_file;
  std::vector<Difference> differences;  // if --force was given
  GateReport report;
  const Catalogue& catalogue;
  std::vector<Difference> other_gpus = {};  // of the same model: the UUIDs
  std::vector<std::string> busy = {};       // the files of runs that began on a busy GPU
  std::string source = {};                  // the pair's file, where a code host shows the lines
  std::vector<std::string> only = {};       // --only: the names of what is compared; else all is

  std::vector<Aggregate> all_aggregates() const { return aggregates(report, catalogue); }
  std::vector<Total> all_totals() const { return totals(by_variant(report), catalogue); }
};

}  // namespace tilebridge::judge
