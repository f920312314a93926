// SPDX-License-Identifier: Apache-2.0
// Inclusive scans: of 1024 elements per team in shared memory, or RAJA's own of all elements
// (range_scan).
#include "catalogue/tiling/scan.hpp"

#include <limits>

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"
#include "base/error.hpp"

namespace tilebridge::raja::scan_experiment {
namespace {

constexpr int elements = ScanBlocks::elements;
constexpr int threads = ScanBlocks::threads;

template <class T, class Resource>
void hillis_steele(const Scan<T>& s, Resource resource) {
  if (s.n == 0) return;
  const RAJA::Index_type n = s.n;
  const Vector<const T> in(s.in, n);
  const Vector<T> out(s.out, n);
  const Range all_teams(0, ceil_div(s.n, elements));
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(all_teams.size(), threads),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<Teams>(ctx, all_teams, [&](int team) {
          RAJA_TEAM_SHARED T segment[2][elements];
          const RAJA::Index_type first = RAJA::Index_type{team} * elements;
          const Range of_segment(0, elements);

          RAJA::loop<ThreadsXLoop<threads>>(
              ctx, of_segment, [&](int i) { segment[0][i] = first + i < n ? in(first + i) : 0; });
          ctx.teamSync();  // __syncthreads()
          int from = 0;
          for (int distance = 1; distance < elements; distance *= 2) {
            RAJA::loop<ThreadsXLoop<threads>>(ctx, of_segment, [&](int i) {
              const T below = i < distance ? 0 : segment[from][i - distance];
              segment[1 - from][i] = segment[from][i] + below;
            });
            ctx.teamSync();
            from = 1 - from;
          }
          RAJA::loop<ThreadsXLoop<threads>>(ctx, of_segment, [&](int i) {
            if (first + i < n) out(first + i) = segment[from][i];
          });
        });
      });
}

/// Adds pairs of elements up a tree of sums, and down again.
template <class T, class Resource>
void blelloch(const Scan<T>& s, Resource resource) {
  if (s.n == 0) return;
  const RAJA::Index_type n = s.n;
  const Vector<const T> in(s.in, n);
  const Vector<T> out(s.out, n);
  const Range all_teams(0, ceil_div(s.n, elements));
  RAJA::launch<Launch<Resource>>(
      resource, RAJA::LaunchParams(all_teams.size(), threads),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<Teams>(ctx, all_teams, [&](int team) {
          RAJA_TEAM_SHARED T segment[ScanBlocks::spread_elements<T>];
          const auto at = [&](int i) -> T& { return segment[ScanBlocks::place<T>(i)]; };
          const RAJA::Index_type first = RAJA::Index_type{team} * elements;

          RAJA::loop<ThreadsXLoop<threads>>(
              ctx, Range(0, elements), [&](int i) { at(i) = first + i < n ? in(first + i) : 0; });
          ctx.teamSync();  // __syncthreads()
          TILEBRIDGE_UNROLL
          for (int distance = 1; distance < elements; distance *= 2) {
            RAJA::loop<ThreadsXLoop<threads>>(ctx, Range(0, elements / (2 * distance)),
                                              [&](int pair) {
                                                const int left = (2 * pair + 1) * distance - 1;
                                                at(left + distance) += at(left);
                                              });
            ctx.teamSync();
          }
          TILEBRIDGE_UNROLL
          for (int distance = elements / 4; distance > 0; distance /= 2) {
            RAJA::loop<ThreadsXLoop<threads>>(ctx, Range(0, elements / (2 * distance) - 1),
                                              [&](int pair) {
                                                const int left = (2 * pair + 2) * distance - 1;
                                                at(left + distance) += at(left);
                                              });
            ctx.teamSync();
          }
          RAJA::loop<ThreadsXLoop<threads>>(ctx, Range(0, elements), [&](int i) {
            if (first + i < n) out(first + i) = at(i);
          });
        });
      });
}

