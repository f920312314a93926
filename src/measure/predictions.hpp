// SPDX-License-Identifier: Apache-2.0
// The access model's predictions for the cases of a run.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "kernels/platform.hpp"
#include "measure/contender.hpp"
#include "measure/plan.hpp"
#include "measure/workspace.hpp"
#include "results/results.hpp"

namespace tilebridge::measure {

class Predictions {
 public:
  /// `most_addresses`: how many the access model counts per kernel of a case.
  explicit Predictions(double most_addresses) : most_addresses_(most_addresses) {}

  /// The prediction for a case on a CUDA device, at `ceilings`; none if its accesses are not known.
  std::optional<Prediction> of(const PlannedCase& planned, const Code& code,
                               const Workspace& workspace, const Ceilings& ceilings,
                               const kernels::DeviceInfo& device);

 private:
  double most_addresses_;
  /// Keys are experiment, variant, kernel and parameters: native traffic is counted once, however
  /// many variants in Kokkos are compared with it.
  std::map<std::string, Traffic> traffic_;
};

}  // namespace tilebridge::measure
