// SPDX-License-Identifier: Apache-2.0
#include "run/start.hpp"

#include <algorithm>
#include <csignal>
#include <utility>

#include "results/file.hpp"
#include "run/guard.hpp"
#include "run/output.hpp"
#include "run/resume.hpp"

namespace tilebridge::run {

int start(const RunRequest& asked, const std::vector<std::string>& command_line, const Show& show) {
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding the file size limit then makes write() fail
  const RunRequest request = asked.resume.empty() ? asked : request_to_resume(asked);
  prepare_environment(request.platform);
  Output output = choose_output(request.output, "results", request.overwrite);
  const std::string file = output.path;
  const Job job = {.request = request,
                   .command_line = command_line,
                   .device = request.device,
                   .earlier = request.resume};
  const Outcome outcome = Guard(job, std::move(output)).run();
  if (!outcome.failure.empty()) throw Error(ExitStatus(outcome.status), outcome.failure);
  if (!outcome.results) return outcome.status;
  const ExitStatus written = outcome.is_written ? ExitStatus::fine : ExitStatus::not_written;
  show({*outcome.results, outcome.is_interrupted, file, written});
  return static_cast<int>(
      worse(status_of(*outcome.results, request.strict, outcome.is_interrupted), written));
}

Json see_devices(std::optional<Platform> named, std::optional<int> index) {
  prepare_environment(named);
  Json devices = Json::array();
  int count = 1;
  for (int device = index.value_or(0); device < count || device == index; ++device) {
    Job job = {.task = "devices", .device = device};
    job.request.platform = named;
    for (const Json& seen : ask_runner(job, "the process that opens a device failed")) {
      const bool is_available = !seen.contains("unavailable");
      if (named && !is_available) throw PlatformError(text_at(seen, "unavailable"));
      if (!index) count = std::max(count, seen.at("count").get<int>());
      if (is_available || index || device == 0) devices.push_back(seen);
    }
  }
  return devices;
}

}  // namespace tilebridge::run
