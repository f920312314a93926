// One element a thread; what differs is how the data get to the device and back.
#include "catalogue/unified.hpp"

#include "backends/kokkos/engineered/elements.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int block_size = 256;

/// Both arrays lie in `Space`; they may be one.
template <class Space>
struct SquareElement {
  Vector<const float, Space> in;
  Vector<float, Space> out;

  SquareElement(const float* from, float* to, std::size_t n) : in(from, n), out(to, n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    const float value = in(i);
    out(i) = value * value;
  }
};

template <class Exec>
auto prepare_copied(const Square& s, const Exec& exec) {
  using Device = typename Exec::memory_space;
  const Kokkos::View<float*, Kokkos::LayoutRight, Device> staged(
      Kokkos::view_alloc("unified/staged", Kokkos::WithoutInitializing), s.n);
  return [=] {
    Kokkos::deep_copy(exec, staged, Vector<const float, PinnedSpace>(s.in, s.n));
    in_teams<block_size>("unified/explicit", exec, s.n,
                         SquareElement<Device>(staged.data(), staged.data(), s.n));
    Kokkos::deep_copy(exec, Vector<float, PinnedSpace>(s.out, s.n), staged);
  };
}

/// The host's turns are timed too: each begins when the device is idle.
template <class Exec>
void managed(const Square& s, const Exec& exec) {
  if (s.n == 0) return;
  exec.fence("unified/managed: before the host's turn");
  touch_pages(s.in, s.n);
  in_teams<block_size>("unified/managed", exec, s.n, SquareElement<ManagedSpace>(s.in, s.out, s.n));
  exec.fence("unified/managed: squared");
  touch_pages(s.out, s.n);
}

}  // namespace

template <class Exec>
void add_unified([[maybe_unused]] Registrar<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // a host has no link for pages to cross
    kokkos.add_prepared("unified/explicit", prepare_copied<Exec>);
    kokkos.add("unified/managed", managed<Exec>);
  }
}

template void add_unified(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_unified(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
