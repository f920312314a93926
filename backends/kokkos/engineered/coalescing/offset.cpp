// SPDX-License-Identifier: Apache-2.0
// One element per thread, read through a View that begins at an offset.
#include "catalogue/coalescing/offset.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int block_size = 256;

template <class Exec>
struct Copy {
  Vector<const float, Exec> in;
  Vector<float, Exec> out;

  explicit Copy(const OffsetCopy& c) : in(c.base + c.offset, c.n), out(c.out, c.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = in(i); }
};

// [/]

}  // namespace

template <class Exec>
void add_engineered_offset(KokkosKernels<Exec>& kokkos) {
  kokkos.add("offset/copy_matched", [](const OffsetCopy& c, const Exec& exec) {
    for_each_element<block_size>("offset/copy_matched", exec, c.n, Copy<Exec>(c));
  });
}

TILEBRIDGE_INSTANTIATE(add_engineered_offset);

}  // namespace tilebridge::kokkos
