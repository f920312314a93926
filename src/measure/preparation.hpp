// SPDX-License-Identifier: Apache-2.0
// Prepares the code of cases and validates it: allocates, launches once, compares with the
// reference.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "kernels/implementations.hpp"
#include "measure/memory.hpp"
#include "measure/plan.hpp"
#include "measure/workspace.hpp"
#include "results/fields.hpp"
#include "results/results.hpp"

namespace tilebridge::measure {

/// One kernel for a case.
struct Code {
  ModelForm kernel;
  const Variant* variant;         // of the case, or the one that it stands for
  std::string key;                // of its implementation
  std::optional<Form> form = {};  // the same
  LaunchShapes followed = {};     // by a control
  bool is_reference = false;      // the others are compared with it

  std::string name() const { return text_of(kernel); }
};

/// Code whose result was right, ready to be timed.
struct Contender {
  PlannedCase planned;
  Code code;
  kernels::Launch launch;

  const KernelResult& of(const CaseResult& result) const { return result.kernels.at(code.kernel); }
  KernelResult& of(CaseResult& result) const { return result.kernels[code.kernel]; }
};

/// Code that crashed or hung in an earlier process, and is not launched again.
struct Failure {
  std::string label;  // of the case
  std::string code;   // as Code::name()
  std::string reason;
};

template <IsA<Failure> Self, class Visit>
void fields(Self& failure, const Visit& visit) {
  visit("label", failure.label, "code", failure.code, "reason", failure.reason);
}

struct PreparationOptions {
  /// Says by model why it is not among the implementations.
  std::map<Model, std::string> missing = {};
  std::uint64_t seed = 0;  // for the inputs
  std::vector<Failure> failures = {};
  /// The kernels of some model are not from this build: they are treated as those of users.
  bool has_foreign_models = false;
  /// Validation ends before the next kernel once this is true.
  std::function<bool()> interrupted = [] { return false; };
  /// Called with a case's label and the code's name before that is prepared, launched or sampled;
  /// with two empty texts when a case is finished, and instead of the ceilings' code.
  std::function<void(const std::string&, const std::string&)> about_to_run = {};
  /// The same before what was prepared is discarded. `is_finished`: the case's result is final.
  std::function<void(const std::string&, const std::string&, bool is_finished)> about_to_discard =
      {};
  /// Performs the launch whose result is validated; without it, that is just launched.
  std::function<void(const ModelForm&, const kernels::Launch&)> first_launch = {};
};

class Preparation {
 public:
  Preparation(Platform platform, kernels::PlatformDevice& device,
              const kernels::Implementations& implementations, const PreparationOptions& options);

  /// Takes device memory for two sets of the arrays of the largest of these cases, so that arrays
  /// can move without any being given back.
  void reserve(const std::vector<PlannedCase>& cases);

  /// Launches the code of every model in `asked` once (of all if it is empty) and validates it.
  /// Status and reason go to `result`. Returns the code that is right: the reference first, then by
  /// model in the order of the implementations.
  std::vector<Contender> validated(const PlannedCase& planned, const std::vector<Model>& asked,
                                   CaseResult& result);
  /// Prepares the native code alone.
  std::optional<Contender> validated_native(const PlannedCase& planned, KernelResult& result);
  /// The code that has times in `result`, not prepared yet.
  std::vector<Contender> timed_in(const PlannedCase& planned, const CaseResult& result) const;

  /// The launches of a block. After the first block, the arrays and the code's own memory move and
  /// the work goes to another queue. Returns when memory is as fast as it was before.
  std::vector<kernels::Launch> place(std::vector<Contender>& contenders, int block);
  /// Whether all kernels of the case are this build's own.
  bool trusts(const PlannedCase& planned) const;
  /// Makes a sample of the contender honest: announces it, and poisons the outputs.
  void begin_sample(const Contender& contender);
  /// Throws KernelFailed if the sample left all outputs as they were.
  void end_sample(const Contender& contender);
  /// Validates after the last timed launch, and watches what the launch does beside its result: a
  /// kernel may be right only the first time. One that is not trusted is validated on inputs that
  /// no launch has seen, too: it may be right as long as nothing changes.
  void validate_again(const std::vector<Contender>& contenders, CaseResult& result);
  /// Removes the contender that ran last, which has failed; the others are to be prepared again.
  /// Throws PlatformError if the device is broken.
  void drop_failed(const PlannedCase& planned, const kernels::KernelFailed& failure,
                   std::vector<Contender>& contenders, CaseResult& result);

  /// Tells options.about_to_run.
  void announce(const PlannedCase& planned, const Code& code);
  void announce(const Contender& contender) { announce(contender.planned, contender.code); }
  void announce_none();
  /// Discards what was prepared, if there is anything, and tells options.about_to_discard before:
  /// the code of a pair does it, and may crash.
  void discard(Contender& contender, bool is_finished = false);
  void discard(std::vector<Contender>& contenders, bool is_finished = false);
  /// Code that is not of a case is not announced: the ceilings'.
  void announce_cases(bool are_cases) { runs_cases_ = are_cases; }

  /// The arrays of the case.
  Workspace& workspace(const PlannedCase& planned, Draw draw = Draw::uniform);

 private:
  /// The key of the validation cache: problem, array sizes, distribution and version of the inputs,
  /// and a digest of the outputs.
  using Answer = std::tuple<const Problem*, std::string, Draw, std::uint64_t, std::uint64_t>;

  Code reference_of(const PlannedCase& planned) const;
  std::optional<Contender> contender(const PlannedCase& planned, Code code, CaseResult& result);
  std::vector<Model> models_of(const PlannedCase& planned) const;
  std::vector<Code> codes_of(const PlannedCase& planned) const;
  std::string why_skipped(const PlannedCase& planned, const Model& model) const;
  std::optional<kernels::Launch> validated(const PlannedCase& planned, const Code& code,
                                           KernelResult& result);
  std::string failure_of(const PlannedCase& planned, const Code& code) const;
  std::string reason_of(const kernels::KernelFailed& failure);
  kernels::Launch prepared(const PlannedCase& planned, const Code& code,
                           const Workspace& workspace);
  LaunchShapes launch_first(const Code& code, const kernels::Launch& launch) const;
  std::string error_of_first_launch(const PlannedCase& planned, const Code& code,
                                    const kernels::Launch& launch, KernelResult& result);
  std::string error_of(const PlannedCase& planned, Draw draw, const kernels::Launch& perform,
                       KernelResult& result);
  std::string error_behind(const PlannedCase& planned, Draw draw, const kernels::Launch& perform,
                           KernelResult& result);
  std::string error_when_watched(const Contender& contender, KernelResult& result);
  bool leaves_work_behind(const Contender& contender);
  std::string error_on_new_inputs(const Contender& contender, KernelResult& result);
  std::string error_with_signs(const PlannedCase& planned, const Code& code);
  Validation validate_outputs(const PlannedCase& planned, Draw draw);

  Platform platform_;
  kernels::PlatformDevice& device_;
  const kernels::Implementations& implementations_;
  PreparationOptions options_;
  HostPool host_pool_;
  DevicePool pool_;  // outlives the workspaces
  /// Long sums have a second one, with inputs of -1 and 1.
  std::map<Draw, std::unique_ptr<Workspace>> workspaces_;
  std::map<Answer, Validation> right_answers_;
  /// The case's label and the code's name that were prepared or sampled last.
  std::pair<std::string, std::string> running_;
  bool runs_cases_ = true;
};

}  // namespace tilebridge::measure
