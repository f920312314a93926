// SPDX-License-Identifier: Apache-2.0
// Runs planned cases: validates every kernel and times them against each other.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "measure/ceilings.hpp"
#include "measure/preparation.hpp"
#include "measure/rounds.hpp"
#include "measure/timing_record.hpp"
#include "measure/tuning.hpp"

namespace tilebridge::measure {

struct SuiteOptions : PreparationOptions, VerdictOptions {
  RoundsOptions rounds = {};        // the cache mode is each case's own
  std::vector<Model> models = {};   // empty: all
  double most_addresses = 1 << 19;  // that the access model counts per kernel of a case
};

class Suite {
 public:
  /// `platform` names the device's platform.
  Suite(Platform platform, kernels::PlatformDevice& device,
        const kernels::Implementations& implementations, const SuiteOptions& options);
  Suite(const Suite&) = delete;
  Suite& operator=(const Suite&) = delete;

  /// Takes the device memory that these cases need, at once.
  void reserve(const std::vector<PlannedCase>& cases);

  /// Measures the ceilings, regardless of the selected models, and how long a flush of the caches
  /// has to be; run() then compares its results with them. A rate in `known`, from an earlier part
  /// of the same run, is not measured again.
  void measure_ceilings(const std::vector<PlannedCase>& cases, const Ceilings& known = {});
  const Ceilings& ceilings() const { return ceilings_.cold(); }
  const Ceilings& datasheet() const { return ceilings_.datasheet(); }
  const FlushCheck& flush_check() const { return ceilings_.flush_check(); }

  /// Samples so many of its blocks. What it prepared is left for discard().
  CaseResult run(const PlannedCase& planned, int until = std::numeric_limits<int>::max());

  /// run() in two parts, minutes apart: begin() samples the first blocks, and finish() adds the
  /// others to the result of begin() and replaces its times. Without finish() the result has fewer
  /// blocks.
  CaseResult begin(const PlannedCase& planned);
  void finish(const PlannedCase& planned, CaseResult& result);

  /// Discards what the last case has prepared, once its result is kept: a pair's code may crash
  /// there. The next case discards it too.
  void discard();

  /// Launches every kernel of a case once and validates it; the result has no times.
  CaseResult validate(const PlannedCase& planned);

  /// Finds the fastest settings of every kernel of a variant.
  void tune(const PlannedTuning& planned, const TuningOptions& options);

  /// Times the native code of a case against itself; none if this device cannot run it, or if it is
  /// interrupted before a sample is kept. Throws Error if it fails, or fails validation.
  std::optional<SelfComparison> compare_with_itself(const PlannedCase& planned);

 private:
  CaseResult run_ceiling(const PlannedCase& planned, const RoundsOptions& rounds);
  void time(const PlannedCase& planned, std::vector<Contender>& contenders,
            const RoundsOptions& rounds, const Ceilings& ceilings, CaseResult& result,
            Rounds so_far = {});
  Rounds sample(const PlannedCase& planned, std::vector<Contender>& contenders,
                const RoundsOptions& rounds, Rounds so_far = {});
  Bounds bounds(const Work& work, const Ceilings& ceilings) const;
  std::optional<Prediction> prediction_of(const PlannedCase& planned, const Code& code);
  void predict(const PlannedCase& planned, const std::vector<Contender>& contenders,
               CaseResult& result);

  Platform platform_;
  kernels::PlatformDevice& device_;
  SuiteOptions options_;
  Preparation preparation_;
  CeilingMeasurement ceilings_;
  /// The key is experiment, variant, kernel and parameters: native traffic is counted once, however
  /// many variants in Kokkos are compared with it.
  std::map<std::string, Traffic> traffic_;
  std::map<std::string, Rounds> begun_;  // by the case's label
  std::vector<Contender> finished_;      // of the last case
};

}  // namespace tilebridge::measure
