// SPDX-License-Identifier: Apache-2.0
// One particle per index of a RangePolicy; the variants differ in the layout of the View.
#include "catalogue/coalescing/layout.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [aos, soa, aosoa, update_aos, update_soa, default_layout]
constexpr int members = particle::members;

// [aos]
/// The members of a particle are stored together.
template <class T, class Exec>
void aos(const Particles<T>& p, const Exec& exec) {
  const Unmanaged<const T* [members], Kokkos::LayoutRight, Exec> in(p.in, p.n);
  const Vector<T, Exec> out(p.out, p.n);
  Kokkos::parallel_for(
      "layout/aos", RangePolicy<Exec>(exec, 0, p.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i, particle::x) + in(i, particle::vx); });
}

// [soa]
/// Each member is stored contiguously for all particles.
template <class T, class Exec>
void soa(const Particles<T>& p, const Exec& exec) {
  const Unmanaged<const T* [members], Kokkos::LayoutLeft, Exec> in(p.in, p.n);
  const Vector<T, Exec> out(p.out, p.n);
  Kokkos::parallel_for(
      "layout/soa", RangePolicy<Exec>(exec, 0, p.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i, particle::x) + in(i, particle::vx); });
}

// [aosoa]
constexpr int tile = particle::tile;

template <class T, class Exec>
void aosoa(const Particles<T>& p, const Exec& exec) {
  const Unmanaged<const T* [members][tile], Kokkos::LayoutRight, Exec> in(p.in,
                                                                          ceil_div(p.n, tile));
  const Vector<T, Exec> out(p.out, p.n);
  Kokkos::parallel_for(
      "layout/aosoa", RangePolicy<Exec>(exec, 0, p.n), KOKKOS_LAMBDA(std::int64_t i) {
        out(i) = in(i / tile, particle::x, i % tile) + in(i / tile, particle::vx, i % tile);
      });
}

// [update_aos, update_soa]
template <class Layout, class T, class Exec>
void update(const Updated<T>& u, const Exec& exec) {
  const Unmanaged<T* [members], Layout, Exec> particles(u.particles, u.n);
  Kokkos::parallel_for(
      "layout/update", RangePolicy<Exec>(exec, 0, u.n), KOKKOS_LAMBDA(std::int64_t i) {
        const T x = particles(i, particle::x), vx = particles(i, particle::vx);
        particles(i, particle::x) = x < vx ? vx : x;
      });
}

// [member]
template <class T, class Exec>
void member(const Masses<T>& m, const Exec& exec) {
  const Vector<const Body<T>, Exec> in(m.in, m.n);
  const Vector<T, Exec> out(m.out, m.n);
  Kokkos::parallel_for(
      "layout/member", RangePolicy<Exec>(exec, 0, m.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i).mass; });
}

// [default_layout]
/// Kokkos's default View layout: on a GPU, each member is stored contiguously for all particles.
template <class T, class Exec>
void default_layout(const Particles<T>& p, const Exec& exec) {
  const Unmanaged<const T* [members], typename Exec::array_layout, Exec> in(p.in, p.n);
  const Vector<T, Exec> out(p.out, p.n);
  Kokkos::parallel_for(
      "layout/default_layout", RangePolicy<Exec>(exec, 0, p.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i, particle::x) + in(i, particle::vx); });
}

// [/]

template <class T, class Exec>
void add_of(KokkosKernels<Exec>& kokkos) {
  kokkos.add("layout/aos", aos<T, Exec>);
  kokkos.add("layout/soa", soa<T, Exec>);
  kokkos.add("layout/aosoa", aosoa<T, Exec>);
  kokkos.add("layout/update_aos", update<Kokkos::LayoutRight, T, Exec>);
  kokkos.add("layout/update_soa", update<Kokkos::LayoutLeft, T, Exec>);
  kokkos.add("layout/member", member<T, Exec>);
  if constexpr (!is_host<Exec>) kokkos.add("layout/default_layout", default_layout<T, Exec>);
}

}  // namespace

template <class Exec>
void add_layout(KokkosKernels<Exec>& kokkos) {
  add_of<float>(kokkos);
  add_of<double>(kokkos);
}

TILEBRIDGE_INSTANTIATE(add_layout);

}  // namespace tilebridge::kokkos
