// SPDX-License-Identifier: Apache-2.0
// One sum per team of 256 threads, of at most 1024 teams, then one team for the teams' sums; the
// variants differ in how a team sums: by a tree in shared memory, or by a reduction clause
// (shuffle, single_pass).
#include "backends/openmp/tiling/reduce.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::teams::reduce_experiment {
namespace {

using namespace openmp::reduce_experiment;

/// sums[team] = the elements of the team's share, reduced as a tree in shared memory.
template <template <class> class Result, class T>
void tree(const T* in, std::size_t n, std::size_t share, T* sums, int teams) {
#pragma omp target teams distribute thread_limit(team_size) is_device_ptr(in, sums)
  for (int team = 0; team < teams; ++team) {
    T of_threads[team_size];  // __shared__
#pragma omp allocate(of_threads) allocator(omp_pteam_mem_alloc)
    const std::size_t first = team * share;
    const std::size_t last = first + share < n ? first + share : n;

#pragma omp parallel for
    for (int thread = 0; thread < team_size; ++thread) {
      T sum = Result<T>::none;
      for (std::size_t i = first + thread; i < last; i += team_size)
        sum = Result<T>::of(sum, in[i]);
      of_threads[thread] = sum;
    }
    for (int half = team_size / 2; half > 0; half /= 2) {
#pragma omp parallel for firstprivate(half)
      for (int thread = 0; thread < half; ++thread)
        of_threads[thread] = Result<T>::of(of_threads[thread], of_threads[thread + half]);
    }
    sums[team] = of_threads[0];
  }
}

/// sums[team] = Σ in[i] over the team's share.
template <class T>
void shuffle(const T* in, std::size_t n, std::size_t share, T* sums, int teams) {
#pragma omp target teams distribute thread_limit(team_size) is_device_ptr(in, sums)
  for (int team = 0; team < teams; ++team) {
    const std::size_t first = team * share;
    const std::size_t last = first + share < n ? first + share : n;
    T sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (std::size_t i = first; i < last; ++i) sum += in[i];
    sums[team] = sum;
  }
}

/// The team that draws the last ticket sums the teams' sums. `ticket` is 0 before and after.
template <class T>
void sum_in_one_pass(const T* in, std::size_t n, std::size_t share, T* partials, int teams,
                     unsigned* ticket, T* result) {
#pragma omp target teams distribute thread_limit(team_size) \
    is_device_ptr(in, partials, ticket, result)
  for (int team = 0; team < teams; ++team) {
    const std::size_t first = team * share;
    const std::size_t last = first + share < n ? first + share : n;
    T sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (std::size_t i = first; i < last; ++i) sum += in[i];
    partials[team] = sum;

    unsigned drawn;
#pragma omp flush  // a team that sees this ticket also sees the sum
#pragma omp atomic capture
    drawn = (*ticket)++;
#pragma omp flush  // the other teams' sums are read after the ticket
    if (drawn + 1 < unsigned(teams)) continue;

    T total = 0;
#pragma omp parallel for reduction(+ : total)
    for (int i = 0; i < teams; ++i) total += partials[i];
    *result = total;
    *ticket = 0;
  }
}

template <class T>
using OnePass = void (*)(const T* in, std::size_t n, std::size_t share, T* partials, int teams,
                         unsigned* ticket, T* result);

inline void clear(unsigned* ticket) {
#pragma omp target is_device_ptr(ticket)
  *ticket = 0;
}

template <class T, OnePass<T> pass>
auto one_pass(const Reduce<T>& r, Queue queue) {
  const auto ticket = workspace<unsigned>(1, queue);
  run_on(queue, [&] { clear(ticket.get()); });
  const auto [share, teams] = ReduceShares(r.n);
  return [r, ticket, share = share, teams = teams, partials = workspace<T>(teams, queue)] {
    pass(r.in, r.n, share, partials.get(), static_cast<int>(teams), ticket.get(), r.result);
  };
}

/// OpenMP has no shuffles: its reductions use them.
template <class T>
void shuffle_by_index(const T* in, std::size_t n, std::size_t share, T* sums, int teams) {
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, sums)
  {
    const int team = omp_get_team_num();
    T sum = 0;
#pragma omp parallel num_threads(team_size) reduction(+ : sum)
    sum += sum_of_thread(in, n, team * share, share);
    sums[team] = sum;
  }
}

template <class T>
void one_pass_by_index(const T* in, std::size_t n, std::size_t share, T* partials, int teams,
                       unsigned* ticket, T* result) {
#pragma omp target teams num_teams(teams) thread_limit(team_size) \
    is_device_ptr(in, partials, ticket, result)
  {
    const int team = omp_get_team_num();
    bool is_last = false;
    T sum = 0, total = 0;
#pragma omp parallel num_threads(team_size) reduction(+ : sum)
    sum += sum_of_thread(in, n, team * share, share);
#pragma omp parallel num_threads(team_size)
#pragma omp masked
    {
      unsigned drawn;
      partials[team] = sum;
#pragma omp flush  // a team that sees this ticket also sees the sum
#pragma omp atomic capture
      drawn = (*ticket)++;
#pragma omp flush  // the other teams' sums are read after the ticket
      is_last = drawn + 1 == unsigned(teams);
    }
    if (is_last) {
#pragma omp parallel num_threads(team_size) reduction(+ : total)
      total += sum_of_thread<Addition, T>(partials, teams, 0, teams);
      *result = total;
      *ticket = 0;
    }
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  const OpenmpKernels by_index = openmp.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    openmp.add_prepared("reduce/block_tree", two_passes<tree<Addition, T>, T>);
    openmp.add_prepared("reduce/maximum", two_passes<tree<Maximum, T>, T>);
    openmp.add_prepared("reduce/shuffle", two_passes<shuffle<T>, T>);
    openmp.add_prepared("reduce/single_pass", one_pass<T, sum_in_one_pass<T>>);
    if (openmp.on_host()) return;
    by_index.add_prepared("reduce/shuffle", two_passes<shuffle_by_index<T>, T>);
    by_index.add_prepared("reduce/single_pass", one_pass<T, one_pass_by_index<T>>);
  });
}

}  // namespace tilebridge::openmp::teams::reduce_experiment
