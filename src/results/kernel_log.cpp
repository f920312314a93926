// SPDX-License-Identifier: Apache-2.0
#include "results/kernel_log.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"

namespace tilebridge {
namespace {

CallTimes times_of(const Json& entry) {
  const CallTimes times = {entry.at("calls"), entry.at("seconds"), entry.at("least"),
                           entry.at("bytes")};
  if (times.seconds < 0 || times.least < 0) throw UsageError("it has a time below 0");
  return times;
}

std::vector<LoggedCalls> calls_of(const Json& list) {
  std::vector<LoggedCalls> calls;
  for (const Json& entry : list) calls.push_back({entry.at("name"), times_of(entry)});
  return calls;
}

KernelLog log_of(const Json& file) {
  if (!file.is_object() || !file.contains("tilebridge_kernels"))
    throw UsageError("it is no log of kernels; libtilebridge_tools.so writes one");
  const Json& version = file["tilebridge_kernels"];
  if (version != 2 && version != 3)
    throw UsageError("it is of another version of libtilebridge_tools.so; record it anew");
  KernelLog log = {.seconds = file.at("seconds"),
                   .devices = {},
                   .kernels = {},
                   .deep_copies = calls_of(file.at("deep_copies")),
                   .allocations = calls_of(file.at("allocations")),
                   .fences = calls_of(file.at("fences"))};
  const bool has_devices = version == 3;
  if (has_devices)
    for (const Json& device : file.at("devices"))
      log.devices.push_back({device.at("space"), device.at("name")});
  for (const Json& kernel : file.at("kernels"))
    log.kernels.push_back({kernel.at("name"), kernel.at("kind"), times_of(kernel),
                           has_devices ? kernel.at("space").get<std::string>() : ""});
  return log;
}

}  // namespace

std::string LoggedDevice::platform() const {
  if (space == "Cuda") return "cuda";
  if (space == "HIP") return "hip";
  const bool is_host =
      space == "Serial" || space == "OpenMP" || space == "Threads" || space == "HPX";
  return is_host ? "host" : space;
}

KernelLog read_kernel_log(const std::filesystem::path& path) {
  const std::string text = read_text(path);
  try {
    return log_of(parse_json(text));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("cannot read '{}': {}", path.string(), error.what()));
  } catch (const nlohmann::json::exception&) {
    throw UsageError(fmt::format(
        "cannot read '{}': it is no whole log of kernels; libtilebridge_tools.so writes one",
        path.string()));
  }
}

}  // namespace tilebridge
