// SPDX-License-Identifier: Apache-2.0
// The rates that machines reached: one against its datasheet and against others of its kind.
#pragma once

#include "results/results.hpp"

namespace tilebridge {

struct Machine {
  std::string device;  // "NVIDIA H200"
  std::string preset;  // the sizes that its rates were measured at
  Ceilings measured;

  bool is_like(const Machine& other) const {
    return device == other.device && preset == other.preset;
  }
};

/// Those of docs/results/machines.json when this program was built, other than `own`, a machine's
/// entry there.
std::vector<Machine> known_machines(const Json& own = nullptr);

/// A machine as that file has it, without what tells whose it is.
Json machine_entry(const Results& results);

/// One rate of a machine. 0 where a number is not known.
struct RateCheck {
  std::string_view what;  // "reading memory"
  Rate rate;
  double measured = 0;
  double datasheet = 0;
  double known = 0;  // the median of known machines of this kind

  /// Whether the rate is lower than it should be: below 90% of known machines, or, where none is
  /// known, below 80% of the datasheet. None if there is nothing to hold it against.
  std::optional<bool> is_low() const;
};

/// Those of six rates that were measured.
std::vector<RateCheck> check_rates(const Machine& machine, const Ceilings& datasheet,
                                   const std::vector<Machine>& known);

}  // namespace tilebridge
