#include "results/results.hpp"

#include <algorithm>
#include <array>

namespace tilebridge {

std::string_view name_of(Status status) {
  constexpr std::array<std::string_view, 4> names = {"ok", "invalid", "skipped", "no_equivalent"};
  return names.at(static_cast<std::size_t>(status));
}

double Ceilings::least_seconds(const Work& work) const {
  if (work.on_chip) return 0;
  double bandwidth = copy_bytes_per_s;
  if (work.bytes_written == 0) bandwidth = read_bytes_per_s;
  if (work.bytes_read == 0) bandwidth = write_bytes_per_s;
  const double moving = bandwidth > 0 ? work.bytes() / bandwidth : 0;
  const double computing = flops > 0 ? work.flops / flops : 0;
  return std::max(moving, computing);
}

int SelfCheck::count(Verdict verdict) const {
  return static_cast<int>(
      std::count_if(comparisons.begin(), comparisons.end(),
                    [&](const SelfComparison& c) { return c.verdict == verdict; }));
}

double SelfCheck::false_verdict_rate() const {
  if (comparisons.empty()) return 0;
  return static_cast<double>(count(Verdict::slower) + count(Verdict::faster)) /
         static_cast<double>(comparisons.size());
}

std::optional<double> SelfCheck::narrow_share() const {
  constexpr double shortest = 20e-6;
  constexpr double narrow = 0.005;
  int all = 0;
  int good = 0;
  for (const SelfComparison& c : comparisons) {
    if (c.seconds < shortest) continue;
    ++all;
    good += c.ratio.half_width() <= narrow ? 1 : 0;
  }
  if (all == 0) return std::nullopt;
  return static_cast<double>(good) / all;
}

}  // namespace tilebridge
