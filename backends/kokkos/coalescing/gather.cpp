// SPDX-License-Identifier: Apache-2.0
// One element per index of a RangePolicy, read from where an index array points. Rewritten: a
// vector of elements per thread of a team.
#include "catalogue/coalescing/gather.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::gather_experiment {
namespace {

template <class T, class Exec>
void plain(const Gather<T>& g, const Exec& exec) {
  const Vector<const T, Exec> in(g.in, g.n);
  const Vector<const std::uint32_t, Exec> index(g.index, g.n);
  const Vector<T, Exec> out(g.out, g.n);
  Kokkos::parallel_for(
      "gather/plain", RangePolicy<Exec>(exec, 0, g.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(index(i)); });
}

template <class T, class Exec>
void read_only(const Gather<T>& g, const Exec& exec) {
  const ReadOnly<const T*, Exec> in(g.in, g.n);  // __ldg
  const Vector<const std::uint32_t, Exec> index(g.index, g.n);
  const Vector<T, Exec> out(g.out, g.n);
  Kokkos::parallel_for(
      "gather/read_only", RangePolicy<Exec>(exec, 0, g.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(index(i)); });
}

using namespace techniques;

constexpr int block_size = 128;
constexpr int blocks_wanted = 16;  // all 2048 threads of an SM

/// The first threads also take the elements that do not fill a Pack.
template <class Exec, class T>
struct VectorIndex {
  static constexpr int width = pack_width<T>;

  Vector<const T, Exec> in;
  Packs<const std::uint32_t, width, Exec> index;
  Packs<T, width, Exec> out;

  explicit VectorIndex(const Gather<T>& g) : in(g.in, g.n), index(g.index, g.n), out(g.out, g.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t v) const {
    if (v < index.whole.extent(0)) {
      const Pack<std::uint32_t, width> indices = index.whole(v);
      Pack<T> found;
      for (int j = 0; j < width; ++j) found.values[j] = in(indices.values[j]);
      out.whole(v) = found;
    }
    if (v < index.rest.extent(0)) out.rest(v) = in(index.rest(v));
  }
};

template <class T, class Exec>
void vector_index(const Gather<T>& g, const Exec& exec) {
  const VectorIndex<Exec, T> gather(g);
  for_each_element<block_size, blocks_wanted>("gather/vector_index", exec, gather.index.threads(),
                                              gather);
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("gather/plain", plain<T, Exec>);
    if constexpr (!is_host<Exec>) {
      kokkos.add("gather/read_only", read_only<T, Exec>);  // a host has only one path to memory
      kokkos.add("gather/vector_index", vector_index<T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::gather_experiment
