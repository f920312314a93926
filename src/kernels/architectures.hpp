// SPDX-License-Identifier: Apache-2.0
// Which devices an object's GPU code runs on.
#pragma once

#include <string>

namespace tilebridge::kernels {

/// Whether code for `built`, CMake's list of architectures ("80;90-real", "gfx90a"), runs on a
/// device of `architecture` ("sm_90", "gfx90a"). Code for 90 runs on sm_90 and, compiled by the
/// driver, on what came later; that for 90-real on devices of the same major version alone.
bool has_code_for(const std::string& built, const std::string& architecture);

}  // namespace tilebridge::kernels
