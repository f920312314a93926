// SPDX-License-Identifier: Apache-2.0
// One element per index of a RangePolicy, or per thread of a team, read from where the pattern
// says; `Input` is the View to load from, `option` what the file that includes this is compiled
// with.
#pragma once

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/techniques.hpp"
#include "catalogue/coalescing/cache_loads.hpp"

namespace tilebridge::kokkos {

// [shown]
template <LoadOption option, class Input, class Exec>
void copy_by_pattern(const PatternedCopy& c, const Exec& exec) {
  const std::int64_t pieces = c.pieces;
  const LoadPattern pattern = c.pattern;
  const Input in(c.in, c.pieces * PatternedCopy::piece + 1);
  const Vector<float, Exec> out(c.out, c.n);
  Kokkos::parallel_for(
      "cache_loads", RangePolicy<Exec>(exec, 0, c.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(PatternedCopy::source(pattern, pieces, i)); });
}

template <LoadOption option, class Exec, class Input>
struct PatternedElement {
  Input in;
  Vector<float, Exec> out;
  std::int64_t pieces;
  LoadPattern pattern;

  explicit PatternedElement(const PatternedCopy& c)
      : in(c.in, c.pieces * PatternedCopy::piece + 1),
        out(c.out, c.n),
        pieces(static_cast<std::int64_t>(c.pieces)),
        pattern(c.pattern) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    out(i) = in(PatternedCopy::source(pattern, pieces, static_cast<std::int64_t>(i)));
  }
};

template <LoadOption option, class Input, class Exec>
void copy_in_teams(const PatternedCopy& c, const Exec& exec) {
  techniques::for_each_element<PatternedCopy::piece>("cache_loads", exec, c.n,
                                                     PatternedElement<option, Exec, Input>(c));
}

}  // namespace tilebridge::kokkos