/// On a GPU RAJA calls CUB.
template <class T, class Resource>
auto range_scan(const Scan<T>& s, Resource resource) {
  if (s.n > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw Unavailable("RAJA scans fewer than 2^31 elements");
  return [=] {
    const auto n = static_cast<int>(s.n);
    RAJA::inclusive_scan<Forall<Resource>>(resource, RAJA::make_span(s.in, n),
                                           RAJA::make_span(s.out, n), RAJA::operators::plus<T>{});
  };
}

/// Calls body(thread) for each thread of a block.
template <class Body>
RAJA_HOST_DEVICE void for_each_thread(const RAJA::LaunchContext& ctx, const Body& body) {
  RAJA::loop<ThreadX<threads>>(ctx, Range(0, threads), body);
}

template <class T, class Resource>
void hillis_steele_by_index(const Scan<T>& s, Resource resource) {
  if (s.n == 0) return;
  const Range blocks(0, ceil_div(s.n, elements));
  RAJA::launch<Launch<Resource>>(resource, RAJA::LaunchParams(blocks.size(), threads),
                                 [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
                                   RAJA::loop<Block>(ctx, blocks, [&](int block) {
                                     RAJA_TEAM_SHARED T segment[2][elements];
                                     const std::size_t first = block * std::size_t{elements};

                                     for_each_thread(ctx, [&](int thread) {
                                       for (int i = thread; i < elements; i += threads)
                                         segment[0][i] = first + i < s.n ? s.in[first + i] : 0;
                                     });
                                     ctx.teamSync();
                                     int from = 0;
                                     for (int distance = 1; distance < elements; distance *= 2) {
                                       for_each_thread(ctx, [&](int thread) {
                                         for (int i = thread; i < elements; i += threads) {
                                           const T below =
                                               i < distance ? 0 : segment[from][i - distance];
                                           segment[1 - from][i] = segment[from][i] + below;
                                         }
                                       });
                                       ctx.teamSync();
                                       from = 1 - from;
                                     }
                                     for_each_thread(ctx, [&](int thread) {
                                       for (int i = thread; i < elements; i += threads)
                                         if (first + i < s.n) s.out[first + i] = segment[from][i];
                                     });
                                   });
                                 });
}

template <class T, class Resource>
void blelloch_by_index(const Scan<T>& s, Resource resource) {
  if (s.n == 0) return;
  const Range blocks(0, ceil_div(s.n, elements));
  RAJA::launch<Launch<Resource>>(resource, RAJA::LaunchParams(blocks.size(), threads),
                                 [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
                                   RAJA::loop<Block>(ctx, blocks, [&](int block) {
                                     RAJA_TEAM_SHARED T segment[ScanBlocks::spread_elements<T>];
                                     const auto at = [&](int i) -> T& {
                                       return segment[ScanBlocks::place<T>(i)];
                                     };
                                     const auto add_pairs = [&](int distance, int ends) {
                                       const int pairs = ScanBlocks::pairs(distance, ends);
                                       for_each_thread(ctx, [&](int thread) {
                                         for (int k = 0; k * threads < pairs; ++k) {
                                           const int pair = k * threads + thread;
                                           const int left = ScanBlocks::left(pair, distance, ends);
                                           if (pair < pairs) at(left + distance) += at(left);
                                         }
                                       });
                                       ctx.teamSync();
                                     };
                                     const std::size_t first = block * std::size_t{elements};

                                     for_each_thread(ctx, [&](int thread) {
                                       for (int i = thread; i < elements; i += threads)
                                         at(i) = first + i < s.n ? s.in[first + i] : 0;
                                     });
                                     ctx.teamSync();
                                     TILEBRIDGE_UNROLL
                                     for (int distance = 1; distance < elements; distance *= 2)
                                       add_pairs(distance, 1);
                                     TILEBRIDGE_UNROLL
                                     for (int distance = elements / 4; distance > 0; distance /= 2)
                                       add_pairs(distance, 2);
                                     for_each_thread(ctx, [&](int thread) {
                                       for (int i = thread; i < elements; i += threads)
                                         if (first + i < s.n) s.out[first + i] = at(i);
                                     });
                                   });
                                 });
}

}  // namespace

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  const auto by_index = raja.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    raja.add("scan/block_hillis_steele", hillis_steele<T, Resource>);
    raja.add("scan/block_blelloch", blelloch<T, Resource>);
    raja.add_prepared("scan/range_scan", range_scan<T, Resource>);
    by_index.add("scan/block_hillis_steele", hillis_steele_by_index<T, Resource>);
    by_index.add("scan/block_blelloch", blelloch_by_index<T, Resource>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::scan_experiment
