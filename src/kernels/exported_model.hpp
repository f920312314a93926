// SPDX-License-Identifier: Apache-2.0
// The inside of a shared object with kernels: C++ behind the interface of model.h, which needs
// nothing of the program that loads it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/model.h"
#include "kernels/registrar.hpp"

namespace tilebridge::kernels {

/// The contents of an object, called in the order that model.h gives.
class ModelContents {
 public:
  struct Description {
    std::string build;
    std::string key = "native";
    std::string label;
    std::string code = {};
    std::string release = {};
    std::string spaces = {};
    std::string compiler;
    std::string flags;
    std::string architectures = {};
    std::vector<Platform> platforms;
  };
  /// The queue of work that is prepared now.
  using CurrentQueue = std::function<void*()>;

  virtual ~ModelContents() = default;
  virtual Description describe() const = 0;
  virtual void start(int /*device*/) {}
  virtual int threads() const { return 0; }
  virtual std::string configuration() const { return ""; }
  /// Registers the kernels of `platform`.
  virtual void add(Platform platform, int threads, Registry& registry,
                   const CurrentQueue& queue) = 0;
  virtual void stop() {}
};

/// tilebridge_export_model() returns it. An object has one of them, and both live as long as it.
const tilebridge_model* exported(ModelContents& contents);

}  // namespace tilebridge::kernels
