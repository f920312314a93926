// tilebridge: everything that needs no GPU driver. What runs on a device is tilebridge-run's, which
// this program starts.
#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "build_info.hpp"
#include "catalogue/error.hpp"
#include "cli/list.hpp"
#include "cli/options.hpp"
#include "report/table.hpp"
#include "results/file.hpp"

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

struct ListOptions {
  std::vector<std::string> experiments;
  bool json = false;
};

void print_report(const std::vector<std::string>& files) {
  for (const std::string& file : files) std::cout << table(read_results(file), stdout_style());
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

  ListOptions list_options;
  CLI::App* list = app.add_subcommand("list", "what there is: questions, variants, parameters");
  list->add_option("experiments", list_options.experiments, "only these");
  list->add_flag("--json", list_options.json, "as JSON");

  std::vector<std::string> report_files;
  CLI::App* report = app.add_subcommand("report", "the table of a result file");
  report->add_option("results", report_files, "result files")->required();

  RunOptions run_options;
  const CLI::App* run = add_run(app, run_options);
  DevicesOptions devices_options;
  add_devices(app, devices_options);

  return run_program(app, argc, argv, [&] {
    if (*list) {
      std::cout << (list_options.json ? list_as_json(list_options.experiments)
                                      : list_as_text(list_options.experiments));
      return 0;
    }
    if (*report) {
      print_report(report_files);
      return 0;
    }
    if (*run) check(run_options);
    become_runner(argv);
  });
}
