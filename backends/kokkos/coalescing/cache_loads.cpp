// SPDX-License-Identifier: Apache-2.0
// One element per index of a RangePolicy; the variants differ in the View used for loading, or in
// the option that the same code is compiled with. Rewritten: one element per thread of a team.
#include "catalogue/coalescing/cache_loads.hpp"

#include "backends/kokkos/compiled_loads.hpp"
#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/patterned_copy.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::cache_loads_experiment {

// Matched Kokkos; the kernel in ranges is in patterned_copy.hpp, which compiled_loads.cpp shares.
namespace rewritten {
using namespace techniques;

namespace {

// [default_load_matched, read_only_matched]
constexpr int block_size = PatternedCopy::piece;

template <class Exec, class Input>
struct Copy {
  Input in;
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

template <class Input, class Exec>
void copy_in_teams(const PatternedCopy& c, const Exec& exec) {
  for_each_element<block_size>("cache_loads", exec, c.n, Copy<Exec, Input>(c));
}

// [/]

template <class Exec>
void add_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("cache_loads/default_load_matched", copy_in_teams<Vector<const float, Exec>, Exec>);
  if constexpr (!is_host<Exec>)  // a host has only one path to memory
    kokkos.add("cache_loads/read_only_matched", copy_in_teams<ReadOnly<const float*, Exec>, Exec>);
}

}  // namespace
}  // namespace rewritten

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  constexpr LoadOption none = LoadOption::none;
  kokkos.add("cache_loads/default_load", copy_by_pattern<none, Vector<const float, Exec>, Exec>);
  if constexpr (!is_host<Exec>) {  // a host has only one path to memory
    kokkos.add("cache_loads/read_only", copy_by_pattern<none, ReadOnly<const float*, Exec>, Exec>);
    kokkos.add("cache_loads/compiled_ca", launch_compiled<LoadOption::ca, Exec>, ptxas_options);
    kokkos.add("cache_loads/compiled_cg", launch_compiled<LoadOption::cg, Exec>, ptxas_options);
  }
  rewritten::add_kernels(kokkos);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::cache_loads_experiment
