// SPDX-License-Identifier: Apache-2.0
// A row per index of a RangePolicy, or per thread of a team, with vector lanes for its entries.
// Tuned: teams have equal shares of rows and entries together (even_shares).
#include "catalogue/coalescing/spmv.hpp"

#include <cstring>
#include <type_traits>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/lanes.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::spmv_experiment {
namespace {

constexpr int block_size = CsrProduct<float>::block_size;

template <class T, class Exec>
void csr_thread(const CsrProduct<T>& a, const Exec& exec) {
  const Vector<const int, Exec> offsets(a.offsets, a.rows + 1), columns(a.columns, a.entries);
  const Vector<const T, Exec> values(a.values, a.entries), x(a.x, a.rows);
  const Vector<T, Exec> y(a.y, a.rows);
  Kokkos::parallel_for(
      "spmv/csr_thread", RangePolicy<Exec>(exec, 0, a.rows), KOKKOS_LAMBDA(std::int64_t row) {
        T sum = 0;
        for (int k = offsets(row); k < offsets(row + 1); ++k) sum += values(k) * x(columns(k));
        y(row) = sum;
      });
}

template <int lanes, class T, class Exec>
void csr_lanes(const CsrProduct<T>& a, const Exec& exec) {
  constexpr int rows_per_team = block_size / lanes;
  const int rows = a.rows;
  const Vector<const int, Exec> offsets(a.offsets, a.rows + 1), columns(a.columns, a.entries);
  const Vector<const T, Exec> values(a.values, a.entries), x(a.x, a.rows);
  const Vector<T, Exec> y(a.y, a.rows);
  const Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(ceil_div(rows, rows_per_team)),
                                        team_of<Exec, rows_per_team>, lanes);
  Kokkos::parallel_for(
      "spmv/csr_lanes", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const int first = team.league_rank() * rows_per_team;
        const int last = first + rows_per_team < rows ? first + rows_per_team : rows;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, first, last), [&](int row) {
          T row_sum = 0;
          Kokkos::parallel_reduce(
              Kokkos::ThreadVectorRange(team, offsets(row), offsets(row + 1)),
              [&](int k, T& sum) { sum += values(k) * x(columns(k)); }, row_sum);
          Kokkos::single(Kokkos::PerThread(team), [&] { y(row) = row_sum; });
        });
      });
}

template <class T, class Exec>
void sliced_ell(const EllProduct<T>& a, const Exec& exec) {
  constexpr int slice_rows = EllProduct<T>::slice_rows;
  const int slice_count = (a.rows + slice_rows - 1) / slice_rows;
  const Vector<const std::int64_t, Exec> slices(a.slices, slice_count + 1);
  const Vector<const int, Exec> columns(a.columns, a.elements);
  const Vector<const T, Exec> values(a.values, a.elements), x(a.x, a.rows);
  const Vector<T, Exec> y(a.y, a.rows);
  Kokkos::parallel_for(
      "spmv/sliced_ell", RangePolicy<Exec>(exec, 0, a.rows), KOKKOS_LAMBDA(std::int64_t row) {
        const std::int64_t slice = row / slice_rows;
        T sum = 0;
        for (std::int64_t k = slices(slice) + row % slice_rows; k < slices(slice + 1);
             k += slice_rows)
          sum += values(k) * x(columns(k));
        y(row) = sum;
      });
}

/// There is no portable shuffle: the lanes' sums go through scratch memory, from which a row's
/// first lane adds them. A tree would wait at a barrier for each halving.
template <int lanes, class T, class Exec>
void csr_lanes_by_index(const CsrProduct<T>& a, const Exec& exec) {
  using Sums = Scratch<T[block_size], Exec>;  // __shared__ T sums[block_size]
  constexpr int rows_per_team = block_size / lanes;
  const int rows = a.rows;
  const Vector<const int, Exec> offsets(a.offsets, a.rows + 1), columns(a.columns, a.entries);
  const Vector<const T, Exec> values(a.values, a.entries), x(a.x, a.rows);
  const Vector<T, Exec> y(a.y, a.rows);
  Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(ceil_div(rows, rows_per_team)),
                                  block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Sums::shmem_size()));
  Kokkos::parallel_for(
      "spmv/csr_lanes_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Sums sums(team.team_scratch(0));
        const int thread = team.team_rank(), lane = thread % lanes;
        const int row = team.league_rank() * rows_per_team + thread / lanes;
        T sum = 0;
        if (row < rows)
          for (int k = offsets(row) + lane; k < offsets(row + 1); k += lanes)
            sum += values(k) * x(columns(k));
        sums(thread) = sum;
        team.team_barrier();  // __syncthreads()
        if (row >= rows || lane > 0) return;
        for (int k = 1; k < lanes; ++k) sum += sums(thread + k);
        y(row) = sum;
      });
}

#ifdef TILEBRIDGE_KOKKOS_GPU
using namespace techniques;

constexpr int threads = SpmvShares::threads;

