// SPDX-License-Identifier: Apache-2.0
// Teams walk through tiles, each staged by one range and used by another, or both in one range over
// two tiles. By index, and rewritten: a thread keeps what it loads in registers.
#include "catalogue/tiling/async_copy.hpp"

#include <cstdint>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

#ifdef KOKKOS_ENABLE_CUDA
#include <cuda_pipeline.h>
#endif

namespace tilebridge::kokkos::async_copy_experiment {
namespace {

constexpr int tile = TileSums<float>::tile;
constexpr int block_size = TileSums<float>::block_size;
constexpr int per_thread = TileSums<float>::per_thread;

template <class T, class Exec>
int teams_for(const TileSums<T>& s, const Exec& exec) {
  return static_cast<int>(s.blocks(static_cast<std::size_t>(exec.concurrency())));
}

/// The sum of element t of the tile that begins at `begin` in `cache`.
template <class T, class Cache>
KOKKOS_INLINE_FUNCTION T sum_of(const Cache& cache, int begin, int t, int uses) {
  T sum = 0;
  for (int k = 0; k < uses; ++k) sum = TileSums<T>::factor * sum + cache(begin + (t + k) % tile);
  return sum;
}

template <class T, class Exec>
void staged(const TileSums<T>& s, const Exec& exec) {
  using Cache = Scratch<T[tile], Exec>;  // __shared__ T cache[tile]
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  const std::int64_t n = s.n;
  const int uses = s.uses, teams = teams_for(s, exec);
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Cache::shmem_size()));
  Kokkos::parallel_for(
      "async_copy/staged", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Cache cache(team.team_scratch(0));
        const auto threads = Kokkos::TeamThreadRange(team, tile);
        const std::int64_t apart = std::int64_t{tile} * team.league_size();
        for (std::int64_t first = std::int64_t{tile} * team.league_rank(); first < n;
             first += apart) {
          Kokkos::parallel_for(threads,
                               [&](int t) { cache(t) = first + t < n ? in(first + t) : 0; });
          team.team_barrier();  // __syncthreads()
          Kokkos::parallel_for(threads, [&](int t) {
            if (first + t < n) out(first + t) = sum_of<T>(cache, 0, t, uses);
          });
          team.team_barrier();
        }
      });
}

template <class T, class Exec>
void staged_double(const TileSums<T>& s, const Exec& exec) {
  using Cache = Scratch<T[2 * tile], Exec>;
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  const std::int64_t n = s.n;
  const int uses = s.uses, teams = teams_for(s, exec);
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Cache::shmem_size()));
  Kokkos::parallel_for(
      "async_copy/staged_double", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Cache cache(team.team_scratch(0));
        const auto threads = Kokkos::TeamThreadRange(team, tile);
        const std::int64_t apart = std::int64_t{tile} * team.league_size();
        std::int64_t first = std::int64_t{tile} * team.league_rank();
        Kokkos::parallel_for(threads, [&](int t) { cache(t) = first + t < n ? in(first + t) : 0; });
        team.team_barrier();
        for (int turn = 0; first < n; first += apart, turn = 1 - turn) {
          Kokkos::parallel_for(threads, [&](int t) {
            const T held = first + apart + t < n ? in(first + apart + t) : 0;
            const T sum = sum_of<T>(cache, turn * tile, t, uses);
            if (first + t < n) out(first + t) = sum;
            cache((1 - turn) * tile + t) = held;
          });
          team.team_barrier();
        }
      });
}

/// Loads a thread's elements of the tile that begins at `first`.
template <class T, class Exec>
KOKKOS_INLINE_FUNCTION void load(const Vector<const T, Exec>& in, std::int64_t first, int thread,
                                 T (&held)[per_thread]) {
  for (int j = 0; j < per_thread; ++j) {
    const std::size_t i = first + thread + j * block_size;
    held[j] = i < in.extent(0) ? in(i) : 0;
  }
}

/// Stores the sums over the tile in `cache`.
template <class T, class Exec>
KOKKOS_INLINE_FUNCTION void use(const T* cache, int uses, const Vector<T, Exec>& out,
                                std::int64_t first, int thread) {
  T sums[per_thread] = {};
  for (int k = 0; k < uses; ++k)
    for (int j = 0; j < per_thread; ++j)
      sums[j] = TileSums<T>::factor * sums[j] + cache[(thread + j * block_size + k) % tile];
  for (int j = 0; j < per_thread; ++j) {
    const std::size_t i = first + thread + j * block_size;
    if (i < out.extent(0)) out(i) = sums[j];
  }
}

