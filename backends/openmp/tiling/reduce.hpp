// SPDX-License-Identifier: Apache-2.0
// What both files of the experiment use.
#pragma once

#include <cstddef>

#include "backends/openmp/openmp.hpp"
#include "catalogue/tiling/reduce.hpp"

namespace tilebridge::openmp::reduce_experiment {

// [shown]

constexpr int team_size = ReduceShares::block_size;

/// Reduces by pass(in, n, share, sums, teams): a sum per team, then one team's sum of these.
template <auto pass, class T>
auto two_passes(const Reduce<T>& r, Queue queue) {
  const auto [share, teams] = ReduceShares(r.n);
  return [r, share = share, teams = teams, partials = workspace<T>(teams, queue)] {
    pass(r.in, r.n, share, partials.get(), static_cast<int>(teams));
    pass(partials.get(), teams, teams, r.result, 1);
  };
}

/// Sums this thread's elements in a team's share, which begins at `first`.
template <template <class> class Result = Addition, class T>
T sum_of_thread(const T* in, std::size_t n, std::size_t first, std::size_t share) {
  const std::size_t last = first + share < n ? first + share : n;
  T sum = Result<T>::none;
  for (std::size_t i = first + omp_get_thread_num(); i < last; i += team_size)
    sum = Result<T>::of(sum, in[i]);
  return sum;
}

}  // namespace tilebridge::openmp::reduce_experiment
