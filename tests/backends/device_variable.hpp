// SPDX-License-Identifier: Apache-2.0
// Ways in which a host sets a __device__ variable of file scope, a wrong one included.
#pragma once

#include <string>

namespace tilebridge {

/// Each returns the name of CUDA's error, or of its success.
std::string set_by_symbol(float value);
std::string set_by_its_address(float value);        // that of cudaGetSymbolAddress
std::string set_by_address_of_symbol(float value);  // &variable, which is no address on the device

float value_on_device();

/// Whether the device can address all memory of the host, so that &variable is an address for it.
bool device_addresses_host();

}  // namespace tilebridge
