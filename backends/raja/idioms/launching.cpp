// SPDX-License-Identifier: Apache-2.0
// Small kernels, one launch after another; the variants differ in what a launch brings along. By
// index, a kernel is one block, or one thread for a word.
#include "catalogue/idioms/launching.hpp"

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::launching_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = SmallKernels::block_size;

/// Kernel k copies the first of these to the second.
inline Vector<const Word> input_of(const SmallKernels& s, int k) {
  return {s.in + static_cast<std::size_t>(k) * s.words, s.words};
}
inline Vector<Word> output_of(const SmallKernels& s, int k) {
  return {s.out + static_cast<std::size_t>(k) * s.words, s.words};
}

template <class Resource>
void copy_word(const SmallKernels& s, int k, Resource resource) {
  const auto in = input_of(s, k);
  const auto out = output_of(s, k);
  RAJA::forall<Forall<Resource>>(resource, RAJA::RangeSegment(0, 1),
                                 [=] RAJA_HOST_DEVICE(RAJA::Index_type i) { out(i) = in(i); });
}

template <class Resource>
void range(const SmallKernels& s, Resource resource) {
  for (int k = 0; k < s.kernels; ++k) copy_word(s, k, resource);
}

template <class Resource>
void team(const SmallKernels& s, Resource resource) {
  for (int k = 0; k < s.kernels; ++k) {
    const auto in = input_of(s, k);
    const auto out = output_of(s, k);
    RAJA::launch<Launch<Resource>>(resource, RAJA::LaunchParams(1, block_size),
                                   [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
                                     RAJA::loop<ThreadsX<block_size>>(
                                         ctx, Range(0, block_size), [&](int t) { out(t) = in(t); });
                                   });
  }
}

template <class Resource>
void team_scratch(const SmallKernels& s, Resource resource) {
  for (int k = 0; k < s.kernels; ++k) {
    const auto in = input_of(s, k);
    const auto out = output_of(s, k);
    RAJA::launch<Launch<Resource>>(
        resource, RAJA::LaunchParams(1, block_size), [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
          RAJA_TEAM_SHARED Word words[block_size];

          RAJA::loop<ThreadsX<block_size>>(ctx, Range(0, block_size),
                                           [&](int t) { words[t] = in(t); });
          ctx.teamSync();
          RAJA::loop<ThreadsX<block_size>>(ctx, Range(0, block_size),
                                           [&](int t) { out(t) = words[SmallKernels::other(t)]; });
        });
  }
}

/// All factors are captured by value.
template <int count, class Resource>
void functor(const KernelsWithFactors<count>& s, Resource resource) {
  for (int k = 0; k < s.kernels.kernels; ++k) {
    const Factors<count> factors = s.factors;
    const auto in = input_of(s.kernels, k);
    const auto out = output_of(s.kernels, k);
    RAJA::forall<Forall<Resource>>(
        resource, RAJA::RangeSegment(0, block_size),
        [=] RAJA_HOST_DEVICE(RAJA::Index_type i) { out(i) = in(i)*factors.values[k % count]; });
  }
}

/// Waits for all streams of the GPU.
template <class Resource>
void fence(const SmallKernels& s, Resource resource) {
  for (int k = 0; k < s.kernels; ++k) {
    copy_word(s, k, resource);
    RAJA::synchronize<Synchronize<Resource>>();
  }
}

template <int threads, class Resource>
void copies_by_index(const SmallKernels& s, Resource resource) {
  for (int k = 0; k < s.kernels; ++k) {
    RAJA::launch<Launch<Resource>>(
        resource, RAJA::LaunchParams(1, threads), [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
          RAJA::loop<ThreadX<threads>>(ctx, Range(0, threads), [&](int thread) {
            const std::size_t i = std::size_t(k) * threads + thread;
            s.out[i] = s.in[i];
          });
        });
  }
}

template <class Resource>
void team_scratch_by_index(const SmallKernels& s, Resource resource) {
  for (int k = 0; k < s.kernels; ++k) {
    RAJA::launch<Launch<Resource>>(
        resource, RAJA::LaunchParams(1, block_size), [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
          RAJA_TEAM_SHARED Word words[block_size];

          RAJA::loop<ThreadX<block_size>>(ctx, Range(0, block_size), [&](int thread) {
            words[thread] = s.in[std::size_t(k) * block_size + thread];
          });
          ctx.teamSync();
          RAJA::loop<ThreadX<block_size>>(ctx, Range(0, block_size), [&](int thread) {
            s.out[std::size_t(k) * block_size + thread] = words[SmallKernels::other(thread)];
          });
        });
  }
}

template <int count, class Resource>
void functor_by_index(const KernelsWithFactors<count>& s, Resource resource) {
  for (int k = 0; k < s.kernels.kernels; ++k) {
    RAJA::launch<Launch<Resource>>(
        resource, RAJA::LaunchParams(1, block_size), [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
          RAJA::loop<ThreadX<block_size>>(ctx, Range(0, block_size), [&](int thread) {
            const std::size_t i = std::size_t(k) * block_size + thread;
            s.kernels.out[i] = s.kernels.in[i] * s.factors.values[k % count];
          });
        });
  }
}

}  // namespace

template <class Resource>
void register_kernels([[maybe_unused]] RajaKernels<Resource>& raja) {
  if constexpr (!is_host<Resource>) {  // a host's launch is a call
    const auto by_index = raja.in(Form::indices);
    raja.add("launching/range", range<Resource>);
    raja.add("launching/team", team<Resource>);
    raja.add("launching/team_scratch", team_scratch<Resource>);
    raja.add("launching/functor_64", functor<factors_64, Resource>);
    raja.add("launching/functor_256", functor<factors_256, Resource>);
    raja.add("launching/functor_1k", functor<factors_1k, Resource>);
    raja.add("launching/functor_4k", functor<factors_4k, Resource>);
    raja.add("launching/fence", fence<Resource>);
    by_index.add("launching/range", copies_by_index<1, Resource>);
    by_index.add("launching/team", copies_by_index<block_size, Resource>);
    by_index.add("launching/team_scratch", team_scratch_by_index<Resource>);
    by_index.add("launching/functor_64", functor_by_index<factors_64, Resource>);
    by_index.add("launching/functor_256", functor_by_index<factors_256, Resource>);
    by_index.add("launching/functor_1k", functor_by_index<factors_1k, Resource>);
    by_index.add("launching/functor_4k", functor_by_index<factors_4k, Resource>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::launching_experiment
