// SPDX-License-Identifier: Apache-2.0
// Something that every rank does, and what came of it.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "ranks/ranks.hpp"
#include "results/results.hpp"

namespace tilebridge {

enum class Order { together, alternating };

std::string_view name_of(Order order);

/// What one rank's part came to.
struct Answer {
  Json value;           // null where it failed
  std::string failure;  // one line; "" where it did not
  ExitStatus status = ExitStatus::fine;
  bool gone = false;  // its process has ended
};

/// Does `action` on every rank, on all at once or on one at a time of each host, and returns every
/// rank's answer, by rank, on every rank. What `action` throws is its rank's failure: no rank
/// leaves while others wait for it.
std::vector<Answer> on_every_rank(Ranks& ranks, Order order, const std::function<Json()>& action);

}  // namespace tilebridge
