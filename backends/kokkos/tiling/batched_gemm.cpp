// SPDX-License-Identifier: Apache-2.0
// Many small matrix products: one per index, one per team, or several per team.
#include "catalogue/tiling/batched_gemm.hpp"

#include <cstdint>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::batched_gemm_experiment {
namespace {

/// A batch of row-major matrices, whose size is a part of the type.
template <class T, int size, class Exec>
using Matrices = Unmanaged<T* [size][size], Kokkos::LayoutRight, Exec>;

template <int size, class T, class Exec>
void by_thread(const BatchedGemm<T>& g, const Exec& exec) {
  const Matrices<const T, size, Exec> a(g.a, g.batch), b(g.b, g.batch);
  const Matrices<T, size, Exec> c(g.c, g.batch);
  Kokkos::parallel_for(
      "batched_gemm/thread", RangePolicy<Exec>(exec, 0, g.batch), KOKKOS_LAMBDA(std::int64_t i) {
        for (int y = 0; y < size; ++y) {
          T row[size] = {};
          for (int k = 0; k < size; ++k) {
            const T of_a = a(i, y, k);
            TILEBRIDGE_UNROLL
            for (int x = 0; x < size; ++x) row[x] += of_a * b(i, k, x);
          }
          TILEBRIDGE_UNROLL
          for (int x = 0; x < size; ++x) c(i, y, x) = row[x];
        }
      });
}

template <class T, class Exec>
void thread(const BatchedGemm<T>& g, const Exec& exec) {
  with_matrix_size(g.size, [&](auto size) { by_thread<decltype(size)::value>(g, exec); });
}

template <int size, class T, class Exec>
void by_team(const BatchedGemm<T>& g, const Exec& exec) {
  using Tile = Scratch<T[size][size], Exec>;  // __shared__ T a[size][size]
  const Matrices<const T, size, Exec> a(g.a, g.batch), b(g.b, g.batch);
  const Matrices<T, size, Exec> c(g.c, g.batch);

  // Without a bound, a thread may take too many registers for a team of 32 × 32.
  Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<1024>> policy(exec, g.batch, team_of<Exec, size>,
                                                              size);
  policy.set_scratch_size(0, Kokkos::PerTeam(2 * Tile::shmem_size()));
  Kokkos::parallel_for(
      "batched_gemm/team", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile a_tile(team.team_scratch(0));
        const Tile b_tile(team.team_scratch(0));
        const int i = team.league_rank();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, size), [&](int y) {      // threadIdx.y
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, size), [&](int x) {  // threadIdx.x
            a_tile(y, x) = a(i, y, x);
            b_tile(y, x) = b(i, y, x);
          });
        });
        team.team_barrier();  // __syncthreads()
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, size), [&](int y) {
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, size), [&](int x) {
            T sum = 0;
            for (int k = 0; k < size; ++k) sum += a_tile(y, k) * b_tile(k, x);
            c(i, y, x) = sum;
          });
        });
      });
}

template <class T, class Exec>
void team(const BatchedGemm<T>& g, const Exec& exec) {
  with_matrix_size(g.size, [&](auto size) { by_team<decltype(size)::value>(g, exec); });
}

template <int size, class T, class Exec>
void by_block(const BatchedGemm<T>& g, const Exec& exec) {
  using Block = PackedMatrices<size>;
  using Tile = Scratch<T[Block::matrices][size][size], Exec>;
  const Matrices<const T, size, Exec> a(g.a, g.batch), b(g.b, g.batch);
  const Matrices<T, size, Exec> c(g.c, g.batch);
  const int batch = g.batch;

  Kokkos::TeamPolicy<Exec> policy(exec, ceil_div(batch, Block::matrices),
                                  team_of<Exec, Block::threads>);
  policy.set_scratch_size(0, Kokkos::PerTeam(2 * Tile::shmem_size()));
  Kokkos::parallel_for(
      "batched_gemm/packed", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile a_tile(team.team_scratch(0));
        const Tile b_tile(team.team_scratch(0));
        const int first = team.league_rank() * Block::matrices;
        const auto range = Kokkos::TeamThreadRange(team, Block::elements);
        Kokkos::parallel_for(range, [&](int e) {
          const int m = e / (size * size), y = e / size % size, x = e % size;
          if (first + m >= batch) return;
          a_tile(m, y, x) = a(first + m, y, x);
          b_tile(m, y, x) = b(first + m, y, x);
        });
        team.team_barrier();  // __syncthreads()
        Kokkos::parallel_for(range, [&](int e) {
          const int m = e / (size * size), y = e / size % size, x = e % size;
          if (first + m >= batch) return;
          T sum = 0;
          for (int k = 0; k < size; ++k) sum += a_tile(m, y, k) * b_tile(m, k, x);
          c(first + m, y, x) = sum;
        });
      });
}

