// SPDX-License-Identifier: Apache-2.0
#include "pages/figures.hpp"

#include <fmt/format.h>

namespace tilebridge::pages {
namespace {

struct Unit {
  double size;
  const char* name;
};

using Units = std::span<const Unit>;
constexpr std::array<Unit, 3> byte_rates = {{{1e9, "GB/s"}, {1e6, "MB/s"}, {1e3, "kB/s"}}};
constexpr std::array<Unit, 3> flop_rates = {
    {{1e12, "TFLOP/s"}, {1e9, "GFLOP/s"}, {1e6, "MFLOP/s"}}};
constexpr std::array<Unit, 3> steps_of_time = {
    {{1e-3, "ms/step"}, {1e-6, "µs/step"}, {1e-9, "ns/step"}}};

/// The largest unit in which `value` is at least one, else the smallest.
Unit unit_for(double value, Units units) {
  const auto found = std::find_if(units.begin(), units.end(),
                                  [&](const Unit& unit) { return value >= unit.size; });
  return found == units.end() ? units.back() : *found;
}

/// At least three digits.
std::string bandwidth_figure(double bytes_per_s, const Unit& unit) {
  const double value = bytes_per_s / unit.size;
  if (value >= 100) return fmt::format("{:.0f}", value);
  return fmt::format("{:.{}f}", value, value >= 10 ? 1 : 2);
}

/// Two digits behind the point, from a hundred on so many.
std::string in_unit(double value, Units units, int digits) {
  const Unit unit = unit_for(value, units);
  const double figure = value / unit.size;
  return fmt::format("{:.{}f} {}", figure, figure >= 100 ? digits : 2, unit.name);
}

}  // namespace

Measure measure_of(const CaseResult& c, const Ceilings& ceilings) {
  if (c.work.steps > 0) return Measure::step;
  const bool computes = ceilings.flops > 0 && c.work.flops > 0 &&
                        c.work.flops / ceilings.flops >= ceilings.least_seconds(c.work);
  if (computes) return Measure::arithmetic;
  return c.work.bytes() > 0 ? Measure::bandwidth : Measure::time;
}

std::string_view unit_of(Measure measure) {
  constexpr std::array<std::string_view, 4> units = {"GB/s", "TFLOP/s", "ns/step", "µs"};
  return units.at(static_cast<std::size_t>(measure));
}

double value_of(Measure measure, const Work& work, double seconds) {
  if (measure == Measure::bandwidth) return work.bytes() / seconds / 1e9;
  if (measure == Measure::arithmetic) return work.flops / seconds / 1e12;
  return measure == Measure::step ? 1e9 * seconds / work.steps : 1e6 * seconds;
}

std::string time_text(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.2f} µs", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.3f} ms", seconds * 1e3);
  return fmt::format("{:.3f} s", seconds);
}

std::string bandwidth_text(double bytes_per_s) {
  const Unit unit = unit_for(bytes_per_s, byte_rates);
  return fmt::format("{} {}", bandwidth_figure(bytes_per_s, unit), unit.name);
}

std::string flops_text(double flops_per_s) { return in_unit(flops_per_s, flop_rates, 0); }

std::string clock_text(double hz) { return hz > 0 ? fmt::format("{:.2f} GHz", hz / 1e9) : ""; }

std::string ceilings_text(const Ceilings& c) {
  const Unit unit = unit_for(c.copy_bytes_per_s, byte_rates);
  return fmt::format("read {}, write {}, copy {} {}; fp32 {}",
                     bandwidth_figure(c.read_bytes_per_s, unit),
                     bandwidth_figure(c.write_bytes_per_s, unit),
                     bandwidth_figure(c.copy_bytes_per_s, unit), unit.name, flops_text(c.flops));
}

std::string rate_text(const CaseResult& c, double seconds, const Ceilings& ceilings) {
  const Measure measure = measure_of(c, ceilings);
  if (measure == Measure::bandwidth) return bandwidth_text(c.work.bytes() / seconds);
  if (measure == Measure::arithmetic) return flops_text(c.work.flops / seconds);
  return measure == Measure::step ? in_unit(seconds / c.work.steps, steps_of_time, 1) : "";
}

std::string percent_text(double share) { return fmt::format("{:.1f}%", 100 * share); }

std::string two_digits(double ratio) { return fmt::format("{:.2f}", ratio); }

std::string two_figures(double ratio) {
  const int decimals = ratio < 0.995 ? 2 : ratio < 9.95 ? 1 : 0;
  return fmt::format("{:.{}f}", ratio, decimals);
}

std::string ratio_text(double ratio) { return fmt::format("{:.3f}", ratio); }

std::string ratio_text(const Interval& ratio) {
  return fmt::format("{:.3f} [{:.3f}, {:.3f}]", ratio.median, ratio.low, ratio.high);
}

std::string medians_text(double above, double below, const Interval& ratio) {
  constexpr double visible = 0.005;
  if (above <= 0 || below <= 0) return "";
  const double quotient = above / below;
  const bool is_inside = ratio.low - visible <= quotient && quotient <= ratio.high + visible;
  return is_inside ? "" : "the medians give " + ratio_text(quotient);
}

std::string bytes_text(std::int64_t bytes) {
  constexpr std::array<std::pair<std::int64_t, const char*>, 3> units = {
      {{1LL << 30, "GiB"}, {1LL << 20, "MiB"}, {1LL << 10, "KiB"}}};
  for (const auto& [size, name] : units)
    if (bytes >= size && bytes % (size / 2) == 0)
      return fmt::format("{} {}", static_cast<double>(bytes) / static_cast<double>(size), name);
  return fmt::format("{} bytes", bytes);
}

}  // namespace tilebridge::pages
