// SPDX-License-Identifier: Apache-2.0
// A libcuda.so.1 with two devices.
#include <string.h>

__attribute__((visibility("default"))) int cuDeviceGet(int* device, int ordinal) {
  *device = ordinal + 10;
  return ordinal > 1;
}

__attribute__((visibility("default"))) int cuDeviceGetName(char* name, int length, int device) {
  strncpy(name, device == 10 ? "First GPU" : "Second GPU", (size_t)length);
  return 0;
}
