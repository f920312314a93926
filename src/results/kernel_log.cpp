// SPDX-License-Identifier: Apache-2.0
#include "results/kernel_log.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"

namespace tilebridge {
namespace {

CallTimes times_of(const Json& entry) {
  const CallTimes times = {entry.at("calls").get<std::uint64_t>(),
                           entry.at("seconds").get<double>(), entry.at("least").get<double>(),
                           entry.at("bytes").get<std::uint64_t>()};
  if (times.seconds < 0 || times.least < 0) throw UsageError("it has a time below 0");
  return times;
}

std::vector<LoggedCalls> calls_of(const Json& list) {
  std::vector<LoggedCalls> calls;
  for (const Json& entry : list)
    calls.push_back({entry.at("name").get<std::string>(), times_of(entry)});
  return calls;
}

KernelLog log_of(const Json& file) {
  if (!file.is_object() || !file.contains("tilebridge_kernels"))
    throw UsageError("it is no log of kernels; libtilebridge_tools.so writes one");
  const Json& version = file["tilebridge_kernels"];
  const bool has_devices = version == 3;
  if (version != 2 && !has_devices)
    throw UsageError("it is of another version of libtilebridge_tools.so");
  KernelLog log;
  log.seconds = file.at("seconds").get<double>();
  if (has_devices)
    for (const Json& device : file.at("devices"))
      log.devices.push_back(
          {device.at("space").get<std::string>(), device.at("name").get<std::string>()});
  for (const Json& kernel : file.at("kernels"))
    log.kernels.push_back({kernel.at("name").get<std::string>(),
                           kernel.at("kind").get<std::string>(), times_of(kernel),
                           has_devices ? kernel.at("space").get<std::string>() : ""});
  log.deep_copies = calls_of(file.at("deep_copies"));
  log.allocations = calls_of(file.at("allocations"));
  log.fences = calls_of(file.at("fences"));
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
