// SPDX-License-Identifier: Apache-2.0
// tilebridge-run: one process on one device. It does the job that tilebridge hands to it, or the
// one in a file: `tilebridge-run --request FILE`, where FILE may be the request of a result file.
#include <sys/prctl.h>

#include <csignal>

#include "base/text.hpp"
#include "cli/explanation.hpp"
#include "cli/options.hpp"
#include "run/description.hpp"
#include "run/run.hpp"

namespace {

using namespace tilebridge;

/// `explain` and `list` of the user's own pairs, which only this program loads: their code may
/// crash it.
int show_pairs(const std::vector<std::string>& words) {
  CLI::App app("", "tilebridge");
  cli::ExplainOptions explain_options;
  const CLI::App* explain = cli::add_explain_options(app, explain_options);
  std::vector<std::string> listed;
  app.add_subcommand("list")->add_option("pairs", listed)->required();
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  return cli::run_program(app, static_cast<int>(arguments.size()), arguments.data(), [&] {
    if (*explain) return cli::explain_pair(explain_options);
    cli::list_pairs(listed);
    return 0;
  });
}

/// A pair's cases are known to this program alone, and so is which platform has a device.
std::string planned_text(const run::RunRequest& request) {
  const run::SessionPlan plan = run::plan_unopened(request);
  return cli::planned_text(plan.cases, plan.platform, request);
}

/// Returns the exit status that the task itself has found.
int do_job(const run::Job& job, run::Channel& channel) {
  int status = 0;
  if (job.task == "run")
    run::run(job, channel);
  else if (job.task == "tune")
    run::tune(job, channel);
  else if (job.task == "launch-once")
    run::launch_once(job);
  else if (job.task == "devices")
    channel.end(run::describe_devices(job.request.platform, job.request.device));
  else if (job.task == "count")
    channel.end({{"count", run::count_devices(job.request)}});
  else if (job.task == "plan")
    channel.end({{"plan", planned_text(job.request)}});
  else
    channel.end({{"status", status = show_pairs(job.command_line)}});
  return channel.is_connected() ? 0 : status;
}

}  // namespace

int main(int argc, char** argv) {
  run::Channel channel;
  int status = 0;
  const auto failed = cli::failure_of([&] {
    if (argc == 3 && argv[1] == std::string_view("--request")) {
      status = do_job(run::job_in(argv[2]), channel);
      return;
    }
    channel = run::Channel::inherited();
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // what kills the process that started it is meant for both
    do_job(channel.job(), channel);
  });
  if (!failed) return status;
  if (!channel.is_connected()) say("tilebridge: " + failed->message + "\n");
  channel.end(run::failure(failed->message, failed->status));
  return static_cast<int>(failed->status);
}
