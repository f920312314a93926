// SPDX-License-Identifier: Apache-2.0
// One word per iteration or thread, from places that are further apart than a sector. OpenMP does
// not say how much L2 fetches: a program sets CUDA's limit around its regions.
#include "catalogue/memory/fetch_granularity.hpp"

#include <cstdint>

#include "backends/openmp/fetch_limit.hpp"
#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::fetch_granularity_experiment {
namespace {

using Word = std::uint32_t;

void strided(const SparseReads& r) {
  const Word* in = r.in;
  Word* out = r.out;
  const std::int64_t count = r.count, stride = r.stride;
#pragma omp target teams distribute parallel for is_device_ptr(in, out)
  for (std::int64_t i = 0; i < count; ++i) out[i] = in[i * stride];
}

void random(const SparseReads& r) {
  const Word *in = r.in, *index = r.index;
  Word* out = r.out;
  const std::int64_t count = r.count, stride = r.stride;
#pragma omp target teams distribute parallel for is_device_ptr(in, index, out)
  for (std::int64_t i = 0; i < count; ++i) out[i] = in[index[i] * stride];
}

constexpr int team_size = 256;

void strided_by_index(const SparseReads& r) {
  const Word* in = r.in;
  Word* out = r.out;
  const std::int64_t count = r.count, stride = r.stride;
  const int teams = ceil_div(count, team_size);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, out)
#pragma omp parallel num_threads(team_size)
  {
    const std::int64_t i = std::int64_t{omp_get_team_num()} * team_size + omp_get_thread_num();
    if (i < count) out[i] = in[i * stride];
  }
}

void random_by_index(const SparseReads& r) {
  const Word *in = r.in, *index = r.index;
  Word* out = r.out;
  const std::int64_t count = r.count, stride = r.stride;
  const int teams = ceil_div(count, team_size);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, index, out)
#pragma omp parallel num_threads(team_size)
  {
    const std::int64_t i = std::int64_t{omp_get_team_num()} * team_size + omp_get_thread_num();
    if (i < count) out[i] = in[index[i] * stride];
  }
}

template <void (*regions)(const SparseReads&)>
auto prepare(const SparseReads& r, Queue queue) {
  return [r, limit = fetch_limit(r.granularity, queue)] {
    limit->ensure();
    regions(r);
  };
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  const OpenmpKernels by_index = openmp.in(Form::indices);
  openmp.add_prepared("fetch_granularity/strided", prepare<strided>);
  openmp.add_prepared("fetch_granularity/random", prepare<random>);
  if (openmp.on_host()) return;
  by_index.add_prepared("fetch_granularity/strided", prepare<strided_by_index>);
  by_index.add_prepared("fetch_granularity/random", prepare<random_by_index>);
}

}  // namespace tilebridge::openmp::fetch_granularity_experiment
