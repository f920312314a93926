// SPDX-License-Identifier: Apache-2.0
// One element of 1 to 16 bytes per thread: Views of the scalar or of an aligned struct.
#include "catalogue/coalescing/element_size.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int block_size = 256;

template <class Exec, class T>
struct Copy {
  Vector<const T, Exec> in;
  Vector<T, Exec> out;

  explicit Copy(const SizedCopy& c)
      : in(static_cast<const T*>(c.in), c.count), out(static_cast<T*>(c.out), c.count) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = in(i); }
};

template <class Exec>
void copy_in_teams(const SizedCopy& c, const Exec& exec) {
  with_element(c.bytes, [&](auto element) {
    for_each_element<block_size>("element_size", exec, c.count, Copy<Exec, decltype(element)>(c));
  });
}

// [/]

}  // namespace

template <class Exec>
void add_engineered_element_size(KokkosKernels<Exec>& kokkos) {
  kokkos.add("element_size/same_count_matched", copy_in_teams<Exec>);
  kokkos.add("element_size/same_bytes_matched", copy_in_teams<Exec>);
}

TILEBRIDGE_INSTANTIATE(add_engineered_element_size);

}  // namespace tilebridge::kokkos
