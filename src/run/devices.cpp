// SPDX-License-Identifier: Apache-2.0
#include "run/devices.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "backends/backends.hpp"
#include "catalogue/catalogue.hpp"
#include "measure/suite.hpp"
#include "ranks/local.hpp"

namespace tilebridge::run {
namespace {

SeenDevice measure(const kernels::OwnKokkos& kokkos, Platform platform, int index) {
  const auto backend = open_backend(kokkos, platform, index, kernels::Libraries::left_out);
  measure::Suite suite(platform, backend->device(), backend->implementations(), "", {});
  const auto cases = measure::plan_ceilings(Preset::quick, platform, catalogue());
  measure::check_memory(cases, backend->device());
  suite.measure_ceilings(cases);
  return {platform, "", backend->device().info(), suite.ceilings()};
}

constexpr std::array platforms = {Platform::cuda, Platform::hip, Platform::host};

/// What can be seen of it.
SeenDevice see(const kernels::OwnKokkos& kokkos, Platform platform, int index) {
  const std::string reason = why_not(platform, index);
  return reason.empty() ? measure(kokkos, platform, index) : SeenDevice{platform, reason, {}, {}};
}

}  // namespace

void see_devices(std::optional<Platform> named, int index,
                 const std::function<void(const SeenDevice&)>& show) {
  const kernels::OwnKokkos kokkos = start_own_kokkos(index);
  if (named) return show(measure(kokkos, *named, index));
  for (const Platform platform : platforms) show(see(kokkos, platform, index));
}

void see_all_devices(std::optional<Platform> named,
                     const std::function<std::string(const SeenDevice&)>& describe,
                     const std::function<void(const std::string&)>& show) {
  const std::vector<Platform> asked =
      named ? std::vector{*named} : std::vector(platforms.begin(), platforms.end());
  for (const Platform platform : asked) {
    const int count = ranks::count_apart([&] { return device_count(platform); });
    for (int index = 0; index < std::max(1, count); ++index)  // the first says why there is none
      show(ranks::text_apart([&] {
        const kernels::OwnKokkos kokkos = start_own_kokkos(index);
        return describe(named ? measure(kokkos, platform, index) : see(kokkos, platform, index));
      }));
  }
}

}  // namespace tilebridge::run
