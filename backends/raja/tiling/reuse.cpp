// SPDX-License-Identifier: Apache-2.0
// One weighted sum per index over its block's elements; variants differ in where these
// are read.
#include "catalogue/tiling/reuse.hpp"

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::reuse_experiment {
namespace {

constexpr int block_size = Reuse::block_size;

template <class Resource>
void direct(const Reuse& r, Resource resource) {
  const Vector<const float> in(r.in, r.n), weight(r.weight, r.uses);
  const Vector<float> out(r.out, r.n);
  const RAJA::Index_type n = r.n;
  const int uses = r.uses;
  RAJA::forall<Forall<Resource>>(resource, RAJA::RangeSegment(0, n),
                                 [=] RAJA_HOST_DEVICE(RAJA::Index_type i) {
                                   const int t = i % block_size;
                                   const RAJA::Index_type first = i - t;
                                   float sum = 0;
                                   for (int k = 0; k < uses; ++k) {
                                     const RAJA::Index_type used = first + (t + k) % block_size;
                                     sum += (used < n ? in(used) : 0) * weight(k);
                                   }
                                   out(i) = sum;
                                 });
}

template <class Resource>
void staged(const Reuse& r, Resource resource) {
  const Vector<const float> in(r.in, r.n), weight(r.weight, r.uses);
  const Vector<float> out(r.out, r.n);
  const RAJA::Index_type n = r.n;
  const int uses = r.uses;
  const Range teams(0, ceil_div(r.n, block_size));
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(teams.size(), block_size),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<Teams>(ctx, teams, [&](int team) {
          RAJA_TEAM_SHARED float cache[block_size];
          const RAJA::Index_type first = RAJA::Index_type{block_size} * team;

          RAJA::loop<ThreadsX<block_size>>(ctx, Range(0, block_size), [&](int t) {
            cache[t] = first + t < n ? in(first + t) : 0;
          });
          ctx.teamSync();  // __syncthreads()
          RAJA::loop<ThreadsX<block_size>>(ctx, Range(0, block_size), [&](int t) {
            if (first + t >= n) return;
            float sum = 0;
            for (int k = 0; k < uses; ++k) sum += cache[(t + k) % block_size] * weight(k);
            out(first + t) = sum;
          });
        });
      });
}

}  // namespace

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  raja.add("reuse/direct", direct<Resource>);
  raja.add("reuse/staged", staged<Resource>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::reuse_experiment
