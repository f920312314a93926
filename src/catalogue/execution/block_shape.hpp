// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilebridge {

/// c[z][y][x] = a[z][y][x] + b[z][y][x]
struct VolumeAdd {
  const float* a;  // nz × ny × nx each, x fastest
  const float* b;
  float* c;
  int nx, ny, nz;  // elements
};

}  // namespace tilebridge
