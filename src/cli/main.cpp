// tilebridge: everything that needs no GPU driver. What runs on a device is tilebridge-run's, which
// this program starts.
#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "build_info.hpp"
#include "catalogue/error.hpp"
#include "cli/claims.hpp"
#include "cli/explain.hpp"
#include "cli/list.hpp"
#include "cli/occupancy.hpp"
#include "cli/options.hpp"
#include "cli/report.hpp"

namespace tilebridge {
namespace {

/// A Kokkos with CUDA is linked with the driver's library: without it tilebridge-run cannot start.
void check_driver() {
  if (!build_info::needs_driver) return;
  void* driver = ::dlopen("libcuda.so.1", RTLD_LAZY);
  if (driver == nullptr)
    throw PlatformError(
        "this build runs on CUDA devices only and finds no NVIDIA driver (libcuda.so.1); run it on "
        "a GPU node, or build the preset 'host'");
  ::dlclose(driver);
}

/// Becomes tilebridge-run, with the same arguments.
[[noreturn]] void become_runner(char** argv) {
  check_driver();
  const auto runner = std::filesystem::canonical("/proc/self/exe").parent_path() / "tilebridge-run";
  ::execv(runner.c_str(), argv);
  throw PlatformError(fmt::format("cannot start '{}': {}; it belongs beside tilebridge",
                                  runner.string(), std::strerror(errno)));
}

}  // namespace
}  // namespace tilebridge

int main(int argc, char** argv) {
  using namespace tilebridge;
  CLI::App app(
      "What does a portability layer cost on this GPU, and why? Native CUDA and Kokkos, the "
      "same experiment on the same buffers, validated, timed and compared.",
      "tilebridge");
  app.set_version_flag("--version", std::string(build_info::version));
  app.require_subcommand(1);

  const std::vector<Command> commands = {add_claims(app), add_explain(app), add_list(app),
                                         add_occupancy(app), add_report(app)};
  RunOptions run_options;
  const CLI::App* run = add_run(app, run_options);
  DevicesOptions devices_options;
  add_devices(app, devices_options);

  return run_program(app, argc, argv, [&] {
    for (const Command& command : commands)
      if (*command.app) return command.body();
    if (*run) check(run_options);
    become_runner(argv);
  });
}
