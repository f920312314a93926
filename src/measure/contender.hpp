// SPDX-License-Identifier: Apache-2.0
// The code that is timed for a case.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>

#include "kernels/implementations.hpp"
#include "results/results.hpp"

namespace tilebridge::measure {

/// One model's code for a case.
struct Code {
  Model model;
  std::string key;  // of its implementation
  std::reference_wrapper<const kernels::Implementations> from;
  std::string release = {};  // the name of a second Kokkos build; "" for the program's own code

  /// "native", "kokkos", "kokkos@5.0.2".
  std::string name() const {
    return release.empty() ? std::string(name_of(model))
                           : fmt::format("{}@{}", name_of(model), release);
  }
};

/// Code whose result was right, ready to be timed.
struct Contender {
  Code code;
  kernels::Launch launch;

  const ModelResult& of(const CaseResult& result) const {
    return code.release.empty() ? result.models.at(code.model)
                                : result.releases.at(code.release).result;
  }
  ModelResult& of(CaseResult& result) const {
    return code.release.empty() ? result.models[code.model] : result.releases[code.release].result;
  }
};

}  // namespace tilebridge::measure
