// SPDX-License-Identifier: Apache-2.0
// One element of 1 to 16 bytes per index of a RangePolicy: Views of the scalar or of an aligned
// struct. Rewritten: one element per thread of a team.
#include "catalogue/coalescing/element_size.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::element_size_experiment {
namespace {

template <class T, class Exec>
void copy_of(const SizedCopy& c, const Exec& exec) {
  const Vector<const T, Exec> in(static_cast<const T*>(c.in), c.count);
  const Vector<T, Exec> out(static_cast<T*>(c.out), c.count);
  Kokkos::parallel_for(
      "element_size", RangePolicy<Exec>(exec, 0, c.count),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i); });
}

template <class Exec>
void copy(const SizedCopy& c, const Exec& exec) {
  with_element(c.bytes, [&]<class T>() { copy_of<T>(c, exec); });
}

using namespace techniques;

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
void copy_rewritten(const SizedCopy& c, const Exec& exec) {
  with_element(c.bytes, [&]<class T>() {
    for_each_element<block_size>("element_size", exec, c.count, Copy<Exec, T>(c));
  });
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("element_size/same_count", copy<Exec>);
  kokkos.add("element_size/same_bytes", copy<Exec>);
  kokkos.add("element_size/same_count_rewritten", copy_rewritten<Exec>);
  kokkos.add("element_size/same_bytes_rewritten", copy_rewritten<Exec>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::element_size_experiment
