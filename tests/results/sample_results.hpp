// SPDX-License-Identifier: Apache-2.0
// Results with one of everything, for the tests of what reads and writes them.
#pragma once

#include "results/results.hpp"

namespace tilebridge {

Timing timing(double seconds);

Validation valid();

Validation invalid();

CaseResult sample_case(const std::string& variant);

Results sample_results();

/// What a profile of one case and of one without an equivalent gives.
Results sample_profile();

/// Four ranks as below, of which the last is slow since its power is capped.
Results throttled_results();

/// One case on `size` ranks, of which `slow` takes a quarter longer; two ranks a host.
Results ranked_results(int size, int slow);

}  // namespace tilebridge
