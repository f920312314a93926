// SPDX-License-Identifier: Apache-2.0
#include "results/verdict.hpp"

namespace tilebridge {

std::string_view name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::parity:
      return "parity";
    case Verdict::slower:
      return "slower";
    case Verdict::faster:
      return "faster";
    case Verdict::inconclusive:
      return "inconclusive";
  }
  return {};
}

Verdict verdict_of(const Interval& ratio, double band) {
  if (ratio.high < 1 - band) return Verdict::slower;
  if (ratio.low > 1 + band) return Verdict::faster;
  if (ratio.low >= 1 - band && ratio.high <= 1 + band) return Verdict::parity;
  return Verdict::inconclusive;
}

}  // namespace tilebridge
