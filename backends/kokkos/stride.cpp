// One element a thread, neighbouring threads `stride` elements apart: strided Views.
#include "catalogue/stride.hpp"

#include <cstdint>
#include <limits>

#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/team.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int block_size = 256;

template <class T, class Exec>
StridedVector<T, Exec> strided(T* data, std::size_t count, std::size_t stride) {
  return StridedVector<T, Exec>(data, Kokkos::LayoutStride(count, stride));
}

template <class Exec>
struct Add {
  StridedVector<const float, Exec> a, b;
  StridedVector<float, Exec> c;

  explicit Add(const StridedAdd& s)
      : a(strided<const float, Exec>(s.a, s.count, s.stride)),
        b(strided<const float, Exec>(s.b, s.count, s.stride)),
        c(strided<float, Exec>(s.c, s.count, s.stride)) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { c(i) = a(i) + b(i); }
};

template <class Exec>
struct Copy {
  StridedVector<const float, Exec> in;
  Vector<float, Exec> out;

  explicit Copy(const StridedCopy& s)
      : in(strided<const float, Exec>(s.in, s.count, s.stride)), out(s.out, s.count) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = in(i); }
};

/// Index is 32 bits wide where i · stride fits: a 64-bit remainder costs more than the memory does.
template <class Exec, class Index>
struct Wrapped {
  Vector<const float, Exec> in;
  Vector<float, Exec> out;
  Index n, stride;

  explicit Wrapped(const WrappedCopy& w)
      : in(w.in, w.n),
        out(w.out, w.n),
        n(static_cast<Index>(w.n)),
        stride(static_cast<Index>(w.stride)) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    out(i) = 2 * in(static_cast<Index>(i) * stride % n);
  }
};

/// One element a thread, in blocks of the native size.
template <class Exec, class Element>
struct InTeams {
  Element element;
  std::size_t count;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const std::size_t i = first + static_cast<std::size_t>(thread);
      if (i < count) element(i);
    });
  }
};

template <class Element, class Exec>
void in_teams(const char* label, const Exec& exec, std::size_t count, const Element& element) {
  using Policy = TeamPolicy<Exec, block_size>;
  const auto policy = team_policy<Policy>(exec, ceil_div(count, block_size), block_size);
  if (count > 0) Kokkos::parallel_for(label, policy, InTeams<Exec, Element>{element, count});
}

template <class Element, class Exec>
void in_range(const char* label, const Exec& exec, std::size_t count, const Element& element) {
  Kokkos::parallel_for(label, Kokkos::RangePolicy<Exec>(exec, 0, count), element);
}

bool fits_in_32_bits(const WrappedCopy& w) {
  return (w.n + block_size) * w.stride <= std::numeric_limits<std::uint32_t>::max();
}

}  // namespace

template <class Exec>
void add_stride(Registrar<Exec>& kokkos) {
  kokkos.add("stride/add", [](const StridedAdd& s, const Exec& exec) {
    in_teams("stride/add", exec, s.count, Add<Exec>(s));
  });
  kokkos.add("stride/copy", [](const StridedCopy& s, const Exec& exec) {
    in_teams("stride/copy", exec, s.count, Copy<Exec>(s));
  });
  kokkos.add("stride/wrapped", [](const WrappedCopy& w, const Exec& exec) {
    if (fits_in_32_bits(w))
      in_teams("stride/wrapped", exec, w.n, Wrapped<Exec, std::uint32_t>(w));
    else
      in_teams("stride/wrapped", exec, w.n, Wrapped<Exec, std::uint64_t>(w));
  });
  kokkos.add("stride/add_range", [](const StridedAdd& s, const Exec& exec) {
    in_range("stride/add_range", exec, s.count, Add<Exec>(s));
  });
  kokkos.add("stride/copy_range", [](const StridedCopy& s, const Exec& exec) {
    in_range("stride/copy_range", exec, s.count, Copy<Exec>(s));
  });
  kokkos.add("stride/wrapped_range", [](const WrappedCopy& w, const Exec& exec) {
    if (fits_in_32_bits(w))
      in_range("stride/wrapped_range", exec, w.n, Wrapped<Exec, std::uint32_t>(w));
    else
      in_range("stride/wrapped_range", exec, w.n, Wrapped<Exec, std::uint64_t>(w));
  });
}

template void add_stride(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_stride(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
