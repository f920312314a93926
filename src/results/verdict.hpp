// SPDX-License-Identifier: Apache-2.0
// The verdict from an interval of performance ratios.
#pragma once

#include <string_view>

#include "results/statistics.hpp"

namespace tilebridge {

enum class Verdict { parity, slower, faster, inconclusive };

std::string_view name_of(Verdict verdict);

/// `ratio` is performance: 1 is parity, 0.8 means 80% of the other's speed. Parity if the whole
/// interval lies within 1 ± band, slower or faster if all of it lies outside, else inconclusive.
Verdict verdict_of(const Interval& ratio, double band);

}  // namespace tilebridge
