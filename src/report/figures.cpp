#include "report/figures.hpp"

#include <fmt/format.h>

namespace tilebridge {

Measure measure_of(const CaseResult& c, const Ceilings& ceilings) {
  if (c.work.steps > 0) return Measure::step;
  const bool computes = ceilings.flops > 0 && c.work.flops > 0 &&
                        c.work.flops / ceilings.flops >= ceilings.least_seconds(c.work);
  if (computes) return Measure::arithmetic;
  return c.work.bytes() > 0 ? Measure::bandwidth : Measure::time;
}

std::string_view unit_of(Measure measure) {
  switch (measure) {
    case Measure::bandwidth:
      return "GB/s";
    case Measure::arithmetic:
      return "TFLOP/s";
    case Measure::step:
      return "ns/step";
    case Measure::time:
      return "µs";
  }
  return {};
}

double value_of(Measure measure, const Work& work, double seconds) {
  switch (measure) {
    case Measure::bandwidth:
      return work.bytes() / seconds / 1e9;
    case Measure::arithmetic:
      return work.flops / seconds / 1e12;
    case Measure::step:
      return 1e9 * seconds / work.steps;
    case Measure::time:
      return 1e6 * seconds;
  }
  return 0;
}

std::string time_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.2f} µs", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3f} ms", seconds * 1e3);
  return fmt::format("{:.3f} s", seconds);
}

std::string rate_text(const CaseResult& c, double seconds, const Ceilings& ceilings) {
  const Measure measure = measure_of(c, ceilings);
  if (measure == Measure::time) return "";
  const double value = value_of(measure, c.work, seconds);
  const bool is_whole = measure == Measure::bandwidth && value >= 10;
  return fmt::format("{:.{}f} {}", value, is_whole ? 0 : 2, unit_of(measure));
}

}  // namespace tilebridge
