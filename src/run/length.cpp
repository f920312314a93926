// SPDX-License-Identifier: Apache-2.0
#include "run/length.hpp"

#include <fmt/format.h>

#include <optional>

namespace tilebridge::run {
namespace {

/// What a case takes besides its sampling: inputs, copies, reference, validation. On an H200, 830
/// quick cases took 45 s, of which 33 may have been sampling, and 1414 of the full preset 332, of
/// which 212 may have been; the standard preset counts as full. On two host cores 281 quick cases
/// took 35 s, of which 11 may have been sampling, and others were not measured.
std::optional<double> other_seconds(Preset preset, Platform platform) {
  const bool is_quick = preset == Preset::quick;
  if (platform == Platform::host) return is_quick ? std::optional(0.12) : std::nullopt;
  return is_quick ? 0.05 : 0.12;
}

}  // namespace

std::string longest_text(std::size_t cases, double budget_seconds, Preset preset,
                         Platform platform) {
  const std::optional<double> other = other_seconds(preset, platform);
  if (!other) return "";
  const double seconds = static_cast<double>(cases) * (budget_seconds + *other);
  if (seconds < 10) return "";
  return seconds < 90 ? fmt::format(", up to about {:.0f} s", seconds)
                      : fmt::format(", up to about {:.0f} min", seconds / 60);
}

}  // namespace tilebridge::run