template <class T, class Exec>
void staged_by_index(const TileSums<T>& s, const Exec& exec) {
  using Cache = Scratch<T[tile], Exec>;  // __shared__ T cache[tile]
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  const std::int64_t n = s.n;
  const int uses = s.uses, teams = teams_for(s, exec);
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Cache::shmem_size()));
  Kokkos::parallel_for(
      "async_copy/staged_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Cache cache(team.team_scratch(0));
        const int thread = team.team_rank();
        const std::int64_t apart = std::int64_t{tile} * team.league_size();
        for (std::int64_t first = std::int64_t{tile} * team.league_rank(); first < n;
             first += apart) {
          T held[per_thread];
          load<T, Exec>(in, first, thread, held);
          team.team_barrier();  // the tile before has been used
          for (int j = 0; j < per_thread; ++j) cache(thread + j * block_size) = held[j];
          team.team_barrier();
          use<T, Exec>(cache.data(), uses, out, first, thread);
        }
      });
}

template <class T, class Exec>
void staged_double_by_index(const TileSums<T>& s, const Exec& exec) {
  using Cache = Scratch<T[2][tile], Exec>;
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  const std::int64_t n = s.n;
  const int uses = s.uses, teams = teams_for(s, exec);
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Cache::shmem_size()));
  Kokkos::parallel_for(
      "async_copy/staged_double_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Cache cache(team.team_scratch(0));
        const int thread = team.team_rank();
        const std::int64_t apart = std::int64_t{tile} * team.league_size();
        std::int64_t first = std::int64_t{tile} * team.league_rank();
        T held[per_thread];
        load<T, Exec>(in, first, thread, held);
        for (int j = 0; j < per_thread; ++j) cache(0, thread + j * block_size) = held[j];
        team.team_barrier();
        int turn = 0;
        for (; first < n; first += apart) {
          load<T, Exec>(in, first + apart, thread, held);  // arrives while this tile is used
          use<T, Exec>(&cache(turn, 0), uses, out, first, thread);
          turn = 1 - turn;
          for (int j = 0; j < per_thread; ++j) cache(turn, thread + j * block_size) = held[j];
          team.team_barrier();
        }
      });
}

using namespace techniques;

/// The elements of a tile that one thread loads.
template <class T>
struct Held {
  T values[per_thread];
};

template <class T, class Exec>
struct Arrays {
  Vector<const T, Exec> in;
  Vector<T, Exec> out;
  int uses;

  explicit Arrays(const TileSums<T>& s) : in(s.in, s.n), out(s.out, s.n), uses(s.uses) {}

  /// The first elements of a team's first tile, and of the next one after that.
  KOKKOS_FUNCTION static std::size_t first_tile(const TeamMember<Exec>& team) {
    return static_cast<std::size_t>(team.league_rank()) * tile;
  }
  KOKKOS_FUNCTION static std::size_t tiles_apart(const TeamMember<Exec>& team) {
    return static_cast<std::size_t>(team.league_size()) * tile;
  }

  KOKKOS_FORCEINLINE_FUNCTION Held<T> load(std::size_t first, int thread) const {
    Held<T> held;
    unrolled<per_thread>([&](int j) {
      const std::size_t i = first + static_cast<std::size_t>(thread + j * block_size);
      held.values[j] = i < in.extent(0) ? in(i) : 0;
    });
    return held;
  }

  KOKKOS_FORCEINLINE_FUNCTION static void store(const Held<T>& held, int thread, T* cache) {
    unrolled<per_thread>([&](int j) { cache[thread + j * block_size] = held.values[j]; });
  }

  /// Stores the sums over the tile in `cache`. nvcc unrolls the loop of the native kernel by 32,
  /// and this one by 7 if it is not told to.
  KOKKOS_FORCEINLINE_FUNCTION void use(const T* cache, std::size_t first, int thread) const {
    Held<T> sums = {};
    TILEBRIDGE_UNROLL_BY(32)
    for (int k = 0; k < uses; ++k)
      unrolled<per_thread>([&](int j) {
        const auto at = static_cast<unsigned>(thread + j * block_size + k);
        sums.values[j] = TileSums<T>::factor * sums.values[j] + cache[at % tile];
      });
    unrolled<per_thread>([&](int j) {
      const std::size_t i = first + static_cast<std::size_t>(thread + j * block_size);
      if (i < out.extent(0)) out(i) = sums.values[j];
    });
  }
};

template <class T, class Exec>
struct Staged : Arrays<T, Exec> {
  using Arrays<T, Exec>::Arrays;
  using Cache = Scratch<T[tile], Exec>;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto cache = scratch<Cache>(team);
    PerThread<Exec, Held<T>, block_size> held;
    const std::size_t apart = this->tiles_apart(team);
    for (std::size_t first = this->first_tile(team); first < this->in.extent(0); first += apart) {
      for_each_thread<Exec, block_size>(
          team, [&](int thread) { held(thread) = this->load(first, thread); });
      team.team_barrier();  // the tile before has been used
      for_each_thread<Exec, block_size>(
          team, [&](int thread) { this->store(held(thread), thread, cache.data()); });
      team.team_barrier();
      for_each_thread<Exec, block_size>(
          team, [&](int thread) { this->use(cache.data(), first, thread); });
    }
  }
};

