// SPDX-License-Identifier: Apache-2.0
// How near tuned kernels come to the best that is known of their class: a vendor's call that does
// the same, or what the unit allows that limits them.
#pragma once

#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "judge/cells.hpp"

namespace tilebridge::judge {

// Pages show shares in three digits: a kernel at 0.970 reaches the best known, one at 0.849 is far
// from it.
inline constexpr double reaching_share = 0.9695;
inline constexpr double poor_share = 0.8495;

/// Shorter native kernels are left out: a launch alone takes 3 µs.
inline constexpr double shortest_tuned = 20e-6;  // seconds

/// The kind of time that the best known is.
enum class Yardstick {
  none,       // no ceiling of the unit is known, and no call does the same
  vendor,     // the fastest of the vendor's calls that do the same in the same case
  ceiling,    // the rate of the limiting unit that was measured in the same run
  datasheet,  // of kernels that measure a ceiling themselves: the datasheet's rate
  peak,       // of kernels that work on the chip: the bytes that a unit of each SM moves per cycle
};

std::string_view name_of(Yardstick yardstick);

struct BestKnown {
  Yardstick yardstick = Yardstick::none;
  std::string variant = {};  // of the vendor's call: "geam"
  Interval share = {};       // of its speed that the kernel reaches

  bool is_known() const { return yardstick != Yardstick::none; }
};

/// Another model's kernel that does the same as a native tuned kernel.
struct Counterpart {
  const Cell* cell = nullptr;
  Interval share = {};      // of the native kernel's speed
  std::string reason = {};  // why it does not reach that; "" if it does, or if none is known
};

/// A native tuned kernel in one case. Points into the cells.
struct TunedKernel {
  const Cell* cell = nullptr;
  BestKnown best = {};
  std::string unit = {};    // that limits it: "memory", "FP32"; "" if unknown
  std::string reason = {};  // why it does not reach the best known; "" if it does, or if unknown
  std::string faster = {};  // the variant of the fastest tuned kernel of the case; "" if it is this
  std::vector<Counterpart> counterparts = {};  // in the order in which models are shown

  /// Whether it is, within what counts as reaching it, the fastest tuned kernel of the case.
  bool is_fastest() const { return faster.empty(); }
  const Counterpart* counterpart(const Model& model) const;
};

inline bool reaches(const Interval& share) { return share.median >= reaching_share; }

/// Counts rows that have a share.
struct LimitCounts {
  std::size_t all = 0;
  std::size_t reaching = 0;
  std::size_t poor = 0;
  std::size_t without_reason = 0;  // of the kernels that do not reach the best known

  void add(const Interval& share, const std::string& reason);
};

/// The native tuned kernels of a file that take 20 µs and more, in the order of its cases. A
/// counterpart is the model's tuned kernel of the same variant, else its fastest tuned one for the
/// same task, else its fastest rewritten one.
std::vector<TunedKernel> tuned_kernels(const Cells& cells, const Catalogue& catalogue);

}  // namespace tilebridge::judge
