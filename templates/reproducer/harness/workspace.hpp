// SPDX-License-Identifier: Apache-2.0
// The arrays of a case in the memory of the device.
#pragma once

#include <fstream>
#include <stdexcept>
#include <vector>

#include "harness/device.hpp"
#include "harness/numbers.hpp"

namespace reproducer {

using Bytes = std::vector<unsigned char>;

constexpr unsigned char unset = 0xff;  // each byte of an output before a run: NaN

inline bool is_output(const Array& array) {
  return array.contents == Contents::unset || array.contents == Contents::copy;
}

inline Bytes file_contents(const Array& array) {
  std::ifstream file(std::string(REPRODUCER_FOLDER) + "/" + array.from, std::ios::binary);
  Bytes bytes(array.bytes);
  if (!file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(array.bytes)))
    throw std::runtime_error(std::string("cannot read ") + array.from);
  return bytes;
}

/// The arrays of a case on the device, and their contents before a run.
class Workspace {
 public:
  Workspace(Device& device, const Case& c) : device_(device), case_(c) {
    for (const Array& array : c.arrays) {
      memory_.push_back(device.allocate(array.bytes, array.space));
      initial_.push_back(contents_of(array));
    }
  }

  /// The struct that the kernels take.
  Bytes arguments() const {
    Bytes bytes = case_.arguments;
    for (const auto& [at, array, after] : case_.addresses) {
      const char* const address = static_cast<const char*>(memory_[array].get()) + after;
      std::memcpy(&bytes[at], &address, sizeof address);
    }
    return bytes;
  }

  /// The outputs of one run of the kernel, by array.
  std::vector<Bytes> outputs_of(const Launch& launch) {
    for (std::size_t i = 0; i < memory_.size(); ++i)
      device_.copy(memory_[i].get(), initial_[i].data(), initial_[i].size());
    device_.run(launch);
    std::vector<Bytes> outputs(memory_.size());
    for (std::size_t i = 0; i < memory_.size(); ++i) {
      if (!is_output(case_.arrays[i])) continue;
      outputs[i].resize(case_.arrays[i].bytes);
      device_.copy(outputs[i].data(), memory_[i].get(), outputs[i].size());
    }
    return outputs;
  }

 private:
  Bytes contents_of(const Array& array) const {
    if (array.contents == Contents::file) return file_contents(array);
    Bytes bytes(array.bytes, unset);
    if (array.contents == Contents::random) draw(bytes.data(), array, initial_.size(), case_.signs);
    for (std::size_t i = 0; i < initial_.size(); ++i)
      if (array.contents == Contents::copy && std::string(array.from) == case_.arrays[i].name)
        return initial_[i];
    return bytes;
  }

  Device& device_;
  const Case& case_;
  std::vector<Memory> memory_;
  std::vector<Bytes> initial_;
};

}  // namespace reproducer
