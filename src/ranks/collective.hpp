// SPDX-License-Identifier: Apache-2.0
// An action that every rank performs, and its outcome.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "ranks/ranks.hpp"
#include "results/results.hpp"

namespace tilebridge::ranks {

enum class Order { together, alternating };

std::string_view name_of(Order order);

/// The outcome of one rank's part.
struct Answer {
  Json value;           // null if it failed
  std::string failure;  // one line; "" if it succeeded
  ExitStatus status = ExitStatus::fine;
  bool gone = false;  // its process has ended
};

/// Runs `action` on every rank, on all at once or on one at a time per host, and returns every
/// rank's answer, by rank, on every rank. An exception from `action` becomes its rank's failure: no
/// rank leaves while others wait for it.
std::vector<Answer> on_every_rank(Ranks& ranks, Order order, const std::function<Json()>& action);

}  // namespace tilebridge::ranks
