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
#include "measure/memory.hpp"
#include "measure/plan.hpp"

namespace tilebridge::measure {

/// An array between two guard zones, which nothing may write to.
class GuardedArray {
 public:
  GuardedArray(kernels::PlatformDevice& device, const ArraySpec& spec);

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
  Workspace(const PlannedCase& planned, kernels::PlatformDevice& device, HostPool& pool,
            std::uint64_t seed, Draw draw = Draw::uniform);

  bool serves(const PlannedCase& planned) const { return share_arrays(planned_, planned); }

  /// Poisons them, but for those that begin as an input.
  void reset_outputs();
  void download_outputs();

  /// Moves the arrays in device memory to other addresses, with their contents; where the device
  /// has no room for a second copy of the largest, nothing moves.
  void move();

  /// Repairs and reports damage since the last call: "it wrote beyond the array 'out'", "it changed
  /// the input 'in'"; "" for none.
  std::string damage();

  /// A 64-bit hash of all outputs in order.
  std::uint64_t digest_of_outputs() const;

  std::span<const ArraySpec> specs() const { return specs_; }
  const ArrayPointers& pointers() const { return pointers_; }
  const HostArrays& host() const { return host_; }

 private:
  void upload(const GuardedArray& array);
  bool is_changed(const GuardedArray& array) const;

  PlannedCase planned_;
  std::vector<ArraySpec> specs_;
  kernels::PlatformDevice& device_;
  HostArrays host_;
  std::vector<GuardedArray> arrays_;
  std::map<std::string, std::uint64_t> digests_;  // of inputs
  ArrayPointers pointers_;
  std::mt19937_64 random_;
  kernels::PlatformDevice::Allocation spacer_;
};

}  // namespace tilebridge::measure