using Begin = SpmvShares::Begin;
using Range = SpmvShares::Range;
using Share = SpmvShares::Share;

template <class T>
using Carry = SpmvShares::Carry<T>;

// A team of 256 is a block, and its threads are lanes of warps, or of wavefronts, in the order of
// their ranks. Shuffles and streaming loads are CUDA's or HIP's; no host calls them.

/// Loads `count` elements at once that no other team will need: on CUDA they are the first to leave
/// the caches, which so keep more of x.
template <int count, class E>
KOKKOS_FORCEINLINE_FUNCTION void load_once(const E* from, E* to) {
  constexpr int bytes = count * sizeof(E);
  using Words = std::conditional_t<bytes == sizeof(int4), int4,
                                   std::conditional_t<bytes == sizeof(int2), int2, int>>;
  Words words = {};
#ifdef KOKKOS_ENABLE_CUDA
  KOKKOS_IF_ON_DEVICE((words = __ldcs(reinterpret_cast<const Words*>(from));))
#else
  words = *reinterpret_cast<const Words*>(from);
#endif
  memcpy(to, &words, bytes);
}

/// A thread's entries of a share, in packs that are `threads` packs apart. Beyond the share's end
/// they are zeros of column 0.
template <class T>
struct ThreadEntries {
  static constexpr int width = pack_width<T>;
  static constexpr int packs = SpmvShares::each / width;

  int thread;
  Pack<int, width> columns[packs] = {};
  Pack<T> values[packs] = {};

  KOKKOS_FORCEINLINE_FUNCTION int pack(int k) const { return k * threads + thread; }

  /// Loads the entries from `first`, which begins a pack, to `last`. No load waits for another.
  template <int at_once>
  KOKKOS_FORCEINLINE_FUNCTION void load(const int* all_columns, const T* all_values, int first,
                                        int last) {
    TILEBRIDGE_UNROLL
    for (int k = 0; k < packs; ++k) {
      TILEBRIDGE_UNROLL
      for (int j = 0; j < width; j += at_once) {
        const int entry = first + pack(k) * width + j;
        if (entry >= last) continue;
        load_once<at_once>(all_columns + entry, columns[k].values + j);
        load_once<at_once>(all_values + entry, values[k].values + j);
      }
    }
  }

  /// Stores the products. No load of x waits for another.
  template <class X, class Products>
  KOKKOS_FORCEINLINE_FUNCTION void multiply(const X& x, const Products& products) {
    TILEBRIDGE_UNROLL
    for (int k = 0; k < packs; ++k) {
      TILEBRIDGE_UNROLL
      for (int j = 0; j < width; ++j) values[k].values[j] *= x(columns[k].values[j]);
    }
    TILEBRIDGE_UNROLL
    for (int k = 0; k < packs; ++k) products(pack(k)) = values[k];
  }
};

/// Every `lanes`-th product of the range, from the lane's own one on.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T sum_of_lane(const T* products, const Range& range, int lane,
                                          int lanes) {
  T sum = 0;
  for (int k = range.begin + lane; k < range.end; k += lanes) sum += products[k];
  return sum;
}

/// Replaces the sums of ranges with more than `longest` products, of which the first lane of each
/// group of `lanes` has one: the whole warp sums one after another. Every lane must call it.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION void sum_long_ranges(const T* products, const Range& range, int lane,
                                                 int lanes, int longest, T& sum) {
  if (!any_lane(range.count() > longest)) return;
  for (int source = 0; source < warp_size; source += lanes) {
    const Range row = {from_lane(source, range.begin), from_lane(source, range.end)};
    if (row.count() <= longest) continue;
    const T total = sum_of_group(sum_of_lane(products, row, lane, warp_size), warp_size);
    if (lane == source) sum = total;
  }
}

template <class T, class Exec>
struct EvenShares {
  static constexpr int width = pack_width<T>;
  using Products = Scratch<Pack<T>[SpmvShares::products / width], Exec>;

  using Policy =
      TeamPolicy<Exec, threads,
                 blocks_held(SpmvShares::blocks_wanted<T>, SpmvShares::products * sizeof(T))>;

  int entries;
  Vector<const int, Exec> offsets, columns;
  Vector<const T, Exec> values, x;
  Vector<T, Exec> y;
  OwnedVector<Begin, Exec> begins;
  OwnedVector<Carry<T>, Exec> carries;

  EvenShares(const CsrProduct<T>& a, const OwnedVector<Begin, Exec>& planned,
             const OwnedVector<Carry<T>, Exec>& carried)
      : entries(a.entries),
        offsets(a.offsets, a.rows + 1),
        columns(a.columns, a.entries),
        values(a.values, a.entries),
        x(a.x, a.rows),
        y(a.y, a.rows),
        begins(planned),
        carries(carried) {}

