// One particle after the other; what differs is where its members lie.
#include "catalogue/layout.hpp"

#include "backends/host/native.hpp"

namespace tilebridge::host {
namespace {

constexpr std::size_t members = Particles::members;
constexpr std::size_t tile = Particles::tile;

void aos(const Particles& p, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < p.n; ++i) {
    const float* particle = p.in + i * members;
    p.out[i] = particle[Particles::x] + particle[Particles::vx];
  }
}

void soa(const Particles& p, Threads threads) {
  const float* x = p.in + Particles::x * p.n;
  const float* vx = p.in + Particles::vx * p.n;
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < p.n; ++i) p.out[i] = x[i] + vx[i];
}

void aosoa(const Particles& p, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < p.n; ++i) {
    const float* particle = p.in + i / tile * (tile * members) + i % tile;
    p.out[i] = particle[Particles::x * tile] + particle[Particles::vx * tile];
  }
}

void member(const Masses& m, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < m.n; ++i) m.out[i] = m.in[i].mass;
}

}  // namespace

void add_layout(Native& native) {
  native.add("layout/aos", aos);
  native.add("layout/soa", soa);
  native.add("layout/aosoa", aosoa);
  native.add("layout/member", member);
}

}  // namespace tilebridge::host
