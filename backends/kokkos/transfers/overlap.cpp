// SPDX-License-Identifier: Apache-2.0
// Each piece is copied in, computed and copied out on an execution space instance of its own. Only
// a fence can order one instance after another.
#include "catalogue/transfers/overlap.hpp"

#include <vector>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::overlap_experiment {
namespace {

template <class Exec>
std::vector<Exec> instances_of(const Exec& exec, int count) {
  using namespace Kokkos::Experimental;  // the namespace of partition_space in Kokkos 4
  return partition_space(exec, std::vector<int>(static_cast<std::size_t>(count), 1));
}

/// Calls launch(piece, its instance).
template <class Exec, class Launch>
void launch_pieces(std::size_t n, const std::vector<Exec>& instances, const Exec& exec,
                   const Launch& launch) {
  const int count = static_cast<int>(instances.size());
  exec.fence();
  for (int i = 0; i < count; ++i) {
    const Piece piece = piece_of(n, count, i);
    if (piece.count > 0) launch(piece, instances[static_cast<std::size_t>(i)]);
  }
  for (const Exec& instance : instances) instance.fence();
}

template <class Exec>
void step_chains(const Vector<float, Exec>& data, int steps, const Exec& exec) {
  const auto n = static_cast<std::int64_t>(data.extent(0));
  Kokkos::parallel_for(
      "overlap/streams", RangePolicy<Exec>(exec, 0, n), KOKKOS_LAMBDA(std::int64_t i) {
        float value = data(i);
        for (int step = 0; step < steps; ++step) value = Overlap::factor * value + Overlap::addend;
        data(i) = value;
      });
}

template <class Exec>
auto streams(const Overlap& o, const Exec& exec) {
  const OwnedVector<float, Exec> data(
      Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "overlap"), o.n);
  return [=, instances = instances_of(exec, o.streams)] {
    launch_pieces(o.n, instances, exec, [&](Piece piece, const Exec& its_own) {
      const Vector<float, Exec> there(data.data() + piece.first, piece.count);
      const Vector<const float, Kokkos::HostSpace> in(o.in + piece.first, piece.count);
      const Vector<float, Kokkos::HostSpace> out(o.out + piece.first, piece.count);
      Kokkos::deep_copy(its_own, there, in);
      step_chains(there, o.steps, its_own);
      Kokkos::deep_copy(its_own, out, there);
    });
  };
}

template <class Exec>
void twice(const Vector<float, Exec>& data, const Exec& exec) {
  const auto n = static_cast<std::int64_t>(data.extent(0));
  Kokkos::parallel_for(
      "overlap/listing", RangePolicy<Exec>(exec, 0, n),
      KOKKOS_LAMBDA(std::int64_t i) { data(i) *= 2; });
}

template <class Exec>
auto listing(const OneWay& o, const Exec& exec) {
  return [=, instances = instances_of(exec, o.streams)] {
    launch_pieces(o.n, instances, exec, [&](Piece piece, const Exec& its_own) {
      const Vector<float, Exec> there(o.out + piece.first, piece.count);
      const Vector<const float, Kokkos::HostSpace> in(o.in + piece.first, piece.count);
      Kokkos::deep_copy(its_own, there, in);
      twice(there, its_own);
    });
  };
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add_prepared("overlap/streams", streams<Exec>);
    kokkos.add_prepared("overlap/listing", listing<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::overlap_experiment
