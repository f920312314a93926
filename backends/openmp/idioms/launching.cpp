// SPDX-License-Identifier: Apache-2.0
// Small target regions, one after another; the variants differ in what a launch brings along.
// OpenMP hands an array over as mapped memory alone, which run_on() refuses: hence no `functor_…`.
// It has no word that waits for a stream's regions, since LLVM's runtime waits for each: hence no
// `fence`.
#include "catalogue/idioms/launching.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::launching_experiment {
namespace {

using Word = std::uint32_t;
constexpr int team_size = SmallKernels::block_size;

/// Kernel k copies the first of these to the second.
const Word* input_of(const SmallKernels& s, int k) {
  return s.in + static_cast<std::size_t>(k) * s.words;
}
Word* output_of(const SmallKernels& s, int k) {
  return s.out + static_cast<std::size_t>(k) * s.words;
}

void range(const SmallKernels& s) {
  const int words = s.words;
  for (int k = 0; k < s.kernels; ++k) {
    const Word* in = input_of(s, k);
    Word* out = output_of(s, k);
#pragma omp target teams distribute parallel for is_device_ptr(in, out)
    for (int i = 0; i < words; ++i) out[i] = in[i];
  }
}

void team(const SmallKernels& s) {
  for (int k = 0; k < s.kernels; ++k) {
    const Word* in = input_of(s, k);
    Word* out = output_of(s, k);
#pragma omp target teams num_teams(1) thread_limit(team_size) is_device_ptr(in, out)
#pragma omp parallel for
    for (int t = 0; t < team_size; ++t) out[t] = in[t];
  }
}

template <int threads>
void copies_by_index(const SmallKernels& s) {
  for (int k = 0; k < s.kernels; ++k) {
    const Word* in = input_of(s, k);
    Word* out = output_of(s, k);
#pragma omp target teams num_teams(1) thread_limit(threads) is_device_ptr(in, out)
#pragma omp parallel num_threads(threads)
    out[omp_get_thread_num()] = in[omp_get_thread_num()];
  }
}

void team_scratch_by_index(const SmallKernels& s) {
  for (int k = 0; k < s.kernels; ++k) {
    const Word* in = input_of(s, k);
    Word* out = output_of(s, k);
#pragma omp target teams num_teams(1) thread_limit(team_size) is_device_ptr(in, out)
#pragma omp parallel num_threads(team_size)
    {
      [[clang::loader_uninitialized]] static Word words[team_size];  // __shared__
#pragma omp allocate(words) allocator(omp_pteam_mem_alloc)

      const unsigned thread = omp_get_thread_num();
      words[thread] = in[thread];
#pragma omp barrier
      out[thread] = words[SmallKernels::other(thread)];
    }
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  if (openmp.on_host()) return;  // a host's launch is a call
  const OpenmpKernels by_index = openmp.in(Form::indices);
  openmp.add("launching/range", range);
  openmp.add("launching/graph", range);
  openmp.add("launching/team", team);
  by_index.add("launching/range", copies_by_index<1>);
  by_index.add("launching/graph", copies_by_index<1>);
  by_index.add("launching/team", copies_by_index<team_size>);
  by_index.add("launching/team_scratch", team_scratch_by_index);
}

}  // namespace tilebridge::openmp::launching_experiment