template <class T, class Exec>
struct StagedDouble : Arrays<T, Exec> {
  using Arrays<T, Exec>::Arrays;
  using Cache = Scratch<T[2][tile], Exec>;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto cache = scratch<Cache>(team);
    const std::size_t apart = this->tiles_apart(team);
    std::size_t first = this->first_tile(team);
    for_each_thread<Exec, block_size>(
        team, [&](int thread) { this->store(this->load(first, thread), thread, cache.data()); });
    team.team_barrier();
    int turn = 0;
    for (; first < this->in.extent(0); first += apart) {
      T* const current = cache.data() + turn * tile;
      T* const next = cache.data() + (1 - turn) * tile;
      for_each_thread<Exec, block_size>(team, [&](int thread) {
        const Held<T> held = this->load(first + apart, thread);  // arrives while this tile is used
        this->use(current, first, thread);
        this->store(held, thread, next);
      });
      team.team_barrier();  // this tile has been used, the next one is complete
      turn = 1 - turn;
    }
  }
};

/// Teams per SM: the number that the native kernels' registers allow. Without launch bounds half of
/// these teams fit.
template <class T>
constexpr int blocks_wanted = sizeof(T) == 4 ? 8 : 6;

template <class Functor, class T, class Exec>
void launch_in_teams(const TileSums<T>& s, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size, blocks_wanted<T>>;
  const int teams = teams_for(s, exec);
  if (teams == 0) return;
  auto policy = team_policy<Policy>(exec, static_cast<std::size_t>(teams), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::Cache::shmem_size()));
  Kokkos::parallel_for("async_copy", policy, Functor(s));
}

#ifdef TILEBRIDGE_KOKKOS_GPU
#ifdef KOKKOS_ENABLE_CUDA
constexpr kernels::Feature async_copies = {};

/// A View of aligned vectors begins where cp.async can store them.
template <class T>
struct CpAsyncDouble : Arrays<T, GpuExecution> {
  using Arrays<T, GpuExecution>::Arrays;
  static constexpr int width = pack_width<T>;
  using Cache = Scratch<Pack<T>[2][tile / width], GpuExecution>;

  KOKKOS_FUNCTION void operator()(const TeamMember<GpuExecution>& team) const {
    T* const cache = reinterpret_cast<T*>(scratch<Cache>(team).data());
    const int thread = thread_rank(team);
    const std::size_t apart = this->tiles_apart(team);
    std::size_t first = this->first_tile(team);
    start(first, thread, cache);
    int turn = 0;
    for (; first < this->in.extent(0); first += apart) {
      KOKKOS_IF_ON_DEVICE((__pipeline_wait_prior(0);))
      team.team_barrier();  // this tile is complete, the one before has been used
      start(first + apart, thread, cache + (1 - turn) * tile);
      this->use(cache + turn * tile, first, thread);
      turn = 1 - turn;
    }
  }

 private:
  /// Starts copying the tile, if there is one. A last tile that is not whole is loaded.
  KOKKOS_FORCEINLINE_FUNCTION void start(std::size_t first, int thread, T* to) const {
    const std::size_t n = this->in.extent(0);
    if (first + tile <= n)
      unrolled<per_thread / width>(
          [&](int pass) { copy(first, (thread + pass * block_size) * width, to); });
    else if (first < n)
      this->store(this->load(first, thread), thread, to);
    KOKKOS_IF_ON_DEVICE((__pipeline_commit();))
  }

  KOKKOS_FORCEINLINE_FUNCTION void copy(std::size_t first, int t, T* to) const {
    [[maybe_unused]] const T* const from = &this->in(first + static_cast<std::size_t>(t));
    KOKKOS_IF_ON_DEVICE((__pipeline_memcpy_async(to + t, from, 16);))
  }
};

template <class T>
void cp_async_double(const TileSums<T>& s, const GpuExecution& exec) {
  launch_in_teams<CpAsyncDouble<T>>(s, exec);
}
#else
constexpr kernels::Feature async_copies = {false,
                                           "HIP has no asynchronous copies to shared memory"};

template <class T>
void cp_async_double(const TileSums<T>&, const GpuExecution&) {}
#endif
#endif

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("async_copy/staged", staged<T, Exec>);
    kokkos.add("async_copy/staged_double", staged_double<T, Exec>);
    kokkos.add("async_copy/staged_rewritten", launch_in_teams<Staged<T, Exec>, T, Exec>);
    kokkos.add("async_copy/staged_double_rewritten",
               launch_in_teams<StagedDouble<T, Exec>, T, Exec>);
    if constexpr (!is_host<Exec>) {
      by_index.add("async_copy/staged", staged_by_index<T, Exec>);
      by_index.add("async_copy/staged_double", staged_double_by_index<T, Exec>);
#ifdef TILEBRIDGE_KOKKOS_GPU
      kokkos.add("async_copy/cp_async_double_rewritten", cp_async_double<T>, async_copies);
#endif
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::async_copy_experiment