template <class T, class Exec>
void packed(const BatchedGemm<T>& g, const Exec& exec) {
  with_matrix_size(g.size, [&](auto size) { by_block<decltype(size)::value>(g, exec); });
}

template <int size, class T, class Exec>
void by_team_by_index(const BatchedGemm<T>& g, const Exec& exec) {
  using Tile = Scratch<T[size][size], Exec>;  // __shared__ T a[size][size]
  const Matrices<const T, size, Exec> a(g.a, g.batch), b(g.b, g.batch);
  const Matrices<T, size, Exec> c(g.c, g.batch);

  Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<1024>> policy(exec, g.batch, size * size);
  policy.set_scratch_size(0, Kokkos::PerTeam(2 * Tile::shmem_size()));
  Kokkos::parallel_for(
      "batched_gemm/team_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile a_tile(team.team_scratch(0));
        const Tile b_tile(team.team_scratch(0));
        const int i = team.league_rank();
        const int y = team.team_rank() / size, x = team.team_rank() % size;
        a_tile(y, x) = a(i, y, x);
        b_tile(y, x) = b(i, y, x);
        team.team_barrier();  // __syncthreads()
        T sum = 0;
        for (int k = 0; k < size; ++k) sum += a_tile(y, k) * b_tile(k, x);
        c(i, y, x) = sum;
      });
}

template <class T, class Exec>
void team_by_index(const BatchedGemm<T>& g, const Exec& exec) {
  with_matrix_size(g.size, [&](auto size) { by_team_by_index<decltype(size)::value>(g, exec); });
}

template <int size, class T, class Exec>
void by_block_by_index(const BatchedGemm<T>& g, const Exec& exec) {
  using Block = PackedMatrices<size>;
  using Tile = Scratch<T[Block::matrices][size][size], Exec>;
  const Matrices<const T, size, Exec> a(g.a, g.batch), b(g.b, g.batch);
  const Matrices<T, size, Exec> c(g.c, g.batch);
  const int batch = g.batch;

  Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(ceil_div(batch, Block::matrices)),
                                  Block::threads);
  policy.set_scratch_size(0, Kokkos::PerTeam(2 * Tile::shmem_size()));
  Kokkos::parallel_for(
      "batched_gemm/packed_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile a_tile(team.team_scratch(0));
        const Tile b_tile(team.team_scratch(0));
        const int first = team.league_rank() * Block::matrices;
        for (int e = team.team_rank(); e < Block::elements; e += Block::threads) {
          const int m = e / (size * size), y = e / size % size, x = e % size;
          if (first + m >= batch) continue;
          a_tile(m, y, x) = a(first + m, y, x);
          b_tile(m, y, x) = b(first + m, y, x);
        }
        team.team_barrier();  // __syncthreads()
        for (int e = team.team_rank(); e < Block::elements; e += Block::threads) {
          const int m = e / (size * size), y = e / size % size, x = e % size;
          if (first + m >= batch) continue;
          T sum = 0;
          for (int k = 0; k < size; ++k) sum += a_tile(m, y, k) * b_tile(m, k, x);
          c(first + m, y, x) = sum;
        }
      });
}

template <class T, class Exec>
void packed_by_index(const BatchedGemm<T>& g, const Exec& exec) {
  with_matrix_size(g.size, [&](auto size) { by_block_by_index<decltype(size)::value>(g, exec); });
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("batched_gemm/thread", thread<T, Exec>);
    kokkos.add("batched_gemm/team", team<T, Exec>);
    kokkos.add("batched_gemm/packed", packed<T, Exec>);
    if constexpr (!is_host<Exec>) {
      by_index.add("batched_gemm/team", team_by_index<T, Exec>);
      by_index.add("batched_gemm/packed", packed_by_index<T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::batched_gemm_experiment
