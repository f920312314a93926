// tilebridge-run, the program beside this one that is linked with the backends.
#pragma once

#include <filesystem>

namespace tilebridge {

/// Where it lies: beside this program in a build, in libexec when installed. Throws PlatformError
/// where this build's runner cannot start for want of a driver.
std::filesystem::path runner_path();

/// Becomes the runner, with the same arguments. Throws PlatformError where it cannot.
[[noreturn]] void become_runner(char** argv);

}  // namespace tilebridge
