// SPDX-License-Identifier: Apache-2.0
// Gathers the measurements of several ranks into one result file.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ranks/collective.hpp"
#include "ranks/ranks.hpp"
#include "results/results.hpp"

namespace tilebridge::ranks {

/// This process's part of a run. An exception from one of these ends this rank's part, but not the
/// run.
struct RankWork {
  std::string host;
  std::function<Results()> open;  // opens the device; returns its entry in the file, without cases
  std::function<Ceilings()> measure_ceilings;
  std::function<CaseResult(std::size_t)> run;
  std::function<bool()> interrupted = [] { return false; };
};

/// Every rank must make the same calls in the same order; after each, results() is the same on
/// every rank.
class Gathering {
 public:
  Gathering(Ranks& ranks, Order order, RankWork work);

  /// Throws UsageError, on every rank, if ranks have the same device and may not share it.
  void open(bool may_share);
  /// Replaces results() with those of an earlier run that this one resumes.
  void adopt(Results results) { results_ = std::move(results); }
  void measure_ceilings();
  /// Runs a case on every rank that has not failed. Returns false, keeping nothing of the case, if
  /// one was interrupted or none works any longer. `label` names it in a failure.
  bool run(std::size_t index, const std::string& label);

  /// Host, device, builds and ceilings come from the first working rank; the models of each case
  /// from the first rank that has finished it.
  const Results& results() const { return results_; }
  bool any_failed() const;
  bool interrupted() const { return interrupted_; }
  /// Whether this rank writes and prints: the first whose process is alive.
  bool speaks() const;

 private:
  std::vector<Answer> ask(Order order, const std::string& where,
                          const std::function<Json()>& action);
  void keep(const std::vector<Answer>& answers, const std::string& own_case);
  int first_working() const;
  void throw_if_none_works() const;

  Ranks& ranks_;
  Order order_;
  RankWork work_;
  Results results_;
  bool interrupted_ = false;
  std::vector<bool> gone_;
  std::vector<ExitStatus> statuses_;
};

/// One rank's results for a case: its medians, without the samples.
RankCase part_of(const CaseResult& result, int rank);

}  // namespace tilebridge::ranks
