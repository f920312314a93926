// SPDX-License-Identifier: Apache-2.0
// These tests show what a host may do to a __device__ variable, and what fails.
#include "tests/backends/device_variable.hpp"

#include <gmock/gmock.h>

#include "tests/backends/own_models.hpp"

namespace tilebridge {
namespace {

class DeviceVariable_cuda : public DeviceTest {};

TEST_F(DeviceVariable_cuda, IsSetByItsSymbol) {
  EXPECT_EQ(set_by_symbol(3.14F), "cudaSuccess");
  EXPECT_EQ(value_on_device(), 3.14F);
}

TEST_F(DeviceVariable_cuda, IsSetByTheAddressThatTheRuntimeKnows) {
  EXPECT_EQ(set_by_its_address(2.72F), "cudaSuccess");
  EXPECT_EQ(value_on_device(), 2.72F);
}

/// The address of the symbol is that of a variable of the host's. Only a device that can address
/// all of the host's memory may take it for one of its own, and then sets the host's.
TEST_F(DeviceVariable_cuda, IsNotSetByTheAddressOfItsSymbol) {
  EXPECT_EQ(set_by_symbol(3.14F), "cudaSuccess");
  const std::string outcome = set_by_address_of_symbol(2.72F);
  if (!device_addresses_host()) {
    EXPECT_EQ(outcome, "cudaErrorInvalidValue");
  }
  EXPECT_EQ(value_on_device(), 3.14F);
}

}  // namespace
}  // namespace tilebridge
