// SPDX-License-Identifier: Apache-2.0
// Kokkos has no file-scope variables on a device: a View that outlives the launches takes their
// place.
#include "catalogue/memory/device_symbol.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::device_symbol_experiment {
namespace {

template <class Exec>
using Variable = Kokkos::View<float, Kokkos::LayoutRight, typename Exec::memory_space>;

template <class T>
using HostScalar = Unmanaged<T, Kokkos::LayoutRight, HostExecution>;

template <class Exec>
void round_trip(const SymbolRoundTrip& r, const Variable<Exec>& variable, const Exec& exec) {
  Kokkos::deep_copy(exec, variable, HostScalar<const float>(r.initial));
  Kokkos::parallel_for(
      "device_symbol/round_trip", RangePolicy<Exec>(exec, 0, 1),
      KOKKOS_LAMBDA(std::int64_t) { variable() += SymbolRoundTrip::increment; });
  Kokkos::deep_copy(exec, HostScalar<float>(r.result), variable);
}

template <class T>
using HostVector = Vector<T, HostExecution>;

template <class Exec, class To, class From>
void copy(const Exec& exec, const To& to, const From& from) {
  if (to.extent(0) > 0) Kokkos::deep_copy(exec, to, from);
}

template <class Exec>
void between_kernels(const SymbolCopy& s, const OwnedVector<float, Exec>& array, const Exec& exec) {
  const Vector<const float, Exec> in(s.in, s.n);
  const Vector<float, Exec> out(s.out, s.n);
  Kokkos::parallel_for(
      "device_symbol/write", RangePolicy<Exec>(exec, 0, s.n),
      KOKKOS_LAMBDA(std::int64_t i) { array(i) = in(i); });
  Kokkos::parallel_for(
      "device_symbol/read", RangePolicy<Exec>(exec, 0, s.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = array(i); });
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add_prepared("device_symbol/round_trip", [](const SymbolRoundTrip& r, const Exec& exec) {
    return [r, exec, variable = Variable<Exec>("variable")] { round_trip(r, variable, exec); };
  });
  kokkos.add_prepared("device_symbol/to_symbol", [](const SymbolCopy& s, const Exec& exec) {
    return [s, exec, array = OwnedVector<float, Exec>("array", s.n)] {
      copy(exec, array, HostVector<const float>(s.in, s.n));
      copy(exec, Vector<float, Exec>(s.out, s.n), array);
    };
  });
  kokkos.add_prepared("device_symbol/by_address", [](const SymbolCopy& s, const Exec& exec) {
    return [s, exec, array = OwnedVector<float, Exec>("array", s.n)] {
      float* const address = array.data();
      copy(exec, Vector<float, Exec>(address, s.n), HostVector<const float>(s.in, s.n));
      copy(exec, Vector<float, Exec>(s.out, s.n), array);
    };
  });
  kokkos.add_prepared("device_symbol/from_symbol", [](const SymbolCopy& s, const Exec& exec) {
    const OwnedVector<float, Exec> array("array", s.n);
    copy(exec, array, Vector<const float, Exec>(s.in, s.n));
    return [s, exec, array] { copy(exec, HostVector<float>(s.out, s.n), array); };
  });
  kokkos.add_prepared("device_symbol/between_kernels", [](const SymbolCopy& s, const Exec& exec) {
    return [s, exec, array = OwnedVector<float, Exec>("array", s.n)] {
      between_kernels(s, array, exec);
    };
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::device_symbol_experiment
