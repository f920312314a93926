// SPDX-License-Identifier: Apache-2.0
#include "session/devices.hpp"

#include <memory>
#include <vector>

#include "backends/backends.hpp"
#include "catalogue/catalogue.hpp"
#include "measure/suite.hpp"

namespace tilebridge::session {
namespace {

SeenDevice measure(Platform platform, int index) {
  const std::unique_ptr<Backend> backend = open_backend(platform, index);
  measure::Suite suite(platform, backend->device(), backend->implementations(), "", {});
  const auto cases = measure::plan_ceilings(Preset::quick, platform, catalogue());
  measure::check_memory(cases, backend->device());
  suite.measure_ceilings(cases);
  return {platform, "", backend->device().info(), suite.ceilings()};
}

}  // namespace

void see_devices(std::optional<Platform> named, int index,
                 const std::function<void(const SeenDevice&)>& show) {
  const KokkosSession kokkos(index);
  if (named) return show(measure(*named, index));
  for (const Platform platform : {Platform::cuda, Platform::hip, Platform::host}) {
    const std::string reason = why_not(platform, index);
    show(reason.empty() ? measure(platform, index) : SeenDevice{platform, reason, {}, {}});
  }
}

}  // namespace tilebridge::session
