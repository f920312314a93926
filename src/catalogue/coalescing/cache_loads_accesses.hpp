// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of cache_loads.hpp.
#pragma once

#include <array>
#include <stdexcept>
#include <utility>

#include "access/kernel.hpp"
#include "catalogue/coalescing/cache_loads.hpp"
#include "catalogue/flat_loop.hpp"

namespace tilebridge::cache_loads_accesses {

inline constexpr std::array<std::pair<const char*, LoadPattern>, 4> patterns = {{
    {"aligned", LoadPattern::aligned},
    {"misaligned", LoadPattern::misaligned},
    {"strided", LoadPattern::strided},
    {"scattered", LoadPattern::scattered},
}};

/// Throws std::out_of_range for a word that the experiment does not have.
inline LoadPattern pattern_of(const Parameters& p) {
  for (const auto& [word, pattern] : patterns)
    if (word == p.word("pattern")) return pattern;
  throw std::out_of_range("no pattern '" + p.word("pattern") + "'");
}

/// The element of `in` that becomes result i.
inline std::int64_t source(LoadPattern pattern, std::int64_t pieces, std::int64_t i) {
  constexpr std::int64_t piece = PatternedCopy::piece;
  constexpr std::int64_t rows = piece / PatternedCopy::stride;
  const std::int64_t place = i % piece;
  const auto hash = (static_cast<unsigned long long>(i) * PatternedCopy::multiplier) >> 32U;
  const auto named = (hash * static_cast<unsigned long long>(pieces)) >> 32U;
  switch (pattern) {
    case LoadPattern::aligned:
      return i;
    case LoadPattern::misaligned:
      return i + 1;
    case LoadPattern::strided:
      return i - place + place % rows * PatternedCopy::stride + place / rows;
    case LoadPattern::scattered:
      break;
  }
  return static_cast<std::int64_t>(named) * piece + place;
}

inline std::vector<Kernel> copy(const ModelForm& form, const Parameters& p, bool past_l1) {
  const int block_size = flat_block_size(form);
  const std::int64_t n = p["n"];
  const std::int64_t pieces = blocks_for(n, PatternedCopy::piece);
  const LoadPattern pattern = pattern_of(p);
  Access in = load(
      "in", 4, each(n, block_size, 4, [=](std::int64_t i) { return source(pattern, pieces, i); }));
  in.past_l1 = past_l1;
  return {{blocks_for(n, block_size),
           block_size,
           {in, store("out", 4, each(n, block_size, 4, [](std::int64_t i) { return i; }))}}};
}

/// One element per thread.
inline std::vector<Kernel> through_l1(const ModelForm& form, const Parameters& p,
                                      const HostArrays&) {
  return copy(form, p, false);
}
inline std::vector<Kernel> past_l1(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return copy(form, p, true);
}

}  // namespace tilebridge::cache_loads_accesses
