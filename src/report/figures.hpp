// Times and rates as people read them.
#pragma once

#include <string>

#include "results/results.hpp"

namespace tilebridge {

/// What a case is judged by.
enum class Measure {
  bandwidth,   // effective: bytes asked for ÷ time
  arithmetic,  // FLOP/s, where arithmetic is what holds the case back at best
  step,        // the time of one of the steps that wait for one another
  time,        // of work that neither asks for bytes nor computes
};

Measure measure_of(const CaseResult& c, const Ceilings& ceilings);

/// "GB/s", "TFLOP/s", "ns/step", "µs".
std::string_view unit_of(Measure measure);
/// In that unit.
double value_of(Measure measure, const Work& work, double seconds);

/// "459.26 µs".
std::string time_text(double seconds);
/// "4676 GB/s"; "" for work that has no rate.
std::string rate_text(const CaseResult& c, double seconds, const Ceilings& ceilings);

}  // namespace tilebridge
