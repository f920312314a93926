// SPDX-License-Identifier: Apache-2.0
// The load that other processes put on a device.
#pragma once

namespace tilebridge::measure {

struct DeviceLoad {
  int processes = 0;
  double utilised = 0;  // the share of the last second or less in which kernels ran
};

}  // namespace tilebridge::measure
