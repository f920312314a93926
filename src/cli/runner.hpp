// SPDX-License-Identifier: Apache-2.0
// tilebridge-run, the program beside this one that is linked with the backends.
#pragma once

#include <filesystem>
#include <string>

namespace tilebridge {

/// Where it lies: beside this program in a build, in libexec when installed. Throws PlatformError
/// where this build's runner cannot start for want of a driver.
std::filesystem::path runner_path();

/// Says to OpenMP, in the environment of the runner to be, where its threads go, unless the user
/// has said so; without a word Kokkos asks for one at every start. Each gets a hardware thread to
/// itself where one process measures the host. Processes that share a host would all be given the
/// same, and beside a GPU the host's threads measure nothing: these are left to the system.
void place_threads(const std::string& platform, bool one_process);

/// Becomes the runner, with the same arguments. Throws PlatformError where it cannot.
[[noreturn]] void become_runner(char** argv);

}  // namespace tilebridge
