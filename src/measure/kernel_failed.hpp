// SPDX-License-Identifier: Apache-2.0
// A kernel that says itself that it could not be prepared or launched.
#pragma once

#include <stdexcept>

namespace tilebridge::measure {

/// Its model's result is invalid, with this reason; everything else goes on.
struct KernelFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace tilebridge::measure
