// SPDX-License-Identifier: Apache-2.0
// A vector of elements per thread, each read from where its index points.
#include "catalogue/coalescing/gather.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
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

// [/]

template <class T, class Exec>
void add_of(KokkosKernels<Exec>& kokkos) {
  kokkos.add("gather/vector_index", [](const Gather<T>& g, const Exec& exec) {
    const VectorIndex<Exec, T> gather(g);
    for_each_element<block_size, blocks_wanted>("gather/vector_index", exec, gather.index.threads(),
                                                gather);
  });
}

}  // namespace

template <class Exec>
void add_engineered_gather([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    add_of<float>(kokkos);
    add_of<double>(kokkos);
  }
}

TILEBRIDGE_INSTANTIATE(add_engineered_gather);

}  // namespace tilebridge::kokkos
