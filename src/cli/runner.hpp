// SPDX-License-Identifier: Apache-2.0
// tilebridge-run, the companion program that is linked with the backends.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "catalogue/terms.hpp"

namespace tilebridge::cli {

/// Its path: next to this program in a build, in libexec when installed. Throws PlatformError if
/// this build's runner cannot start because there is no driver.
std::filesystem::path runner_path();

/// Sets OpenMP's thread binding in the runner's environment, unless the user has set it; if unset,
/// Kokkos prints a warning at every start. If a single process measures the host, each thread is
/// bound to its own hardware thread. Otherwise threads are not bound: processes that share a host
/// would all get the same ones, and with a GPU the host's threads measure nothing.
/// `platform`: none if it is not known yet.
void place_threads(std::optional<Platform> platform, bool one_process);

/// For processes started from here, of glibc, where the system has large pages and GLIBC_TUNABLES
/// is not set: inputs and references of gigabytes take a million page faults in small ones, which
/// is half of their time.
void use_large_pages();

/// Starts the runner with the words of `command`, the subcommand the second, and returns its exit
/// status: only it loads pairs, whose code may end its process.
int load_apart(std::vector<std::string> command);

/// Replaces this process with the runner, with the same arguments, and with large pages for its
/// arrays unless GLIBC_TUNABLES is set. Throws PlatformError if it cannot.
[[noreturn]] void become_runner(char** argv);

}  // namespace tilebridge::cli
