// SPDX-License-Identifier: Apache-2.0
// One average per thread; the variants differ in where its three elements are read. In the
// tuned variant each thread computes a vector of averages.
#include "catalogue/tiling/smooth.hpp"

#include <cmath>
#include <cstdint>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::smooth_experiment {
namespace {

template <class T, class Exec>
void direct(const Smooth<T>& s, const Exec& exec) {
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  if (s.n <= 2) return;
  Kokkos::parallel_for(
      "smooth/direct", RangePolicy<Exec>(exec, 1, static_cast<std::int64_t>(s.n) - 1),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = (in(i - 1) + in(i) + in(i + 1)) / 3; });
}

constexpr int block_size = Smooth<float>::block_size;

template <class T, class Exec>
void tile_halo(const Smooth<T>& s, const Exec& exec) {
  using Tile = Scratch<T[block_size + 2], Exec>;  // __shared__; one element more on either side
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  if (s.n <= 2) return;

  Kokkos::TeamPolicy<Exec> policy(exec, ceil_div(s.n - 2, block_size), team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Tile::shmem_size()));
  Kokkos::parallel_for(
      "smooth/tile_halo", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile tile(team.team_scratch(0));
        const std::size_t first = std::size_t{block_size} * team.league_rank();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size + 2), [&](int t) {
          if (first + t < s.n) tile(t) = in(first + t);
        });
        team.team_barrier();  // __syncthreads()
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int t) {
          if (first + t + 2 < s.n) out(first + t + 1) = (tile(t) + tile(t + 1) + tile(t + 2)) / 3;
        });
      });
}

template <class T, class Exec>
void tile_halo_by_index(const Smooth<T>& s, const Exec& exec) {
  using Tile = Scratch<T[block_size + 2], Exec>;  // __shared__; one element more on either side
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  if (s.n <= 2) return;

  Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(ceil_div(s.n - 2, block_size)),
                                  block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Tile::shmem_size()));
  Kokkos::parallel_for(
      "smooth/tile_halo_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile tile(team.team_scratch(0));
        const int thread = team.team_rank();
        const std::size_t i = std::size_t{block_size} * team.league_rank() + thread + 1;
        if (i < s.n) tile(thread + 1) = in(i);
        if (thread == 0) tile(0) = in(i - 1);
        if (thread == block_size - 1 && i + 1 < s.n) tile(block_size + 1) = in(i + 1);
        team.team_barrier();  // __syncthreads()
        if (i < s.n - 1) out(i) = (tile(thread) + tile(thread + 1) + tile(thread + 2)) / 3;
      });
}

using namespace techniques;

template <class Exec, class T>
struct Arrays {
  Vector<const T, Exec> in;
  Vector<T, Exec> out;
  std::size_t n;

  explicit Arrays(const Smooth<T>& s) : in(s.in, s.n), out(s.out, s.n), n(s.n) {}

  /// The element that a team's thread writes.
  KOKKOS_FUNCTION static std::size_t index(const TeamMember<Exec>& team, int thread) {
    return static_cast<std::size_t>(team.league_rank()) * block_size +
           static_cast<std::size_t>(thread) + 1;
  }
};

template <class Exec, class T>
struct Direct : Arrays<Exec, T> {
  using Arrays<Exec, T>::Arrays;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const std::size_t i = this->index(team, thread);
      if (i < this->n - 1) this->out(i) = (this->in(i - 1) + this->in(i) + this->in(i + 1)) / 3;
    });
  }

  static std::size_t scratch_bytes() { return 0; }
};

template <class Exec, class T>
struct TileHalo : Arrays<Exec, T> {
  using Arrays<Exec, T>::Arrays;
  using Tile = Scratch<T[block_size + 2], Exec>;  // one extra element on either side

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto tile = scratch<Tile>(team);
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const std::size_t i = this->index(team, thread);
      const bool has_left = thread == 0;
      const bool has_right = (thread == block_size - 1) & (i + 1 < this->n);
      const T own = i < this->n ? this->in(i) : 0;
      const T left = has_left ? this->in(i - 1) : 0;
      const T right = has_right ? this->in(i + 1) : 0;
      tile(thread + 1) = own;
      if (has_left) tile(0) = left;
      if (has_right) tile(block_size + 1) = right;
    });
    team.team_barrier();
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const std::size_t i = this->index(team, thread);
      if (i < this->n - 1) this->out(i) = (tile(thread) + tile(thread + 1) + tile(thread + 2)) / 3;
    });
  }

  static std::size_t scratch_bytes() { return Tile::shmem_size(); }
};

