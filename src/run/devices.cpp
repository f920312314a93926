// SPDX-License-Identifier: Apache-2.0
#include "run/devices.hpp"

#include <memory>

#include "backends/backends.hpp"
#include "catalogue/catalogue.hpp"
#include "measure/suite.hpp"
#include "results/json.hpp"
#include "run/description.hpp"
#include "run/session.hpp"

namespace tilebridge::run {
namespace {

Json describe_device(Platform platform, int index) {
  if (const std::string reason = why_not(platform, index); !reason.empty())
    return {{"platform", name_of(platform)}, {"unavailable", reason}};
  const std::unique_ptr<Backend> backend = open_backend(platform, index, Libraries::left_out);
  measure::Suite suite(platform, backend->device(), backend->implementations(), "", {});
  const auto cases = measure::plan_ceilings(Preset::quick, platform, catalogue());
  measure::check_memory(cases, backend->device());
  suite.measure_ceilings(cases);
  const measure::DeviceInfo& info = backend->device().info();
  return {{"platform", name_of(platform)},
          {"device", to_json(info)},
          {"datasheet",
           {{"GB_per_s", info.datasheet_bytes_per_s / 1e9},
            {"TFLOP_per_s", info.datasheet_flops / 1e12}}},
          {"ceilings", to_json(suite.ceilings())}};
}

}  // namespace

Json describe_devices(std::optional<Platform> named, int index) {
  const KokkosSession kokkos(index);
  Json devices = Json::array();
  for (const Platform platform : {Platform::cuda, Platform::hip, Platform::host})
    if (!named || *named == platform) devices.push_back(describe_device(platform, index));
  return devices;
}

Json count_devices(std::optional<Platform> named) {
  const Platform platform = named ? *named : fastest_here();
  return {{"platform", name_of(platform)}, {"devices", device_count(platform)}};
}

}  // namespace tilebridge::run
