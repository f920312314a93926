// SPDX-License-Identifier: Apache-2.0
// Device code that is loaded at run time: CUDA's driver interface, or HIP's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace tilebridge::openmp {

/// All throw std::runtime_error with the driver's reason.
class DeviceFunction {
 public:
  explicit DeviceFunction(void* function) : function_(function) {}
  /// In a block, by its registers.
  std::uint32_t most_threads() const;
  /// `arguments` has the address of each.
  void launch(std::uint64_t blocks, std::uint32_t threads, std::uint32_t shared_bytes, void* stream,
              void** arguments) const;

 private:
  void* function_;
};

/// Is never unloaded: kernels may run until the process ends.
class DeviceModule {
 public:
  /// Returns nothing for code of another kind of GPU.
  static std::optional<DeviceModule> loaded(const char* code);
  DeviceFunction function(const std::string& name) const;
  /// Copies a variable of the module to the host.
  void read(const std::string& variable, void* into, std::size_t bytes) const;

 private:
  explicit DeviceModule(void* module) : module_(module) {}
  void* module_;
};

std::uint32_t warp_size();
/// The threads that the whole GPU runs at a time.
int resident_threads();
void* allocate(std::size_t bytes);
/// Frees what allocate() returned; never throws.
void release(void* memory);
void copy_to_device(void* to, const void* from, std::size_t bytes);
/// Sets bytes to 0 in the order of the stream.
void clear(void* memory, std::size_t bytes, void* stream);

}  // namespace tilebridge::openmp
