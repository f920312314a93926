// SPDX-License-Identifier: Apache-2.0
// tilebridge-run: the subcommands that run on a device. Started by tilebridge.
#include <sys/prctl.h>

#include <csignal>
#include <string>
#include <string_view>
#include <vector>

#include "cli/devices.hpp"
#include "cli/explain_pair.hpp"
#include "cli/explanation.hpp"
#include "cli/options.hpp"
#include "cli/run.hpp"
#include "run/launch_once.hpp"
#include "run/outcome.hpp"

namespace {

/// The words of the command line that the user gave: without what a parent process said.
std::vector<std::string> words_of_user(int argc, char** argv) {
  std::vector<std::string> words;
  for (int i = 0; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--heartbeat" || word == "--failure" || word == "--default-output")
      ++i;
    else
      words.emplace_back(word);
  }
  return words;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace tilebridge;
  using namespace cli;
  if (argc > 2 && std::string_view(argv[2]) == "--heartbeat")
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // what kills the process that guards it is meant for both
  CLI::App app("The part of tilebridge that runs on a device.", "tilebridge");
  app.require_subcommand(1);
  run::RunRequest run_request;
  const CLI::App* run = add_run(app, run_request);
  DevicesOptions devices_options;
  add_devices(app, devices_options);
  ExplainOptions explain_options;
  CLI::App* explain = add_explain_options(app, explain_options);
  std::vector<std::string> listed_pairs;
  CLI::App* list = app.add_subcommand("list");
  list->add_option("pairs", listed_pairs)->required();
  for (CLI::App* command : {explain, list})
    command->add_option("--heartbeat", run_request.heartbeat)->group("");
  run::RunRequest launch_request;
  const CLI::App* launch = add_launch_once(app, launch_request);
  const int status = run_program(app, argc, argv, [&] {
    if (*launch) return run::launch_once(launch_request, words_of_user(argc, argv));
    if (*explain) return explain_pair(explain_options);
    if (*list) {
      list_pairs(listed_pairs);
      return 0;
    }
    return *run ? run_experiments(run_request, words_of_user(argc, argv))
                : print_devices(devices_options);
  });
  run::tell_end(run_request, status);  // a run that succeeds has said so
  return status;
}
