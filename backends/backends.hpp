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

/// Loads and initialises the program's own Kokkos. Throws PlatformError if it needs a missing GPU.
kernels::OwnKokkos start_own_kokkos(int device);

/// Throws PlatformError with the reason if the device cannot be opened.
std::unique_ptr<kernels::Backend> open_backend(
    const kernels::OwnKokkos& kokkos, Platform platform, int device,
    kernels::Libraries libraries = kernels::Libraries::loaded);

/// Compilers, flags and versions, for the result file.
Json describe_builds(const kernels::OwnKokkos& kokkos);

}  // namespace tilebridge
