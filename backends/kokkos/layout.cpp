// One particle a thread, soa_vector four; what differs is the layout of the View.
#include "catalogue/layout.hpp"

#include "backends/kokkos/elements.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/pack.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int block_size = 256;
constexpr std::size_t tile = Particles::tile;

/// LayoutRight keeps a particle's members together, LayoutLeft those of one kind.
template <class Exec, class Layout>
struct Update {
  Unmanaged<const float * [Particles::members], Layout, Exec> in;
  Vector<float, Exec> out;

  explicit Update(const Particles& p) : in(p.in, p.n), out(p.out, p.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    out(i) = in(i, Particles::x) + in(i, Particles::vx);
  }
};

template <class Exec>
using Aos = Update<Exec, Kokkos::LayoutRight>;
template <class Exec>
using Soa = Update<Exec, Kokkos::LayoutLeft>;

constexpr int vector_block_size = 128;
constexpr int vector_blocks_wanted = 16;  // all 2048 threads of a multiprocessor

/// n is a multiple of 4: else vx is not aligned to a vector.
template <class Exec>
struct SoaVector {
  Unmanaged<const Pack<4> * [Particles::members], Kokkos::LayoutLeft, Exec> in;
  Vector<Pack<4>, Exec> out;

  explicit SoaVector(const Particles& p)
      : in(reinterpret_cast<const Pack<4>*>(p.in), p.n / 4),
        out(reinterpret_cast<Pack<4>*>(p.out), p.n / 4) {}

  KOKKOS_FUNCTION void operator()(std::size_t v) const {
    const Pack<4> x = in(v, Particles::x);
    const Pack<4> vx = in(v, Particles::vx);
    Pack<4> sum;
    for (int j = 0; j < 4; ++j) sum.values[j] = x.values[j] + vx.values[j];
    out(v) = sum;
  }
};

template <class Exec>
struct Aosoa {
  Unmanaged<const float * [Particles::members][tile], Kokkos::LayoutRight, Exec> in;
  Vector<float, Exec> out;

  explicit Aosoa(const Particles& p) : in(p.in, ceil_div(p.n, tile)), out(p.out, p.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    out(i) = in(i / tile, Particles::x, i % tile) + in(i / tile, Particles::vx, i % tile);
  }
};

template <class Exec>
struct Member {
  Vector<const Body, Exec> in;
  Vector<float, Exec> out;

  explicit Member(const Masses& m) : in(m.in, m.n), out(m.out, m.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = in(i).mass; }
};

template <class Element, class Bodies, class Exec>
void teams(const Bodies& bodies, const Exec& exec) {
  in_teams<block_size>("layout", exec, bodies.n, Element(bodies));
}

template <class Exec>
void in_vectors(const Particles& p, const Exec& exec) {
  if (p.n % 4 > 0) return teams<Soa<Exec>>(p, exec);
  in_teams<vector_block_size, vector_blocks_wanted>("layout/soa_vector", exec, p.n / 4,
                                                    SoaVector<Exec>(p));
}

template <class Element, class Bodies, class Exec>
void range(const Bodies& bodies, const Exec& exec) {
  in_range("layout/range", exec, bodies.n, Element(bodies));
}

}  // namespace

template <class Exec>
void add_layout(Registrar<Exec>& kokkos) {
  kokkos.add("layout/aos", teams<Aos<Exec>, Particles, Exec>);
  kokkos.add("layout/soa", teams<Soa<Exec>, Particles, Exec>);
  if constexpr (!is_host<Exec>) kokkos.add("layout/soa_vector", in_vectors<Exec>);
  kokkos.add("layout/aosoa", teams<Aosoa<Exec>, Particles, Exec>);
  kokkos.add("layout/member", teams<Member<Exec>, Masses, Exec>);
  kokkos.add("layout/aos_range", range<Aos<Exec>, Particles, Exec>);
  kokkos.add("layout/soa_range", range<Soa<Exec>, Particles, Exec>);
  kokkos.add("layout/aosoa_range", range<Aosoa<Exec>, Particles, Exec>);
  kokkos.add("layout/member_range", range<Member<Exec>, Masses, Exec>);
}

template void add_layout(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_layout(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
