// SPDX-License-Identifier: Apache-2.0
// The arrays of a case, on the host and in the platform's memory.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "kernels/platform.hpp"
#include "measure/device_pool.hpp"
#include "measure/memory.hpp"
#include "measure/plan.hpp"

namespace tilebridge::measure {

/// An array between two guard zones, which nothing may write to.
class GuardedArray {
 public:
  GuardedArray(kernels::PlatformDevice& device, const ArraySpec& spec,
               kernels::PlatformDevice::Allocation allocation);
  /// The bytes that an array needs with its guards.
  static std::size_t guarded_bytes(const ArraySpec& spec);

  const ArraySpec& spec() const { return spec_; }
  void* at() const;
  bool is_intact(kernels::PlatformDevice& device) const;
  void write_guards(kernels::PlatformDevice& device) const;

 private:
  ArraySpec spec_;
  kernels::PlatformDevice::Allocation allocation_;
};

class Workspace {
 public:
  /// Fills and uploads the inputs.
  Workspace(const PlannedCase& planned, kernels::PlatformDevice& device, HostPool& host_pool,
            DevicePool& pool, std::uint64_t seed, Draw draw = Draw::uniform);

  bool serves(const PlannedCase& planned) const { return share_arrays(planned_, planned); }

  /// Poisons them, but for those that begin as an input.
  void reset_outputs();
  /// Does so for outputs in device memory alone. Others are left as they are: to write them would
  /// change where the pages of managed memory lie, and takes long.
  void reset_outputs_on_device();
  void download_outputs();

  /// Two elements of each input of independent draws change places, on the host and on the device.
  void exchange_inputs();
  /// Takes all exchanges back.
  void restore_inputs();
  /// Tells the contents of the inputs apart: 0 as they were drawn, else another number after every
  /// exchange.
  std::uint64_t version() const { return version_; }
  std::vector<kernels::Region> outputs_on_device() const;
  /// Whether all outputs in device memory hold what reset_outputs() left there; false if there are
  /// none.
  bool are_outputs_untouched() const;

  /// Moves the arrays in device memory to other addresses, with their contents, as far as the pool
  /// has room for a second copy of each; where they were nothing is left of them.
  void move();

  /// Repairs and reports damage since the last call: "it wrote beyond the array 'out'", "it changed
  /// the input 'in'"; "" for none. Whether an input was changed is looked at only while the inputs
  /// are as they were drawn.
  std::string damage();

  /// A 64-bit hash of all outputs in order.
  std::uint64_t digest_of_outputs() const;

  std::span<const ArraySpec> specs() const { return specs_; }
  const ArrayPointers& pointers() const { return pointers_; }
  const HostArrays& host() const { return host_; }

 private:
  /// Two elements of an input that changed places.
  struct Exchange {
    std::size_t array;
    std::size_t first;
    std::size_t second;
  };

  kernels::PlatformDevice::Allocation memory_for(const ArraySpec& spec);
  void upload(const GuardedArray& array);
  void reset(const GuardedArray& output);
  void perform(const Exchange& exchange);
  bool is_changed(const GuardedArray& array) const;
  std::uint64_t poisoned(std::size_t bytes) const;

  PlannedCase planned_;
  std::vector<ArraySpec> specs_;
  kernels::PlatformDevice& device_;
  DevicePool& pool_;
  HostArrays host_;
  std::vector<GuardedArray> arrays_;
  std::map<std::string, std::uint64_t> digests_;                // of inputs
  mutable std::map<std::size_t, std::uint64_t> poisoned_ = {};  // digests by bytes
  ArrayPointers pointers_;
  std::mt19937_64 random_;
  std::vector<Exchange> exchanges_;
  std::uint64_t version_ = 0;
  std::uint64_t versions_ = 0;  // so far
};

}  // namespace tilebridge::measure
