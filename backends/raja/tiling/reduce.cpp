// SPDX-License-Identifier: Apache-2.0
// One sum per team of 256 threads, of at most 1024 teams, then one team for the teams' sums; or a
// reducer of RAJA's over all elements (parallel_reduce).
#include "catalogue/tiling/reduce.hpp"

#include <memory>

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::reduce_experiment {
namespace {

constexpr int block_size = ReduceShares::block_size;

/// Allocates memory for the teams' sums between the passes.
template <class T, class Resource>
std::shared_ptr<T> partial_sums(std::size_t count, Resource resource) {
  return {resource.template allocate<T>(count),
          [=](T* sums) mutable { resource.deallocate(sums); }};
}

/// sums(team) = the elements of the team's `share`, reduced as a tree in shared memory.
template <class Operator, class T, class Resource>
void tree(const T* from, std::size_t count, std::size_t share_of_team, T* to, std::size_t teams,
          Resource resource) {
  const RAJA::Index_type n = count, share = share_of_team;
  const Vector<const T> in(from, n);
  const Vector<T> sums(to, teams);
  const Range all_teams(0, teams);
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(all_teams.size(), block_size),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<Teams>(ctx, all_teams, [&](int team) {
          RAJA_TEAM_SHARED T team_sums[block_size];
          const RAJA::Index_type first = team * share;
          const RAJA::Index_type last = first + share < n ? first + share : n;

          RAJA::loop<ThreadsX<block_size>>(ctx, Range(0, block_size), [&](int thread) {
            T sum = Operator::identity();
            for (RAJA::Index_type i = first + thread; i < last; i += block_size)
              sum = Operator{}(sum, in(i));
            team_sums[thread] = sum;
          });
          ctx.teamSync();  // __syncthreads()
          for (int half = block_size / 2; half > 0; half /= 2) {
            RAJA::loop<ThreadsX<block_size>>(ctx, Range(0, half), [&](int thread) {
              team_sums[thread] = Operator{}(team_sums[thread], team_sums[thread + half]);
            });
            ctx.teamSync();
          }
          RAJA::loop<ThreadsX<block_size>>(ctx, Range(0, 1),
                                           [&](int) { sums(team) = team_sums[0]; });
        });
      });
}

/// RAJA's reducers give their results to the host, which waits for them; so only hosts have these
/// two.
template <class T, class Resource>
void parallel_reduce(const Reduce<T>& r, Resource resource) {
  using Sum = RAJA::expt::ValOp<T, RAJA::operators::plus>;
  const Vector<const T> in(r.in, r.n);
  T result = 0;
  RAJA::forall<Forall<Resource>>(resource, RAJA::RangeSegment(0, r.n),
                                 RAJA::expt::Reduce<RAJA::operators::plus>(&result),
                                 [=](RAJA::Index_type i, Sum& sum) { sum += in(i); });
  *r.result = result;
}

template <class T, class Resource>
void parallel_max(const Reduce<T>& r, Resource resource) {
  using Max = RAJA::expt::ValOp<T, RAJA::operators::maximum>;
  const Vector<const T> in(r.in, r.n);
  T result = RAJA::operators::maximum<T>::identity();
  RAJA::forall<Forall<Resource>>(resource, RAJA::RangeSegment(0, r.n),
                                 RAJA::expt::Reduce<RAJA::operators::maximum>(&result),
                                 [=](RAJA::Index_type i, Max& largest) { largest.max(in(i)); });
  *r.result = result;
}

/// sums[block] = the elements of the block's `share`, reduced as a tree in dynamic shared memory.
template <class Operator, class T, class Resource>
void tree_by_index(const T* in, std::size_t n, std::size_t share, T* sums, std::size_t count,
                   Resource resource) {
  const Range blocks(0, count);
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(blocks.size(), block_size, block_size * sizeof(T)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        T* block_sums = ctx.getSharedMemory<T>(block_size);
        RAJA::loop<Block>(ctx, blocks, [&](int block) {
          RAJA::loop<ThreadX<block_size>>(ctx, Range(0, block_size), [&](int thread) {
            const std::size_t first = block * share;
            const std::size_t last = first + share < n ? first + share : n;
            T sum = Operator::identity();
            for (std::size_t i = first + thread; i < last; i += block_size)
              sum = Operator{}(sum, in[i]);
            block_sums[thread] = sum;
          });
          ctx.teamSync();
          for (int half = block_size / 2; half > 0; half /= 2) {
            RAJA::loop<ThreadX<block_size>>(ctx, Range(0, block_size), [&](int thread) {
              if (thread < half)
                block_sums[thread] = Operator{}(block_sums[thread], block_sums[thread + half]);
            });
            ctx.teamSync();
          }
          RAJA::loop<ThreadX<block_size>>(ctx, Range(0, block_size), [&](int thread) {
            if (thread == 0) sums[block] = block_sums[0];
          });
        });
      });
}

/// Reduces by pass(in, n, share, sums, teams, resource): a sum per team, then one team's sum of
/// these.
template <auto pass, class T, class Resource>
auto two_passes(const Reduce<T>& r, Resource resource) {
  const ReduceShares shares(r.n);
  return [=, partials = partial_sums<T>(shares.blocks, resource)] {
    pass(r.in, r.n, shares.share, partials.get(), shares.blocks, resource);
    pass(partials.get(), shares.blocks, shares.blocks, r.result, 1, resource);
  };
}

template <class T>
using Plus = RAJA::operators::plus<T>;
template <class T>
using Larger = RAJA::operators::maximum<T>;

}  // namespace

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  const auto by_index = raja.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    raja.add_prepared("reduce/block_tree", two_passes<tree<Plus<T>, T, Resource>, T, Resource>);
    raja.add_prepared("reduce/maximum", two_passes<tree<Larger<T>, T, Resource>, T, Resource>);
    if constexpr (is_host<Resource>) {
      raja.add("reduce/parallel_reduce", parallel_reduce<T, Resource>);
      raja.add("reduce/parallel_max", parallel_max<T, Resource>);
    }
    by_index.add_prepared("reduce/block_tree",
                          two_passes<tree_by_index<Plus<T>, T, Resource>, T, Resource>);
    by_index.add_prepared("reduce/maximum",
                          two_passes<tree_by_index<Larger<T>, T, Resource>, T, Resource>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::reduce_experiment
