// One element a thread, through a View of the host's memory or of a copy of it.
#include "catalogue/zero_copy.hpp"

#include "backends/kokkos/engineered/elements.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int block_size = 256;

/// `Space` is where the input lies.
template <class Exec, class Space>
struct Scale {
  Vector<const float, Space> in;
  Vector<float, Exec> out;

  explicit Scale(const HostScale& s) : in(s.in, s.n), out(s.out, s.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = 2 * in(i); }
};

template <class Exec>
void mapped(const HostScale& s, const Exec& exec) {
  in_teams<block_size>("zero_copy/mapped", exec, s.n, Scale<Exec, PinnedSpace>(s));
}

template <class Exec>
void mapped_range(const HostScale& s, const Exec& exec) {
  in_range("zero_copy/mapped_range", exec, s.n, Scale<Exec, PinnedSpace>(s));
}

template <class Exec>
auto prepare_staged(const HostScale& s, const Exec& exec) {
  using Device = typename Exec::memory_space;
  const Kokkos::View<float*, Kokkos::LayoutRight, Device> copy(
      Kokkos::view_alloc("zero_copy/copy", Kokkos::WithoutInitializing), s.n);
  return [=] {
    Kokkos::deep_copy(exec, copy, Vector<const float, PinnedSpace>(s.in, s.n));
    in_teams<block_size>("zero_copy/staged", exec, s.n,
                         Scale<Exec, Device>({copy.data(), s.out, s.n}));
  };
}

}  // namespace

template <class Exec>
void add_zero_copy([[maybe_unused]] Registrar<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // a host has no link to read over
    kokkos.add("zero_copy/mapped", mapped<Exec>);
    kokkos.add_prepared("zero_copy/staged", prepare_staged<Exec>);
    kokkos.add("zero_copy/mapped_range", mapped_range<Exec>);
  }
}

template void add_zero_copy(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_zero_copy(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
