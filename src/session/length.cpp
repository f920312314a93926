// SPDX-License-Identifier: Apache-2.0
#include "session/length.hpp"

#include <fmt/format.h>

namespace tilebridge::session {
namespace {

/// What a case takes besides its sampling: inputs, copies, reference, validation. Arrays are larger
/// in the presets that are not quick.
double other_seconds(Preset preset, Platform platform) {
  const bool is_quick = preset == Preset::quick;
  if (platform == Platform::host) return is_quick ? 0.2 : 1;
  return is_quick ? 0.02 : 0.1;
}

}  // namespace

std::string longest_text(std::size_t cases, double budget_seconds, Preset preset,
                         Platform platform) {
  const double seconds =
      static_cast<double>(cases) * (budget_seconds + other_seconds(preset, platform));
  if (seconds < 10) return "";
  return seconds < 90 ? fmt::format(", up to about {:.0f} s", seconds)
                      : fmt::format(", up to about {:.0f} min", seconds / 60);
}

}  // namespace tilebridge::session
