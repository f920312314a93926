// SPDX-License-Identifier: Apache-2.0
// One position per index of a RangePolicy. Rewritten kernels take one per thread of a team.
#include "catalogue/memory/lookup.hpp"

#include <cmath>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::lookup_experiment {
namespace {

/// Entry `i` of the table continued beyond its ends.
template <Beyond beyond, class Table>
KOKKOS_INLINE_FUNCTION float entry(const Table& table, int i) {
  const int size = table.extent_int(0);
  if constexpr (beyond == Beyond::clamp) {
    return table(i < 0 ? 0 : i < size ? i : size - 1);
  } else if constexpr (beyond == Beyond::wrap) {
    return table(wrapped(i, size));
  } else if constexpr (beyond == Beyond::mirror) {
    const int k = wrapped(i, 2 * size);
    return table(k < size ? k : 2 * size - 1 - k);
  } else {
    return i >= 0 && i < size ? table(i) : 0;
  }
}

template <Beyond beyond, class Table>
KOKKOS_INLINE_FUNCTION float value_at(const Table& table, float position) {
  const float place = position * static_cast<float>(table.extent_int(0)) - 0.5F;
  const float left = std::floor(place);
  const float a = entry<beyond>(table, static_cast<int>(left));
  const float b = entry<beyond>(table, static_cast<int>(left) + 1);
  return a + (place - left) * (b - a);
}

template <Beyond beyond, class Exec>
void look_up(const Lookup& t, const Exec& exec) {
  const Vector<const float, Exec> table(t.table, static_cast<std::size_t>(t.size));
  const Vector<const float, Exec> position(t.position, t.n);
  const Vector<float, Exec> out(t.out, t.n);
  Kokkos::parallel_for(
      "lookup/by_hand", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(t.n)),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = value_at<beyond>(table, position(i)); });
}

template <class Exec>
void by_hand(const Lookup& t, const Exec& exec) {
  with_constant(t.beyond, [&](auto beyond) { look_up<beyond>(t, exec); });
}

using namespace techniques;

template <Beyond beyond, class Exec>
struct LookUp {
  Vector<const float, Exec> table, position;
  Vector<float, Exec> out;

  explicit LookUp(const Lookup& t)
      : table(t.table, static_cast<std::size_t>(t.size)),
        position(t.position, t.n),
        out(t.out, t.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    out(i) = value_at<beyond>(table, position(i));
  }
};

template <class Exec>
void by_hand_rewritten(const Lookup& t, const Exec& exec) {
  constexpr int block_size = 256;
  with_constant(t.beyond, [&](auto beyond) {
    for_each_element<block_size>("lookup/by_hand_rewritten", exec, t.n, LookUp<beyond, Exec>(t));
  });
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("lookup/by_hand", by_hand<Exec>);
  kokkos.add("lookup/by_hand_rewritten", by_hand_rewritten<Exec>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::lookup_experiment
