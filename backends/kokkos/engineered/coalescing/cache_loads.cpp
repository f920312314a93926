// SPDX-License-Identifier: Apache-2.0
// One element per thread, read from where the pattern says.
#include "catalogue/coalescing/cache_loads.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/patterned_copy.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int block_size = PatternedCopy::piece;

template <class Exec>
struct Copy {
  Vector<const float, Exec> in;
  Vector<float, Exec> out;
  std::int64_t pieces;
  LoadPattern pattern;

  explicit Copy(const PatternedCopy& c)
      : in(c.in, c.pieces * PatternedCopy::piece + 1),
        out(c.out, c.n),
        pieces(static_cast<std::int64_t>(c.pieces)),
        pattern(c.pattern) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    out(i) = in(source_of(pattern, pieces, static_cast<std::int64_t>(i)));
  }
};

// [/]

}  // namespace

template <class Exec>
void add_engineered_cache_loads(KokkosKernels<Exec>& kokkos) {
  kokkos.add("cache_loads/default_load_matched", [](const PatternedCopy& c, const Exec& exec) {
    for_each_element<block_size>("cache_loads/default_load_matched", exec, c.n, Copy<Exec>(c));
  });
}

TILEBRIDGE_INSTANTIATE(add_engineered_cache_loads);

}  // namespace tilebridge::kokkos
