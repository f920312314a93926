// SPDX-License-Identifier: Apache-2.0
// The platforms that this build supports, ready to run on.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/backend.hpp"

namespace tilebridge {

/// The platforms compiled into this program, fastest first.
std::vector<Platform> built_platforms();

/// "" if `platform` can be opened here, else the reason in one line.
std::string why_not(Platform platform, int device);

/// Number of devices of `platform` visible to this process; 0 if why_not() gives a reason. A host
/// counts as one.
int device_count(Platform platform);

/// Returns nothing where the vendor's management library cannot tell. Ask before this process uses
/// the device: it cannot tell whose kernels run.
std::optional<kernels::DeviceLoad> load_of(Platform platform, int device);

/// Loads and initialises the program's own models. Throws PlatformError if one needs a missing GPU.
kernels::OwnModels start_own_models(int device);

/// Throws PlatformError with the reason if the device cannot be opened.
std::unique_ptr<kernels::Backend> open_backend(
    const kernels::OwnModels& models, Platform platform, int device,
    kernels::Libraries libraries = kernels::Libraries::loaded);

/// Compilers and flags, with those of `models`, for the result file.
Json describe_builds(const Json& models);

}  // namespace tilebridge
