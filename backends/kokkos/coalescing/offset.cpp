// SPDX-License-Identifier: Apache-2.0
// One element per index of a RangePolicy, read starting at an offset. Rewritten: one per thread
// of a team, read through a View that begins at the offset.
#include "catalogue/coalescing/offset.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::offset_experiment {
namespace {

template <class Exec>
void copy(const OffsetCopy& c, const Exec& exec) {
  const std::int64_t offset = c.offset;
  const Vector<const float, Exec> base(c.base, c.offset + c.n);
  const Vector<float, Exec> out(c.out, c.n);
  Kokkos::parallel_for(
      "offset/copy", RangePolicy<Exec>(exec, 0, c.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = base(offset + i); });
}

using namespace techniques;

constexpr int block_size = 256;

template <class Exec>
struct Copy {
  Vector<const float, Exec> in;
  Vector<float, Exec> out;

  explicit Copy(const OffsetCopy& c) : in(c.base + c.offset, c.n), out(c.out, c.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = in(i); }
};

template <class Exec>
void copy_rewritten(const OffsetCopy& c, const Exec& exec) {
  for_each_element<block_size>("offset/copy_rewritten", exec, c.n, Copy<Exec>(c));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("offset/copy", copy<Exec>);
  kokkos.add("offset/copy_rewritten", copy_rewritten<Exec>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::offset_experiment
