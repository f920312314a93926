// SPDX-License-Identifier: Apache-2.0
// Figures in readable form: times, rates, shares.
#pragma once

#include "results/results.hpp"

namespace tilebridge::pages {

/// The measure by which a case is judged.
enum class Measure {
  bandwidth,   // effective: bytes requested ÷ time
  arithmetic,  // FLOP/s, if arithmetic sets the lower bound of the time
  step,        // time per step of a chain of dependent steps
  time,        // for work that neither requests bytes nor computes
};

Measure measure_of(const CaseResult& c, const Ceilings& ceilings);

/// "GB/s", "TFLOP/s", "ns/step", "µs".
std::string_view unit_of(Measure measure);
/// The value in that unit.
double value_of(Measure measure, const Work& work, double seconds);

/// "459.26 µs".
std::string time_text(double seconds);
/// "4676 GB/s", "524 MB/s", "8.20 kB/s": in the unit in which the number is at least one.
std::string bandwidth_text(double bytes_per_s);
/// "65.51 TFLOP/s", "966 GFLOP/s", "3.20 MFLOP/s".
std::string flops_text(double flops_per_s);
/// "1.98 GHz"; "" if it is 0.
std::string clock_text(double hz);
/// "read 4542, write 4662, copy 4267 GB/s; fp32 65.51 TFLOP/s".
std::string ceilings_text(const Ceilings& ceilings);
/// The rate of a case, at most 13 columns; "" for work that has none.
std::string rate_text(const CaseResult& c, double seconds, const Ceilings& ceilings);
/// "84.0%".
std::string percent_text(double share);
/// "0.96": what a reader remembers of a ratio.
std::string two_digits(double ratio);
/// "21", "4.5", "0.98": two digits, or all of the whole number.
std::string two_figures(double ratio);
/// "0.958": performance against native code.
std::string ratio_text(double ratio);
/// "0.958 [0.957, 0.959]".
std::string ratio_text(const Interval& ratio);
/// "the medians give 1.02" where the quotient of two median times is not in the interval of a
/// ratio, which is of times taken in turn; else "".
std::string medians_text(double above, double below, const Interval& ratio);

/// "384 MiB", "16.5 MiB", "100 bytes": exact.
std::string bytes_text(std::int64_t bytes);

}  // namespace tilebridge::pages
