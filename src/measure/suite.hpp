// SPDX-License-Identifier: Apache-2.0
// Runs planned cases: allocates, validates every model, times them against each other.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "measure/host_pool.hpp"
#include "measure/implementations.hpp"
#include "measure/kernel_failed.hpp"
#include "measure/plan.hpp"
#include "measure/rounds.hpp"
#include "results/results.hpp"

namespace tilebridge::measure {

/// The Kokkos code of the catalogue compiled with another Kokkos than the program's.
struct Release {
  std::string name;
  const Implementations* implementations;
};

/// Code that ended its process, or never ended, and is not launched again.
struct Failure {
  std::string label;  // of the case
  std::string code;   // "native", "kokkos", "kokkos@5.0.2" with another Kokkos
  std::string reason;
};

struct SuiteOptions {
  RoundsOptions rounds = {};           // the cache mode is each case's own
  double parity_band = 0.05;           // for verdicts
  double least_change = 1e-6;          // seconds; a smaller difference is none
  std::vector<Model> models = {};      // empty: all
  std::vector<Release> releases = {};  // timed in the same rounds
  std::uint64_t seed = 0;              // for the inputs
  double most_addresses = 1 << 19;     // that the access model counts per model of a case
  std::function<bool()> interrupted = [] { return false; };
  std::vector<Failure> failures = {};
  /// Called with a case's label and the code, named as in Failure, before that is prepared,
  /// launched or sampled; with two empty texts when a case is finished, and instead of the
  /// ceilings' code.
  std::function<void(const std::string&, const std::string&)> about_to_run =
      [](const std::string&, const std::string&) {};
  /// Performs the launch whose result is validated.
  std::function<void(Model, const Launch&)> first_launch = [](Model, const Launch& launch) {
    launch();
  };
};

class Workspace;

/// Outputs that are right: the problem that asks, for which arrays, filled with what; and the
/// outputs' digest.
using RightAnswer = std::tuple<const Problem*, std::string, Draw, std::uint64_t>;

class Suite {
 public:
  /// `platform` names the device's platform; `missing_kokkos` says why Kokkos is not among the
  /// implementations, if it is not.
  Suite(Platform platform, PlatformDevice& device, const Implementations& implementations,
        std::string missing_kokkos, SuiteOptions options);
  ~Suite();

  /// Runs the native cases of the ceilings, regardless of the selected models, each for a case's
  /// budget but at most one second; run() then compares its results with them. A rate in `known`,
  /// from an earlier part of the same run, is not measured again. One that cannot be measured is
  /// said, and stays 0.
  void measure_ceilings(const std::vector<PlannedCase>& cases, const Ceilings& known = {});
  const Ceilings& ceilings() const { return ceilings_; }
  const Ceilings& datasheet() const { return datasheet_; }
  /// Of measure_ceilings(), which also finds out how long a flush of the caches has to be.
  const FlushCheck& flush_check() const { return flush_check_; }

  CaseResult run(const PlannedCase& planned);

  /// The same in two parts, minutes apart: begin() samples the first blocks, and go_on() the others
  /// into the result of begin(), whose times it replaces if there are any. Without go_on() the
  /// result is one of fewer blocks.
  CaseResult begin(const PlannedCase& planned);
  void go_on(const PlannedCase& planned, CaseResult& result);

  /// Launches every model of a case once and validates it; the result has no times.
  CaseResult validate(const PlannedCase& planned);

  /// Times the native code of a case against itself; none if this device cannot run it. Throws
  /// Error if it fails, or fails validation.
  std::optional<SelfComparison> compare_with_itself(const PlannedCase& planned);

 private:
  struct Code;
  struct Contender;