template <class Functor, class T, class Exec>
void launch_in_teams(const Smooth<T>& s, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size>;
  if (s.n <= 2) return;
  auto policy = team_policy<Policy>(exec, ceil_div(s.n - 2, block_size), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::scratch_bytes()));
  Kokkos::parallel_for("smooth", policy, Functor(s));
}

constexpr int vector_block_size = Smooth<float>::vector_block_size;
constexpr int vector_blocks_wanted = 16;  // all 2048 threads of an SM

/// Pack v < last has both neighbours: one element of each is enough, and it is in L1.
template <class Exec, class T>
struct VectorDirect : Arrays<Exec, T> {
  static constexpr int width = pack_width<T>;

  using Arrays<Exec, T>::Arrays;

  /// Gives the quotient of `/`, rounded to nearest, in three instructions: the remainder
  /// corrects the product with the reciprocal (P. Markstein, IBM J. Res. Dev. 34(1), 1990).
  KOKKOS_FUNCTION static T average(T a, T b, T c) {
    constexpr T reciprocal = T{1} / T{3};
    const T sum = a + b + c;
    const T quotient = sum * reciprocal;
    return std::fma(std::fma(T{-3}, quotient, sum), reciprocal, quotient);
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t v = static_cast<std::size_t>(team.league_rank()) * vector_block_size +
                          static_cast<std::size_t>(thread_rank(team));
    const std::size_t last = (this->n - 1) / width;
    if (v > 0 && v < last) average_pack(width * v);
    if (v < width - 1) average_rest(v + 1, width * last + v);
  }

  /// Starts at element `first`. Uses a single pointer: a View of Packs in addition to that of
  /// elements would need another address.
  KOKKOS_FUNCTION void average_pack(std::size_t first) const {
    const T* here = &this->in(first);
    const Pack<T> middle = *reinterpret_cast<const Pack<T>*>(here);
    T m[width + 2];
    m[0] = here[-1];
    for (int j = 0; j < width; ++j) m[j + 1] = middle.values[j];
    m[width + 1] = here[width];
    Pack<T> averages;
    for (int j = 0; j < width; ++j) averages.values[j] = average(m[j], m[j + 1], m[j + 2]);
    *reinterpret_cast<Pack<T>*>(&this->out(first)) = averages;
  }

  /// `head` is an element of the first Pack, `tail` one of the remainder of the last.
  KOKKOS_FUNCTION void average_rest(std::size_t head, std::size_t tail) const {
    const auto store_average = [&](std::size_t i) {
      this->out(i) = average(this->in(i - 1), this->in(i), this->in(i + 1));
    };
    if (head < this->n - 1) store_average(head);
    if (tail >= width && tail < this->n - 1) store_average(tail);
  }
};

template <class T, class Exec>
void vector_direct(const Smooth<T>& s, const Exec& exec) {
  using Policy = TeamPolicy<Exec, vector_block_size, vector_blocks_wanted>;
  const std::size_t league = ceil_div(s.n, std::size_t{pack_width<T>} * vector_block_size);
  if (s.n > 2)
    Kokkos::parallel_for("smooth/vector_direct",
                         team_policy<Policy>(exec, league, vector_block_size),
                         VectorDirect<Exec, T>(s));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("smooth/direct", direct<T, Exec>);
    kokkos.add("smooth/tile_halo", tile_halo<T, Exec>);
    kokkos.add("smooth/direct_rewritten", launch_in_teams<Direct<Exec, T>, T, Exec>);
    kokkos.add("smooth/tile_halo_rewritten", launch_in_teams<TileHalo<Exec, T>, T, Exec>);
    if constexpr (!is_host<Exec>) {
      kokkos.add("smooth/vector_direct", vector_direct<T, Exec>);
      by_index.add("smooth/tile_halo", tile_halo_by_index<T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::smooth_experiment
