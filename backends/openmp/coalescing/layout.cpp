// SPDX-License-Identifier: Apache-2.0
// One particle per iteration or thread; the variants differ in the layout of the data.
#include "catalogue/coalescing/layout.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::layout_experiment {
namespace {

template <class Layout, class T>
void sum(const Particles<T>& p) {
  const T* in = p.in;
  T* out = p.out;
  const std::size_t n = p.n;
#pragma omp target teams distribute parallel for is_device_ptr(in, out)
  for (std::size_t i = 0; i < n; ++i)
    out[i] = in[Layout::at(i, particle::x, n)] + in[Layout::at(i, particle::vx, n)];
}

template <class Layout, class T>
void update(const Updated<T>& u) {
  T* particles = u.particles;
  const std::size_t n = u.n;
#pragma omp target teams distribute parallel for is_device_ptr(particles)
  for (std::size_t i = 0; i < n; ++i) {
    T& x = particles[Layout::at(i, particle::x, n)];
    const T vx = particles[Layout::at(i, particle::vx, n)];
    x = x < vx ? vx : x;
  }
}

template <class T>
void member(const Masses<T>& m) {
  const Body<T>* in = m.in;
  T* out = m.out;
  const std::size_t n = m.n;
#pragma omp target teams distribute parallel for is_device_ptr(in, out)
  for (std::size_t i = 0; i < n; ++i) out[i] = in[i].mass;
}

constexpr int team_size = 256;

template <class Layout, class T>
void sum_by_index(const Particles<T>& p) {
  const T* in = p.in;
  T* out = p.out;
  const std::size_t n = p.n;
  const int teams = ceil_div(n, team_size);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
#pragma omp parallel num_threads(team_size)
  {
    const std::size_t i = omp_get_team_num() * std::size_t{team_size} + omp_get_thread_num();
    if (i < n) out[i] = in[Layout::at(i, particle::x, n)] + in[Layout::at(i, particle::vx, n)];
  }
}

template <class Layout, class T>
void update_by_index(const Updated<T>& u) {
  T* particles = u.particles;
  const std::size_t n = u.n;
  const int teams = ceil_div(n, team_size);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(particles)
#pragma omp parallel num_threads(team_size)
  {
    const std::size_t i = omp_get_team_num() * std::size_t{team_size} + omp_get_thread_num();
    if (i < n) {
      T& x = particles[Layout::at(i, particle::x, n)];
      const T vx = particles[Layout::at(i, particle::vx, n)];
      x = x < vx ? vx : x;
    }
  }
}

template <class T>
void member_by_index(const Masses<T>& m) {
  const Body<T>* in = m.in;
  T* out = m.out;
  const std::size_t n = m.n;
  const int teams = ceil_div(n, team_size);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
#pragma omp parallel num_threads(team_size)
  {
    const std::size_t i = omp_get_team_num() * std::size_t{team_size} + omp_get_thread_num();
    if (i < n) out[i] = in[i].mass;
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  const OpenmpKernels by_index = openmp.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    openmp.add("layout/aos", sum<Structures, T>);
    openmp.add("layout/soa", sum<Arrays, T>);
    openmp.add("layout/aosoa", sum<Tiles, T>);
    openmp.add("layout/update_aos", update<Structures, T>);
    openmp.add("layout/update_soa", update<Arrays, T>);
    openmp.add("layout/member", member<T>);
    if (openmp.on_host()) return;
    by_index.add("layout/aos", sum_by_index<Structures, T>);
    by_index.add("layout/soa", sum_by_index<Arrays, T>);
    by_index.add("layout/aosoa", sum_by_index<Tiles, T>);
    by_index.add("layout/update_aos", update_by_index<Structures, T>);
    by_index.add("layout/update_soa", update_by_index<Arrays, T>);
    by_index.add("layout/member", member_by_index<T>);
  });
}

}  // namespace tilebridge::openmp::layout_experiment
