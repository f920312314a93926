// SPDX-License-Identifier: Apache-2.0
// Device memory for the arrays of cases. On a GPU it goes back to the driver as rarely as possible:
// after a free, the device clears the memory in the background, and for milliseconds kernels that
// wait for memory run at 0.9 of their speed.
#pragma once

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include "kernels/platform.hpp"

namespace tilebridge::measure {

class DevicePool {
 public:
  /// Places are drawn with `seed`.
  DevicePool(kernels::PlatformDevice& device, std::uint64_t seed);

  /// Takes so many bytes from the device at once, or half of what it has free if that is less.
  /// Does nothing where giving memory back costs nothing.
  void reserve(std::size_t bytes);

  /// Returns at least so many bytes at a place that is drawn at random among the free ones, aligned
  /// to 64 KiB, with any contents. The pool takes more from the device where it has no such place,
  /// and gives back what nobody uses before it does. Throws UsageError if there is not enough.
  kernels::PlatformDevice::Allocation take(std::size_t bytes);
  /// The same, of what the pool has: null if there is no such place. Where giving memory back costs
  /// nothing, the device gives another place.
  kernels::PlatformDevice::Allocation take_free(std::size_t bytes);

  /// Bytes that it has from the device.
  std::size_t bytes() const;

 private:
  using Allocation = kernels::PlatformDevice::Allocation;

  /// One allocation of the device's, cut into places.
  struct Slab {
    Allocation memory;
    std::size_t bytes;
    std::map<std::size_t, std::size_t> taken = {};  // bytes by offset
  };
  struct Gap {
    std::shared_ptr<Slab> slab;
    std::size_t offset;
    std::size_t bytes;
  };

  std::vector<Gap> gaps(std::size_t bytes) const;
  /// Allocates from the device itself.
  Allocation take_elsewhere(std::size_t bytes);
  void add_slab(std::size_t bytes);

  kernels::PlatformDevice& device_;
  std::mt19937_64 random_;
  std::list<std::shared_ptr<Slab>> slabs_;
  Allocation spacer_;
};

}  // namespace tilebridge::measure
