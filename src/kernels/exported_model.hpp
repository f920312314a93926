// SPDX-License-Identifier: Apache-2.0
// The inside of a shared object with kernels: C++ behind the interface of model.h.
#pragma once

#include <string>

#include "kernels/implementations.hpp"
#include "kernels/model.h"

namespace tilebridge::kernels {

/// The contents of an object, called in the order that model.h gives.
class ModelContents {
 public:
  struct Description {
    std::string build;
    std::string key = "native";
    std::string label;
    std::string release = {};
    std::string spaces = {};
    std::string compiler;
    std::string flags;
    std::string architectures = {};
    std::vector<Platform> platforms;
  };
  using CurrentQueue = kernels::CurrentQueue;

  virtual ~ModelContents() = default;
  virtual Description describe() const = 0;
  virtual void start(int /*device*/) {}
  virtual int threads() const { return 0; }
  virtual std::string configuration() const { return ""; }
  /// Registers the kernels of `platform`.
  virtual void add(Platform platform, int threads, Implementations& implementations,
                   const CurrentQueue& queue) = 0;
  virtual void stop() {}
};

/// tilebridge_export_model() returns it. An object has one of them, and both live as long as it.
const tilebridge_model* exported(ModelContents& contents);

}  // namespace tilebridge::kernels
