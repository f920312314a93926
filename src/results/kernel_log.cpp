// SPDX-License-Identifier: Apache-2.0
#include "results/kernel_log.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"

namespace tilebridge {
namespace {

CallTimes times_of(const Json& entry) {
  CallTimes times;
  const auto take = [&](const char* name, auto& value) {
    const Json& member = entry.at(name);
    in_member(name, [&] { member.get_to(value); });
  };
  take("calls", times.calls);
  take("seconds", times.seconds);
  take("least", times.least);
  take("bytes", times.bytes);
  if (times.seconds < 0 || times.least < 0) throw UsageError("it has a time below 0");
  return times;
}

std::vector<LoggedCalls> calls_of(const Json& file, const char* kind) {
  const Json& list = file.at(kind);
  std::vector<LoggedCalls> calls;
  in_member(kind, [&] {
    for_each_element(list, [&](const Json& entry) {
      calls.push_back({entry.at("name"), times_of(entry)});
    });
  });
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
                   .deep_copies = calls_of(file, "deep_copies"),
                   .allocations = calls_of(file, "allocations"),
                   .fences = calls_of(file, "fences")};
  const bool has_devices = version == 3;
  if (has_devices)
    for_each_element(file.at("devices"), [&](const Json& device) {
      log.devices.push_back({device.at("space"), device.at("name")});
    });
  in_member("kernels", [&] {
    for_each_element(file.at("kernels"), [&](const Json& kernel) {
      log.kernels.push_back({kernel.at("name"), kernel.at("kind"), times_of(kernel),
                             has_devices ? kernel.at("space").get<std::string>() : ""});
    });
  });
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
  const auto refused = [&](const std::string& problem) {
    return UsageError(fmt::format("cannot read '{}': {}", path.string(), problem));
  };
  try {
    return log_of(parse_json(text));
  } catch (const UsageError& error) {
    throw refused(error.what());
  } catch (const nlohmann::json::exception& error) {
    throw refused(
        fmt::format("it is no whole log of kernels, which libtilebridge_tools.so writes ({})",
                    problem_of(error)));
  }
}

}  // namespace tilebridge
