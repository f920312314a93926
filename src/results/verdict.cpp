#include "results/verdict.hpp"

#include <array>

namespace tilebridge {

std::string_view name_of(Verdict verdict) {
  constexpr std::array<std::string_view, 4> names = {"parity", "slower", "faster", "inconclusive"};
  return names.at(static_cast<std::size_t>(verdict));
}

Verdict judge(const Interval& ratio, double band) {
  if (ratio.high < 1 - band) return Verdict::slower;
  if (ratio.low > 1 + band) return Verdict::faster;
  if (ratio.low >= 1 - band && ratio.high <= 1 + band) return Verdict::parity;
  return Verdict::inconclusive;
}

}  // namespace tilebridge
