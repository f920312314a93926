// SPDX-License-Identifier: Apache-2.0
// A row per index of a RangePolicy, or per thread of a team, with vector lanes for its entries.
// Rewritten: as many entries per team, whatever rows they are of (even_shares).
#include "catalogue/coalescing/spmv.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
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

using namespace techniques;

constexpr int threads = SpmvShares::threads;
constexpr int share = SpmvShares::share;

template <class T>
using Carry = SpmvShares::Carry<T>;

template <class T, class Exec>
struct EvenShares {
  static constexpr int width = pack_width<T>;
  static constexpr int packs = SpmvShares::each / width;
  using Products = Scratch<Pack<T>[share / width], Exec>;
  using Sums = Scratch<T[threads], Exec>;
  using Found = Scratch<int[2], Exec>;

  int rows, entries;
  Vector<const int, Exec> offsets, columns;
  Vector<const T, Exec> values, x;
  Vector<const Pack<int, width>, Exec> column_packs;
  Vector<const Pack<T>, Exec> value_packs;
  Vector<T, Exec> y;
  OwnedVector<Carry<T>, Exec> carries;

  EvenShares(const CsrProduct<T>& a, const OwnedVector<Carry<T>, Exec>& carried)
      : rows(a.rows),
        entries(a.entries),
        offsets(a.offsets, a.rows + 1),
        columns(a.columns, a.entries),
        values(a.values, a.entries),
        x(a.x, a.rows),
        column_packs(reinterpret_cast<const Pack<int, width>*>(a.columns), a.entries / width),
        value_packs(reinterpret_cast<const Pack<T>*>(a.values), a.entries / width),
        y(a.y, a.rows),
        carries(carried) {}

  static std::size_t scratch_bytes() {
    return Products::shmem_size() + Sums::shmem_size() + Found::shmem_size();
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Products products = scratch<Products>(team);
    const Sums sums = scratch<Sums>(team);
    const Found found = scratch<Found>(team);
    const int first = team.league_rank() * share;
    const int last = first + share < entries ? first + share : entries;
    if (last - first == share)
      multiply_vectors(thread_rank(team), first, products);
    else
      multiply_each(thread_rank(team), first, last, products);
    find_rows_before(team, first, last, found);  // its barriers are for the products, too
    const int rows_end = last == entries ? rows : found(1) + 1;
    sum_rows(team, {first, last, found(0), rows_end}, products, sums);
  }

 private:
  struct Part {
    int first, last;          // entries of the share
    int first_row, rows_end;  // rows of these entries
  };

  /// Stores a whole share's products. All loads of a kind are in flight at once.
  KOKKOS_FUNCTION void multiply_vectors(int thread, int first, const Products& products) const {
    Pack<int, width> from[packs];
    Pack<T> product[packs];
    TILEBRIDGE_UNROLL
    for (int k = 0; k < packs; ++k) {
      from[k] = column_packs(first / width + k * threads + thread);
      product[k] = value_packs(first / width + k * threads + thread);
    }
    TILEBRIDGE_UNROLL
    for (int k = 0; k < packs; ++k) {
      TILEBRIDGE_UNROLL
      for (int j = 0; j < width; ++j) product[k].values[j] *= x(from[k].values[j]);
    }
    TILEBRIDGE_UNROLL
    for (int k = 0; k < packs; ++k) products(k * threads + thread) = product[k];
  }

  /// Stores the products of the last share, which may be shorter than the others.
  KOKKOS_FUNCTION void multiply_each(int thread, int first, int last,
                                     const Products& products) const {
    for (int k = thread; k < last - first; k += threads)
      products(k / width).values[k % width] = values(first + k) * x(columns(first + k));
  }

  /// Finds the last rows that begin before the entries `first` and `last`, row 0 where none does.
  /// Half of a team's threads search for each. In every pass, the rows that remain are divided
  /// among these threads, and one of them finds the row among its own.
  KOKKOS_FUNCTION void find_rows_before(const TeamMember<Exec>& team, int first, int last,
                                        const Found& found) const {
    constexpr int searchers = threads / 2;
    const int which = thread_rank(team) / searchers;
    const int searcher = thread_rank(team) % searchers;
    const int entry = which == 0 ? first : last;
    if (searcher == 0) found(which) = 0;
    for (int count = rows; count > 1;) {
      count = (count + searchers - 1) / searchers;
      team.team_barrier();
      const int wanted = found(which) + searcher * count;
      const int begin = wanted < rows ? wanted : rows;
      const int end = begin + count < rows ? begin + count : rows;
      team.team_barrier();  // all threads have read what one of them replaces
      if (offsets(begin) < entry && entry <= offsets(end)) found(which) = begin;
    }
    team.team_barrier();
  }

  /// Sums as many rows at a time as there are threads for, with up to 32 lanes each. There is no
  /// portable shuffle: the lanes' sums go through scratch memory, from which the first one adds
  /// them.
  KOKKOS_FUNCTION void sum_rows(const TeamMember<Exec>& team, const Part& part,
                                const Products& products, const Sums& sums) const {
    int log = 0;
    while (log < 5 && (part.rows_end - part.first_row) << (log + 1) <= threads) ++log;
    const int thread = thread_rank(team), lanes = 1 << log, lane = thread & (lanes - 1);
    for (int next = part.first_row; next < part.rows_end; next += threads >> log) {
      const int row = next + (thread >> log);
      sums(thread) = row < part.rows_end ? sum_of_lane(part, row, lane, lanes, products) : 0;
      team.team_barrier();
      if (row < part.rows_end && lane == 0) {
        T sum = 0;
        for (int k = 0; k < lanes; ++k) sum += sums(thread + k);
        store(team.league_rank(), part, row, sum);
      }
      team.team_barrier();
    }
  }

  KOKKOS_FUNCTION T sum_of_lane(const Part& part, int row, int lane, int lanes,
                                const Products& products) const {
    const T* const of_part = products.data()->values;
    const int begin = offsets(row) > part.first ? offsets(row) : part.first;
    const int end = offsets(row + 1) < part.last ? offsets(row + 1) : part.last;
    T sum = 0;
    for (int k = begin + lane; k < end; k += lanes) sum += of_part[k - part.first];
    return sum;
  }

  KOKKOS_FUNCTION void store(int block, const Part& part, int row, T sum) const {
    if (row == part.first_row && part.first > 0)
      carries(block) = {sum, row};
    else
      y(row) = sum;
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

template <class T, class Exec>
auto even_shares(const CsrProduct<T>& a, const Exec& exec) {
  using Functor = EvenShares<T, Exec>;
  const int teams = SpmvShares::blocks(a.entries);
  const OwnedVector<Carry<T>, Exec> carries(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "carries"), teams);
  return [=] {
    auto policy = team_policy<TeamPolicy<Exec, threads>>(exec, teams, threads);
    policy.set_scratch_size(0, Kokkos::PerTeam(Functor::scratch_bytes()));
    if (a.rows == 0) return;
    Kokkos::parallel_for("spmv/even_shares", policy, Functor(a, carries));
    if (teams > 1) add_carries<T, Exec>(carries, Vector<T, Exec>(a.y, a.rows), exec);
  };
}

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
      kokkos.add_prepared("spmv/even_shares", even_shares<T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::spmv_experiment
