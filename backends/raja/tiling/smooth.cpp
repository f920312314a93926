// SPDX-License-Identifier: Apache-2.0
// One average per index; the variants differ in where its three elements are read.
#include "catalogue/tiling/smooth.hpp"

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::smooth_experiment {
namespace {

template <class T, class Resource>
void direct(const Smooth<T>& s, Resource resource) {
  const Vector<const T> in(s.in, s.n);
  const Vector<T> out(s.out, s.n);
  if (s.n <= 2) return;
  RAJA::forall<Forall<Resource>>(
      resource, RAJA::RangeSegment(1, s.n - 1),
      [=] RAJA_HOST_DEVICE(RAJA::Index_type i) { out(i) = (in(i - 1) + in(i) + in(i + 1)) / 3; });
}

constexpr int block_size = Smooth<float>::block_size;

template <class T, class Resource>
void tile_halo(const Smooth<T>& s, Resource resource) {
  const Vector<const T> in(s.in, s.n);
  const Vector<T> out(s.out, s.n);
  const RAJA::Index_type n = s.n;
  if (n <= 2) return;
  const Range teams(0, ceil_div(n - 2, block_size));
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(teams.size(), block_size),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<Teams>(ctx, teams, [&](int team) {
          RAJA_TEAM_SHARED T tile[block_size + 2];  // one extra element on either side
          const RAJA::Index_type first = RAJA::Index_type{block_size} * team;

          RAJA::loop<ThreadsXLoop<block_size>>(ctx, Range(0, block_size + 2), [&](int t) {
            if (first + t < n) tile[t] = in(first + t);
          });
          ctx.teamSync();  // __syncthreads()
          RAJA::loop<ThreadsX<block_size>>(ctx, Range(0, block_size), [&](int t) {
            if (first + t + 2 < n) out(first + t + 1) = (tile[t] + tile[t + 1] + tile[t + 2]) / 3;
          });
        });
      });
}

}  // namespace

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  kernels::for_types<float, double>([&]<class T>() {
    raja.add("smooth/direct", direct<T, Resource>);
    raja.add("smooth/tile_halo", tile_halo<T, Resource>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::smooth_experiment
