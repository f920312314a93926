// SPDX-License-Identifier: Apache-2.0
// One particle per index of a forall; the variants differ in the layout of the View.
#include "catalogue/coalescing/layout.hpp"

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::layout_experiment {
namespace {

constexpr int members = particle::members;
constexpr int tile = particle::tile;

/// The members of a particle are stored together.
inline RAJA::Layout<2> of_structures(RAJA::Index_type n) { return RAJA::Layout<2>(n, members); }

/// Each member is stored contiguously for all particles.
inline RAJA::Layout<2> of_arrays(RAJA::Index_type n) {
  return RAJA::make_permuted_layout({{n, members}}, RAJA::as_array<RAJA::PERM_JI>::get());
}

template <RAJA::Layout<2> layout(RAJA::Index_type), class T, class Resource>
void sum(const Particles<T>& p, Resource resource) {
  const Matrix<const T> in(p.in, layout(p.n));
  const Vector<T> out(p.out, p.n);
  RAJA::forall<Forall<Resource>>(resource, RAJA::RangeSegment(0, p.n),
                                 [=] RAJA_HOST_DEVICE(RAJA::Index_type i) {
                                   out(i) = in(i, particle::x) + in(i, particle::vx);
                                 });
}

template <class T, class Resource>
void aosoa(const Particles<T>& p, Resource resource) {
  const RAJA::View<const T, RAJA::Layout<3>> in(p.in, ceil_div(p.n, tile), members, tile);
  const Vector<T> out(p.out, p.n);
  RAJA::forall<Forall<Resource>>(
      resource, RAJA::RangeSegment(0, p.n), [=] RAJA_HOST_DEVICE(RAJA::Index_type i) {
        out(i) = in(i / tile, particle::x, i % tile) + in(i / tile, particle::vx, i % tile);
      });
}

template <RAJA::Layout<2> layout(RAJA::Index_type), class T, class Resource>
void update(const Updated<T>& u, Resource resource) {
  const Matrix<T> particles(u.particles, layout(u.n));
  RAJA::forall<Forall<Resource>>(
      resource, RAJA::RangeSegment(0, u.n), [=] RAJA_HOST_DEVICE(RAJA::Index_type i) {
        const T x = particles(i, particle::x), vx = particles(i, particle::vx);
        particles(i, particle::x) = x < vx ? vx : x;
      });
}

template <class T, class Resource>
void member(const Masses<T>& m, Resource resource) {
  const Vector<const Body<T>> in(m.in, m.n);
  const Vector<T> out(m.out, m.n);
  RAJA::forall<Forall<Resource>>(resource, RAJA::RangeSegment(0, m.n),
                                 [=] RAJA_HOST_DEVICE(RAJA::Index_type i) { out(i) = in(i).mass; });
}

}  // namespace

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  kernels::for_types<float, double>([&]<class T>() {
    raja.add("layout/aos", sum<of_structures, T, Resource>);
    raja.add("layout/soa", sum<of_arrays, T, Resource>);
    raja.add("layout/aosoa", aosoa<T, Resource>);
    raja.add("layout/update_aos", update<of_structures, T, Resource>);
    raja.add("layout/update_soa", update<of_arrays, T, Resource>);
    raja.add("layout/member", member<T, Resource>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::layout_experiment
