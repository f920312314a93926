// SPDX-License-Identifier: Apache-2.0
#include "measure/predictions.hpp"

#include <fmt/format.h>

#include <vector>

#include "results/prediction.hpp"

namespace tilebridge::measure {

std::optional<Prediction> Predictions::of(const PlannedCase& planned, const Code& code,
                                          const Workspace& workspace, const Ceilings& ceilings,
                                          const kernels::DeviceInfo& device) {
  if (!code.variant->accesses) return std::nullopt;
  const std::string key =
      fmt::format("{} {} {}", code.key, code.name(), to_string(planned.parameters));
  auto known = traffic_.find(key);
  if (known == traffic_.end()) {
    const std::vector<Kernel> kernels =
        code.variant->accesses(code.kernel, planned.parameters, workspace.host());
    if (kernels.empty()) return std::nullopt;
    known = traffic_.emplace(key, traffic(kernels, most_addresses_)).first;
  }
  const OnChip on_chip{static_cast<double>(device.cache_bytes), device.units * device.clock_hz};
  return Prediction{known->second,
                    predicted_seconds(known->second, workspace.specs(), ceilings, on_chip)};
}

}  // namespace tilebridge::measure
