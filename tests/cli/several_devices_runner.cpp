// SPDX-License-Identifier: Apache-2.0
// tilebridge-run for tests without GPUs: it has a device for each word of TILEBRIDGE_TEST_DEVICES.
// Each is the host, which "missing" says is missing, "crash" crashes outside all cases, and "slow"
// takes seconds for.
#include <cstdlib>

#include "base/text.hpp"
#include "cli/options.hpp"
#include "run/run.hpp"

namespace {

using namespace tilebridge;

void do_job(run::Job job, run::Channel& channel) {
  const std::vector<std::string> devices = split(std::getenv("TILEBRIDGE_TEST_DEVICES"), ' ');
  if (job.task == "count") {
    channel.end({{"count", devices.size()}});
    return;
  }
  const std::string device = devices.at(static_cast<std::size_t>(job.request.device));
  if (device == "missing")
    throw PlatformError(fmt::format("there is no device {}", job.request.device));
  if (device == "crash") std::abort();
  if (device == "slow") job.request.budget_seconds = 3;
  job.request.device = 0;
  run::run(job, channel);
}

}  // namespace

int main() {
  run::Channel channel = run::Channel::inherited();
  const auto failed = cli::failure_of([&] { do_job(channel.job(), channel); });
  if (!failed) return 0;
  channel.end(run::failure(failed->message, failed->status));
  return static_cast<int>(failed->status);
}
