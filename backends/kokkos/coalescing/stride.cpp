// SPDX-License-Identifier: Apache-2.0
// One element per index of a RangePolicy, neighbouring indices `stride` elements apart.
// Rewritten: one element per thread of a team, or one vector (vector_copy).
#include "catalogue/coalescing/stride.hpp"

#include <cstdint>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::stride_experiment {
namespace {

template <class T, class Exec>
void add(const StridedAdd<T>& s, const Exec& exec) {
  const std::int64_t stride = s.stride;
  const Vector<const T, Exec> a(s.a, reach(s.count, s.stride)), b(s.b, reach(s.count, s.stride));
  const Vector<T, Exec> c(s.c, reach(s.count, s.stride));
  Kokkos::parallel_for(
      "stride/add", RangePolicy<Exec>(exec, 0, s.count),
      KOKKOS_LAMBDA(std::int64_t i) { c(i * stride) = a(i * stride) + b(i * stride); });
}

template <class T, class Exec>
void copy(const StridedCopy<T>& s, const Exec& exec) {
  const std::int64_t stride = s.stride;
  const Vector<const T, Exec> in(s.in, reach(s.count, s.stride));
  const Vector<T, Exec> out(s.out, s.count);
  Kokkos::parallel_for(
      "stride/copy", RangePolicy<Exec>(exec, 0, s.count),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i * stride); });
}

template <class Index, class T, class Exec>
void wrapped_by(const WrappedCopy<T>& w, const Exec& exec) {
  const auto n = static_cast<Index>(w.n), stride = static_cast<Index>(w.stride);
  const Vector<const T, Exec> in(w.in, w.n);
  const Vector<T, Exec> out(w.out, w.n);
  Kokkos::parallel_for(
      "stride/wrapped", Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, n),
      KOKKOS_LAMBDA(Index i) { out(i) = 2 * in(i * stride % n); });
}

template <class T, class Exec>
void wrapped(const WrappedCopy<T>& w, const Exec& exec) {
  if (w.fits_in_32_bits())
    wrapped_by<std::uint32_t>(w, exec);
  else
    wrapped_by<std::uint64_t>(w, exec);
}

template <class T, class Exec>
void read(const WrappedCopy<T>& w, const Exec& exec) {
  const Vector<const T, Exec> in(w.in, w.n);
  const Vector<T, Exec> out(w.out, w.n);
  Kokkos::parallel_for(
      "stride/read", RangePolicy<Exec>(exec, 0, w.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = 2 * in(i); });
}

using namespace techniques;

constexpr int block_size = 256;

template <class Exec, class T>
struct Add {
  Vector<const T, Exec> a, b;
  Vector<T, Exec> c;
  std::size_t stride;

  explicit Add(const StridedAdd<T>& s)
      : a(s.a, reach(s.count, s.stride)),
        b(s.b, reach(s.count, s.stride)),
        c(s.c, reach(s.count, s.stride)),
        stride(s.stride) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    c(i * stride) = a(i * stride) + b(i * stride);
  }
};

template <class Exec, class T>
struct Copy {
  Vector<const T, Exec> in;
  Vector<T, Exec> out;
  std::size_t stride;

  explicit Copy(const StridedCopy<T>& s)
      : in(s.in, reach(s.count, s.stride)), out(s.out, s.count), stride(s.stride) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = in(i * stride); }
};

constexpr int vector_block_size = 128;
constexpr int vector_blocks_wanted = 16;  // all 2048 threads of an SM

/// The first threads also take the elements that do not fill a Pack.
template <class Exec, class T>
struct VectorCopy {
  Packs<const T, pack_width<T>, Exec> in;
  Packs<T, pack_width<T>, Exec> out;

  explicit VectorCopy(const StridedCopy<T>& s) : in(s.in, s.count), out(s.out, s.count) {}

  KOKKOS_FUNCTION void operator()(std::size_t v) const {
    if (v < in.whole.extent(0)) out.whole(v) = in.whole(v);
    if (v < in.rest.extent(0)) out.rest(v) = in.rest(v);
  }
};

template <class Exec, class T, class Index>
struct Wrapped {
  Vector<const T, Exec> in;
  Vector<T, Exec> out;
  Index n, stride;

  explicit Wrapped(const WrappedCopy<T>& w)
      : in(w.in, w.n),
        out(w.out, w.n),
        n(static_cast<Index>(w.n)),
        stride(static_cast<Index>(w.stride)) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    out(i) = 2 * in(static_cast<Index>(i) * stride % n);
  }
};

template <class Exec, class T>
struct Read {
  Vector<const T, Exec> in;
  Vector<T, Exec> out;

  explicit Read(const WrappedCopy<T>& w) : in(w.in, w.n), out(w.out, w.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = 2 * in(i); }
};

template <class T, class Exec>
void add_rewritten(const StridedAdd<T>& s, const Exec& exec) {
  for_each_element<block_size>("stride/add_rewritten", exec, s.count, Add<Exec, T>(s));
}

template <class T, class Exec>
void copy_rewritten(const StridedCopy<T>& s, const Exec& exec) {
  for_each_element<block_size>("stride/copy_rewritten", exec, s.count, Copy<Exec, T>(s));
}

template <class T, class Exec>
void vector_copy(const StridedCopy<T>& s, const Exec& exec) {
  const VectorCopy<Exec, T> copy(s);
  for_each_element<vector_block_size, vector_blocks_wanted>("stride/vector_copy", exec,
                                                            copy.in.threads(), copy);
}

template <class T, class Exec>
void wrapped_rewritten(const WrappedCopy<T>& w, const Exec& exec) {
  const char* const label = "stride/wrapped_rewritten";
  if (w.fits_in_32_bits(block_size))
    for_each_element<block_size>(label, exec, w.n, Wrapped<Exec, T, std::uint32_t>(w));
  else
    for_each_element<block_size>(label, exec, w.n, Wrapped<Exec, T, std::uint64_t>(w));
}

template <class T, class Exec>
void read_rewritten(const WrappedCopy<T>& w, const Exec& exec) {
  for_each_element<block_size>("stride/read_rewritten", exec, w.n, Read<Exec, T>(w));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("stride/add", add<T, Exec>);
    kokkos.add("stride/copy", copy<T, Exec>);
    kokkos.add("stride/wrapped", wrapped<T, Exec>);
    kokkos.add("stride/read", read<T, Exec>);
    kokkos.add("stride/add_rewritten", add_rewritten<T, Exec>);
    kokkos.add("stride/copy_rewritten", copy_rewritten<T, Exec>);
    kokkos.add("stride/wrapped_rewritten", wrapped_rewritten<T, Exec>);
    kokkos.add("stride/read_rewritten", read_rewritten<T, Exec>);
    if constexpr (!is_host<Exec>) kokkos.add("stride/vector_copy", vector_copy<T, Exec>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::stride_experiment