  Workspace& workspace_for(const PlannedCase& planned, Draw draw = Draw::uniform);
  std::vector<Contender> contenders_of(const PlannedCase& planned, const std::vector<Model>& asked,
                                       CaseResult& result);
  void add_releases(const PlannedCase& planned, const std::vector<Model>& asked, CaseResult& result,
                    std::vector<Contender>& contenders);
  std::string failure_of(const PlannedCase& planned, const Code& code) const;
  std::optional<Launch> validated(const PlannedCase& planned, const Code& code,
                                  ModelResult& result);
  void announce(const PlannedCase& planned, const Code& code);
  void announce_none() { options_.about_to_run("", ""); }
  std::string reason_of(const KernelFailed& failure);
  Launch prepared(const PlannedCase& planned, const Code& code, const Workspace& workspace);
  Validation validate_outputs(const PlannedCase& planned, Draw draw);
  std::string problem_of(const PlannedCase& planned, Draw draw, const Launch& perform,
                         ModelResult& result);
  std::string problem_of_signs(const PlannedCase& planned, const Code& code);
  void time(const PlannedCase& planned, std::vector<Contender>& contenders,
            const RoundsOptions& rounds, const Ceilings& ceilings, CaseResult& result,
            Rounds so_far);
  void time_without_failures(const PlannedCase& planned, std::vector<Contender>& contenders,
                             const RoundsOptions& rounds, const Ceilings& ceilings,
                             CaseResult& result, Rounds so_far);
  void drop_running(const PlannedCase& planned, const std::string& reason,
                    std::vector<Contender>& contenders, CaseResult& result);
  std::vector<Contender> timed_before(const PlannedCase& planned, const CaseResult& result) const;
  std::string what_is_wrong(const PlannedCase& planned, const Code& code, const Launch& launch,
                            ModelResult& result);
  void validate_again(const PlannedCase& planned, const std::vector<Contender>& contenders,
                      CaseResult& result);
  std::optional<Prediction> predict(const PlannedCase& planned, Model model);
  Prediction predict(const std::vector<Kernel>& kernels, const PlannedCase& planned);
  CaseResult run(const PlannedCase& planned, const std::vector<Model>& models,
                 const RoundsOptions& rounds, const Ceilings& ceilings);
  Rounds sample(const PlannedCase& planned, std::vector<Contender>& contenders,
                const RoundsOptions& rounds, Rounds so_far = {});
  Timing timing_of(const Rounds& rounds, std::size_t i) const;
  Interval ratio_of(const Rounds& rounds, std::size_t base, std::size_t i) const;
  Verdict verdict_on(const Interval& ratio, const Timing& native, const Timing& other,
                     int repeats) const;
  void compare(CaseResult& result, const Rounds& rounds, std::size_t i, Model model) const;
  ReleaseComparison compare(const Rounds& rounds, const std::vector<Contender>& contenders,
                            std::size_t base, std::size_t i, const CaseResult& result) const;
  void compare_release(CaseResult& result, const Rounds& rounds,
                       const std::vector<Contender>& contenders, std::size_t i) const;
  void record_times(CaseResult& result, const std::vector<Contender>& contenders,
                    const Rounds& rounds, const Ceilings& ceilings);
  void check_flush(const RoundsOptions& rounds);
  void measure_launch(const RoundsOptions& rounds);
  CaseResult run_ceiling(const PlannedCase& planned, const RoundsOptions& rounds);
  double measured_rate(const PlannedCase& planned, const RoundsOptions& rounds);
  const Ceilings& ceilings_for(const PlannedCase& planned);
  Ceilings hot_ceilings(std::size_t bytes);

  Platform platform_;
  PlatformDevice& device_;
  const Implementations& implementations_;
  std::string missing_kokkos_;
  SuiteOptions options_;
  HostPool host_pool_;
  /// By what they are filled with: those of long sums also with -1 and 1.
  std::map<Draw, std::unique_ptr<Workspace>> workspaces_;
  std::map<RightAnswer, Validation> right_answers_;
  std::map<std::string, Rounds> begun_;  // by the case's label
  std::string running_;                  // the name of the code that was prepared or sampled last
  bool measures_ceiling_ = false;
  std::vector<PlannedCase> ceiling_cases_;
  Ceilings ceilings_;
  std::map<std::size_t, Ceilings> hot_ceilings_;  // by array bytes
  Ceilings datasheet_;
  FlushCheck flush_check_;
  double resolution_;  // of times, in seconds; 0 if unknown
  /// By experiment, variant, model and parameters: native code is predicted once, however many of
  /// its Kokkos forms are compared with it.
  std::map<std::string, Prediction> predictions_;
};

/// Throws UsageError (what is needed, what is available) if the largest case does not fit into the
/// device's free memory, or its copy into the host's. Allocates nothing.
void check_memory(const std::vector<PlannedCase>& cases, const PlatformDevice& device);

}  // namespace tilebridge::measure
