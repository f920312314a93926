// SPDX-License-Identifier: Apache-2.0
// The code that is timed for a case.
#pragma once

#include <optional>
#include <string>

#include "kernels/implementations.hpp"
#include "results/results.hpp"

namespace tilebridge::measure {

/// One kernel for a case.
struct Code {
  ModelForm kernel;
  const Variant* variant;         // of the case, or the one that it stands for
  std::string key;                // of its implementation
  std::optional<Form> form = {};  // the same

  std::string name() const { return text_of(kernel); }
};

/// Code whose result was right, ready to be timed.
struct Contender {
  Code code;
  kernels::Launch launch;

  const KernelResult& of(const CaseResult& result) const { return result.kernels.at(code.kernel); }
  KernelResult& of(CaseResult& result) const { return result.kernels[code.kernel]; }
};

}  // namespace tilebridge::measure
