// SPDX-License-Identifier: Apache-2.0
// These functions lead from a request to a device that is ready to measure: choose a platform,
// plan, open, check.
#pragma once

#include "backends/backends.hpp"
#include "kernels/loaded_model.hpp"
#include "kernels/pair.hpp"
#include "measure/suite.hpp"
#include "run/interruption.hpp"
#include "run/request.hpp"

namespace tilebridge::run {

/// The models and cases of a platform, known before any device is opened.
struct SessionPlan {
  Platform platform;
  measure::Selection selection;  // with the platform's default cache modes
  std::vector<measure::PlannedCase> cases = {};
  std::vector<measure::PlannedCase> ceilings = {};
  /// Shared objects that the selection names; the cases are then theirs alone, of their catalogue.
  std::vector<std::shared_ptr<kernels::Pair>> pairs = {};
  std::shared_ptr<const Catalogue> catalogue = nullptr;
};

/// On the named platform, or without one on the first of this build that has a device. Throws
/// PlatformError if it cannot be opened here, UsageError as plan() and kernels::Pair do.
SessionPlan plan_session(const RunRequest& request);
/// Plans the same, but a named platform need not be there.
SessionPlan plan_unopened(const RunRequest& request);

/// The number of devices of the platform that the request's run would choose. Throws PlatformError
/// if it has none here.
int count_devices(const RunRequest& request);

/// The result of a case of the plan. Without a reference the models of a pair validate each other:
/// a result that no other agrees with, since there is none or they differ, becomes invalid.
CaseResult confirmed(const SessionPlan& plan, const measure::PlannedCase& planned,
                     CaseResult result);

/// An open device and the kernels for it.
class Session {
 public:
  /// Throws PlatformError if the device, or a model that the plan asks for, cannot be used;
  /// UsageError if a case of the plan does not fit into memory or a build that it names is missing.
  Session(const SessionPlan& plan, const RunRequest& request);

  kernels::PlatformDevice& device() const { return backend_->device(); }
  const kernels::Implementations& implementations() const { return backend_->implementations(); }
  /// Compilers, flags and versions.
  Json builds() const { return describe_builds(backend_->builds()); }

  /// Validates and times on this device. The session must outlive it.
  measure::Suite suite(measure::SuiteOptions options) const;

 private:
  Platform platform_;
  kernels::OwnModels models_;
  std::unique_ptr<kernels::Backend> backend_;
  ExitGuard exit_guard_;
};

}  // namespace tilebridge::run
