// SPDX-License-Identifier: Apache-2.0
// Finds the settings of a kernel's launch that are fastest, by successive halving: each stage times
// all settings that are left in the same rounds, twice as many as the stage before.
#pragma once

#include "measure/preparation.hpp"
#include "measure/rounds.hpp"
#include "measure/timing_record.hpp"
#include "results/tuning.hpp"

namespace tilebridge::measure {

/// A variant at one size: a case for each of its settings, the default first.
using PlannedTuning = std::vector<PlannedCase>;

/// The variants of the selection that have settings. Values that it gives to settings are tried
/// instead of the catalogue's. Throws UsageError as plan() does, and if no variant has a setting.
std::vector<PlannedTuning> plan_tuning(const Selection& selection, const Catalogue& catalogue);

struct TuningOptions {
  bool all = false;               // times each setting to the end, without halving
  std::vector<Tuning> done = {};  // of the same variant and size: kernels that are tuned already
  std::function<void(const Tuning&)> keep = [](const Tuning&) {};  // each kernel, once it is tuned
};

class Tuner {
 public:
  /// Samples the contenders in the same rounds.
  using Sample = std::function<Rounds(std::vector<Contender>&, const RoundsOptions&)>;

  /// `rounds`: those of a case, whose budget is that of each setting that is left at the end.
  /// `timer_step`: of the device, in seconds. `known`: has the failures of earlier processes.
  Tuner(Preparation& preparation, const PreparationOptions& known, const RoundsOptions& rounds,
        double timer_step, Sample sample)
      : preparation_(preparation),
        failures_(known.failures),
        rounds_(rounds),
        timer_step_(timer_step),
        sample_(std::move(sample)) {}

  /// Validates every setting of the models asked for (of all if there are none), and times those
  /// whose result is right. A kernel without one is kept too, with the reasons.
  void tune(const PlannedTuning& planned, const std::vector<Model>& asked,
            const TuningOptions& options);

 private:
  std::vector<Contender> validated(const PlannedTuning& planned, const std::vector<Model>& asked,
                                   std::vector<Tuning>& tunings);
  TriedSetting tried_as(const PlannedCase& planned, const ModelForm& kernel,
                        const KernelResult& result) const;
  void tune(Tuning& tuning, std::vector<Contender> contenders, bool all);
  Rounds sample(Tuning& tuning, std::vector<Contender>& contenders, const RoundsOptions& rounds);
  void halve(Tuning& tuning, std::vector<Contender>& contenders, int rounds);
  void finish(Tuning& tuning, std::vector<Contender>& contenders);

  Preparation& preparation_;
  std::vector<Failure> failures_;
  RoundsOptions rounds_;
  double timer_step_;
  Sample sample_;
};

}  // namespace tilebridge::measure
