// SPDX-License-Identifier: Apache-2.0
// One particle per index of a RangePolicy; the variants differ in the layout of the View.
// Rewritten: one particle per thread of a team, or a Pack of them (soa_vector).
#include "catalogue/coalescing/layout.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::layout_experiment {
namespace {

constexpr int members = particle::members;
constexpr int tile = particle::tile;

/// The members of a particle are stored together.
template <class T, class Exec>
void aos(const Particles<T>& p, const Exec& exec) {
  const Unmanaged<const T* [members], Kokkos::LayoutRight, Exec> in(p.in, p.n);
  const Vector<T, Exec> out(p.out, p.n);
  Kokkos::parallel_for(
      "layout/aos", RangePolicy<Exec>(exec, 0, p.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i, particle::x) + in(i, particle::vx); });
}

/// Each member is stored contiguously for all particles.
template <class T, class Exec>
void soa(const Particles<T>& p, const Exec& exec) {
  const Unmanaged<const T* [members], Kokkos::LayoutLeft, Exec> in(p.in, p.n);
  const Vector<T, Exec> out(p.out, p.n);
  Kokkos::parallel_for(
      "layout/soa", RangePolicy<Exec>(exec, 0, p.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i, particle::x) + in(i, particle::vx); });
}

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

template <class Layout, class T, class Exec>
void update(const Updated<T>& u, const Exec& exec) {
  const Unmanaged<T* [members], Layout, Exec> particles(u.particles, u.n);
  Kokkos::parallel_for(
      "layout/update", RangePolicy<Exec>(exec, 0, u.n), KOKKOS_LAMBDA(std::int64_t i) {
        const T x = particles(i, particle::x), vx = particles(i, particle::vx);
        particles(i, particle::x) = x < vx ? vx : x;
      });
}

template <class T, class Exec>
void member(const Masses<T>& m, const Exec& exec) {
  const Vector<const Body<T>, Exec> in(m.in, m.n);
  const Vector<T, Exec> out(m.out, m.n);
  Kokkos::parallel_for(
      "layout/member", RangePolicy<Exec>(exec, 0, m.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i).mass; });
}

/// Kokkos's default View layout: on a GPU, each member is stored contiguously for all particles.
template <class T, class Exec>
void default_layout(const Particles<T>& p, const Exec& exec) {
  const Unmanaged<const T* [members], typename Exec::array_layout, Exec> in(p.in, p.n);
  const Vector<T, Exec> out(p.out, p.n);
  Kokkos::parallel_for(
      "layout/default_layout", RangePolicy<Exec>(exec, 0, p.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i, particle::x) + in(i, particle::vx); });
}

using namespace techniques;

constexpr int block_size = 256;

template <class Exec, class T>
struct Soa {
  Unmanaged<const T* [members], Kokkos::LayoutLeft, Exec> in;
  Vector<T, Exec> out;

  explicit Soa(const Particles<T>& p) : in(p.in, p.n), out(p.out, p.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    out(i) = in(i, particle::x) + in(i, particle::vx);
  }
};

constexpr int vector_block_size = 128;
constexpr int vector_blocks_wanted = 16;  // all 2048 threads of an SM

/// n is a multiple of the vector width; otherwise vx would not be vector-aligned.
template <class Exec, class T>
struct SoaVector {
  static constexpr int width = pack_width<T>;

  Unmanaged<const Pack<T>* [members], Kokkos::LayoutLeft, Exec> in;
  Vector<Pack<T>, Exec> out;

  explicit SoaVector(const Particles<T>& p)
      : in(reinterpret_cast<const Pack<T>*>(p.in), p.n / width),
        out(reinterpret_cast<Pack<T>*>(p.out), p.n / width) {}

  KOKKOS_FUNCTION void operator()(std::size_t v) const {
    const Pack<T> x = in(v, particle::x);
    const Pack<T> vx = in(v, particle::vx);
    Pack<T> sum;
    for (int j = 0; j < width; ++j) sum.values[j] = x.values[j] + vx.values[j];
    out(v) = sum;
  }
};

template <class Exec, class T>
struct Aosoa {
  Unmanaged<const T* [members][tile], Kokkos::LayoutRight, Exec> in;
  Vector<T, Exec> out;

  explicit Aosoa(const Particles<T>& p) : in(p.in, ceil_div(p.n, tile)), out(p.out, p.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    out(i) = in(i / tile, particle::x, i % tile) + in(i / tile, particle::vx, i % tile);
  }
};

template <class Exec, class T>
struct UpdateSoa {
  Unmanaged<T* [members], Kokkos::LayoutLeft, Exec> particles;

  explicit UpdateSoa(const Updated<T>& u) : particles(u.particles, u.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    const T x = particles(i, particle::x);
    const T vx = particles(i, particle::vx);
    particles(i, particle::x) = x < vx ? vx : x;
  }
};

template <class Exec, class T>
struct Member {
  Vector<const Body<T>, Exec> in;
  Vector<T, Exec> out;

  explicit Member(const Masses<T>& m) : in(m.in, m.n), out(m.out, m.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = in(i).mass; }
};

template <class Element, class Bodies, class Exec>
void rewritten(const Bodies& bodies, const Exec& exec) {
  for_each_element<block_size>("layout", exec, bodies.n, Element(bodies));
}

template <class T, class Exec>
void soa_vector(const Particles<T>& p, const Exec& exec) {
  constexpr std::size_t width = pack_width<T>;
  if (p.n % width > 0) return rewritten<Soa<Exec, T>>(p, exec);
  for_each_element<vector_block_size, vector_blocks_wanted>("layout/soa_vector", exec, p.n / width,
                                                            SoaVector<Exec, T>(p));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("layout/aos", aos<T, Exec>);
    kokkos.add("layout/soa", soa<T, Exec>);
    kokkos.add("layout/aosoa", aosoa<T, Exec>);
    kokkos.add("layout/update_aos", update<Kokkos::LayoutRight, T, Exec>);
    kokkos.add("layout/update_soa", update<Kokkos::LayoutLeft, T, Exec>);
    kokkos.add("layout/member", member<T, Exec>);
    kokkos.add("layout/soa_rewritten", rewritten<Soa<Exec, T>, Particles<T>, Exec>);
    kokkos.add("layout/aosoa_rewritten", rewritten<Aosoa<Exec, T>, Particles<T>, Exec>);
    kokkos.add("layout/update_soa_rewritten", rewritten<UpdateSoa<Exec, T>, Updated<T>, Exec>);
    kokkos.add("layout/member_rewritten", rewritten<Member<Exec, T>, Masses<T>, Exec>);
    if constexpr (!is_host<Exec>) {
      kokkos.add("layout/default_layout", default_layout<T, Exec>);
      kokkos.add("layout/soa_vector", soa_vector<T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::layout_experiment