  /// Loads whatever does not depend on the products before the team waits for them.
  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Products products = scratch<Products>(team);
    const int thread = thread_rank(team);
    const Begin begin = begins(team.league_rank());
    const Share share = {begin, begins(team.league_rank() + 1), begin.entry / width * width};
    ThreadEntries<T> own = {thread};
    const int first = share.first_product, last = share.end.entry;
    if (first <= entries - SpmvShares::products)
      own.template load<width>(columns.data(), values.data(), first, last);
    else
      own.template load<1>(columns.data(), values.data(), first,
                           last);  // the last pack may be short
    const int log = SpmvShares::log_of_lanes(share.end.row - share.first_row());
    const Range range = share.products_of(offsets.data(), share.first_row() + (thread >> log));
    own.multiply(x, products);
    team.team_barrier();
    sum_rows(team, share, log, range, products.data()->values);
  }

 private:
  /// Sums as many rows at a time as there are threads for. `next` is the range of the thread's
  /// first row; the range of every later one is loaded before the row before it is summed.
  KOKKOS_FORCEINLINE_FUNCTION void sum_rows(const TeamMember<Exec>& team, const Share& share,
                                            int log, Range next, const T* products) const {
    constexpr int most_per_lane = 32;  // products; the whole warp sums longer rows
    const int thread = thread_rank(team), lanes = 1 << log, lane = thread & (lanes - 1);
    const int longest = most_per_lane * lanes;
    for (int first = share.first_row(); first < share.end.row; first += threads >> log) {
      const int row = first + (thread >> log);
      const Range range = next;
      next = share.products_of(offsets.data(), row + (threads >> log));
      T sum = range.count() > longest ? T{0} : sum_of_lane(products, range, lane, lanes);
      sum = sum_of_group(sum, lanes);
      sum_long_ranges(products, range, thread % warp_size, lanes, longest, sum);
      if (row >= share.end.row || lane > 0) continue;
      if (row < share.begin.row)
        carries(team.league_rank()) = {sum, row};
      else
        y(row) = sum;
    }
  }
};

/// Every team but the first has a sum to carry.
template <class T, class Exec>
void add_carries(const OwnedVector<Carry<T>, Exec>& carries, const Vector<T, Exec>& y,
                 const Exec& exec) {
  Kokkos::parallel_for(
      "spmv/add_carries", RangePolicy<Exec>(exec, 1, static_cast<std::int64_t>(carries.extent(0))),
      KOKKOS_LAMBDA(std::int64_t team) {
        Kokkos::atomic_add(&y(carries(team).row), carries(team).sum);
      });
}

/// Finds where each share begins, and where the last one ends.
template <class T, class Exec>
OwnedVector<Begin, Exec> plan_shares(const CsrProduct<T>& a, int teams, const Exec& exec) {
  const OwnedVector<Begin, Exec> begins(Kokkos::view_alloc(Kokkos::WithoutInitializing, "begins"),
                                        teams + 1);
  Kokkos::parallel_for(
      "spmv/plan_shares", RangePolicy<Exec>(exec, 0, teams + 1), KOKKOS_LAMBDA(std::int64_t team) {
        begins(team) = SpmvShares::begin(a.offsets, a.rows, a.entries, static_cast<int>(team));
      });
  return begins;
}

/// The plan depends on the matrix alone, which is multiplied many times: it is made once.
template <class T, class Exec>
auto even_shares(const CsrProduct<T>& a, const Exec& exec) {
  using Functor = EvenShares<T, Exec>;
  const int teams = SpmvShares::blocks(a.rows, a.entries);
  const OwnedVector<Begin, Exec> begins = plan_shares(a, teams, exec);
  const OwnedVector<Carry<T>, Exec> carries(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "carries"), teams);
  return [=] {
    auto policy = team_policy<typename Functor::Policy>(exec, teams, threads);
    policy.set_scratch_size(0, Kokkos::PerTeam(Functor::Products::shmem_size()));
    if (teams == 0) return;
    Kokkos::parallel_for("spmv/even_shares", policy, Functor(a, begins, carries));
    if (teams > 1) add_carries<T, Exec>(carries, Vector<T, Exec>(a.y, a.rows), exec);
  };
}
#endif

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("spmv/csr_thread", csr_thread<T, Exec>);
    kokkos.add("spmv/csr_lanes_4", csr_lanes<4, T, Exec>);
    kokkos.add("spmv/csr_lanes_8", csr_lanes<8, T, Exec>);
    kokkos.add("spmv/csr_warp", csr_lanes<32, T, Exec>);
    kokkos.add("spmv/sliced_ell", sliced_ell<T, Exec>);
    if constexpr (!is_host<Exec>) {
      by_index.add("spmv/csr_lanes_4", csr_lanes_by_index<4, T, Exec>);
      by_index.add("spmv/csr_lanes_8", csr_lanes_by_index<8, T, Exec>);
      by_index.add("spmv/csr_warp", csr_lanes_by_index<32, T, Exec>);
#ifdef TILEBRIDGE_KOKKOS_GPU
      kokkos.add_prepared("spmv/even_shares", even_shares<T, Exec>);
#endif
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::spmv_experiment
