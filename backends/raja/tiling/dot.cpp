// SPDX-License-Identifier: Apache-2.0
// One product per index; variants differ in how the products are summed: by an atomic
// each, by a tree in a team's shared memory, or by a reducer of RAJA's (parallel_reduce).
#include "catalogue/tiling/dot.hpp"

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::dot_experiment {
namespace {

template <class T, class Resource>
void atomic(const Dot<T>& d, Resource resource) {
  const Vector<const T> a(d.a, d.n), b(d.b, d.n);
  T* result = d.result;
  resource.memset(result, 0, sizeof(T));
  RAJA::forall<Forall<Resource>>(resource, RAJA::RangeSegment(0, d.n),
                                 [=] RAJA_HOST_DEVICE(RAJA::Index_type i) {
                                   RAJA::atomicAdd<RAJA::auto_atomic>(result, a(i) * b(i));
                                 });
}

constexpr int block_size = Dot<float>::block_size;

template <class T, class Resource>
void block_tree(const Dot<T>& d, Resource resource) {
  const Vector<const T> a(d.a, d.n), b(d.b, d.n);
  const RAJA::Index_type n = d.n;
  T* result = d.result;
  const Range teams(0, ceil_div(d.n, block_size));
  resource.memset(result, 0, sizeof(T));
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(teams.size(), block_size),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<Teams>(ctx, teams, [&](int team) {
          RAJA_TEAM_SHARED T sums[block_size];

          RAJA::loop<ThreadsX<block_size>>(ctx, Range(0, block_size), [&](int thread) {
            const RAJA::Index_type i = RAJA::Index_type{block_size} * team + thread;
            sums[thread] = i < n ? a(i) * b(i) : 0;
          });
          ctx.teamSync();  // __syncthreads()
          for (int half = block_size / 2; half > 0; half /= 2) {
            RAJA::loop<ThreadsX<block_size>>(
                ctx, Range(0, half), [&](int thread) { sums[thread] += sums[thread + half]; });
            ctx.teamSync();
          }
          RAJA::loop<ThreadsX<block_size>>(
              ctx, Range(0, 1), [&](int) { RAJA::atomicAdd<RAJA::auto_atomic>(result, sums[0]); });
        });
      });
}

/// RAJA's reducers give their results to the host, which waits for them: for hosts only.
template <class T, class Resource>
void parallel_reduce(const Dot<T>& d, Resource resource) {
  using Sum = RAJA::expt::ValOp<T, RAJA::operators::plus>;
  const Vector<const T> a(d.a, d.n), b(d.b, d.n);
  T result = 0;
  RAJA::forall<Forall<Resource>>(resource, RAJA::RangeSegment(0, d.n),
                                 RAJA::expt::Reduce<RAJA::operators::plus>(&result),
                                 [=](RAJA::Index_type i, Sum& sum) { sum += a(i) * b(i); });
  *d.result = result;
}

}  // namespace

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  kernels::for_types<float, double>([&]<class T>() {
    raja.add("dot/atomic", atomic<T, Resource>);
    raja.add("dot/block_tree", block_tree<T, Resource>);
    if constexpr (is_host<Resource>) raja.add("dot/parallel_reduce", parallel_reduce<T, Resource>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::dot_experiment
