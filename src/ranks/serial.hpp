// SPDX-License-Identifier: Apache-2.0
// A single process without other ranks.
#pragma once

#include "ranks/ranks.hpp"

namespace tilebridge::ranks {

class SerialRanks final : public Ranks {
 public:
  int rank() const override { return 0; }
  int size() const override { return 1; }
  int local_rank() const override { return 0; }
  int most_on_a_host() const override { return 1; }
  std::vector<std::string> exchange(const std::string& text) override { return {text}; }
};

}  // namespace tilebridge::ranks
