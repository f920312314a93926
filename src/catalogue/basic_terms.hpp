// SPDX-License-Identifier: Apache-2.0
// The terms that kernel files share with the catalogue. Every one of these files reads this header:
// it includes nothing that takes a compiler long.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tilebridge {

enum class Platform { host, cuda, hip };  // where code runs

/// How a kernel is written.
enum class Form {
  indices,    // by thread index
  loops,      // loops over ranges and nested ranges, one source for hosts and GPUs
  builtin,    // the model's own facility for the job
  rewritten,  // with the changes that it takes to cost what the reference costs
  tuned,      // the fastest that we could write
  vendor,     // a call of a vendor's library
  step,       // between `loops` and `rewritten`: some of the changes
  /// A control whose block the library chose in `loops`: the same loops in the blocks of the usual
  /// kernel.
  usual_block,
  /// A control once more with another choice where a programmer has one, such as strides of 64
  /// bits: how much of what is left for the library depends on the spelling of its control.
  respelled,
};

constexpr std::string_view name_of(Form form) {
  constexpr std::array<std::string_view, 9> names = {"indices",   "loops",       "builtin",
                                                     "rewritten", "tuned",       "vendor",
                                                     "step",      "usual_block", "respelled"};
  return names[static_cast<std::size_t>(form)];
}

/// How a kernel was launched on a GPU.
struct LaunchShape {
  std::array<std::uint32_t, 3> grid = {};   // blocks by x, y and z
  std::array<std::uint32_t, 3> block = {};  // threads
  std::uint64_t shared_bytes = 0;           // of the block's dynamic shared memory

  bool operator==(const LaunchShape&) const = default;
};

/// One launch of a case's code consists of these kernels.
using LaunchShapes = std::vector<LaunchShape>;

}  // namespace tilebridge
