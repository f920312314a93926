// SPDX-License-Identifier: Apache-2.0
// Sums of neighbouring elements by Kokkos's own reductions, on GPUs only: a thread contributes one
// value to its team's sum. The rewritten kernels sum in two steps through scratch memory, or by
// the shuffles of CUDA (or HIP).
#include "catalogue/idioms/team_sums.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/idioms/teams.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::team_sums_experiment {
namespace {

using namespace techniques;

constexpr int block_size = TeamSums<float>::block_size;
constexpr int lanes = TeamSums<float>::warp_size;
constexpr int warps = TeamSums<float>::warps;

template <class T, class Exec>
struct ByTeamReduce {
  KOKKOS_FUNCTION explicit ByTeamReduce(const Team<Exec>&) {}
  static std::size_t scratch_bytes() { return 0; }

  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION T sum(const Team<Exec>& team, const Value& value) const {
    T sum = value(thread_rank(team));
    team.team_reduce(Kokkos::Sum<T>(sum));
    return sum;
  }
};

template <class T, class Exec>
struct ByNestedReduce {
  KOKKOS_FUNCTION explicit ByNestedReduce(const Team<Exec>&) {}
  static std::size_t scratch_bytes() { return 0; }

  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION T sum(const Team<Exec>& team, const Value& value) const {
    T sum = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamThreadRange(team, block_size),
        [&](int thread, T& part) { part += value(thread); }, sum);
    return sum;
  }
};

template <class T, class Exec>
class InTwoSteps {
 public:
  KOKKOS_FUNCTION explicit InTwoSteps(const Team<Exec>& team) : sums_(scratch<Sums>(team)) {}
  static std::size_t scratch_bytes() { return Sums::shmem_size(); }

  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION T sum(const Team<Exec>& team, const Value& value) const {
    const T sum = Steps::sum(team, sums_, value);
    team.team_barrier();  // the next sum is in the same scratch memory
    return sum;
  }

 private:
  using Steps = TwoSteps<Exec, block_size, T>;
  using Sums = typename Steps::Sums;

  Sums sums_;
};

/// Idiom::sum(team, value) returns the sum of value(thread) over a team's 256 threads, at least to
/// thread 0, in Idiom::scratch_bytes() of scratch memory. It can be called again at once.
template <class Idiom, class T, class Exec>
struct SumRows {
  Matrix<const T, Exec> in;
  Vector<T, Exec> out;
  int repeats;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const Idiom idiom(team);
    for (int r = 0; r < repeats; ++r) {
      const int row = team.league_rank() * repeats + r;
      const T sum = idiom.sum(team, [&](int thread) { return in(row, thread); });
      if (thread_rank(team) == 0) out(row) = sum;
    }
  }
};

template <class Idiom, class T, class Exec>
void sum_rows(const TeamSums<T>& s, const Exec& exec) {
  const int rows = s.blocks * s.repeats;
  const Matrix<const T, Exec> in(s.in, rows, block_size);
  const Vector<T, Exec> out(s.out, rows);
  launch_teams(exec, s.blocks, Idiom::scratch_bytes(), SumRows<Idiom, T, Exec>{in, out, s.repeats});
}

/// A warp is a Kokkos thread with 32 vector lanes.
template <class T, class Exec>
void vector_reduce(const TeamSums<T>& s, const Exec& exec) {
  const int rows = s.blocks * s.repeats * warps;
  const int repeats = s.repeats;
  const Matrix<const T, Exec> in(s.in, rows, lanes);
  const Vector<T, Exec> out(s.out, rows);
  const Kokkos::TeamPolicy<Exec> policy(exec, s.blocks, warps, lanes);
  Kokkos::parallel_for(
      "team_sums/vector_reduce", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, warps), [&](int warp) {
          for (int r = 0; r < repeats; ++r) {
            const int row = (team.league_rank() * repeats + r) * warps + warp;
            T sum = 0;
            Kokkos::parallel_reduce(
                Kokkos::ThreadVectorRange(team, lanes),
                [&](int lane, T& part) { part += in(row, lane); }, sum);
            Kokkos::single(Kokkos::PerThread(team), [&] { out(row) = sum; });
          }
        });
      });
}

#ifdef TILEBRIDGE_KOKKOS_GPU
/// Returns the calling lane's index in a ThreadVectorRange of 32.
KOKKOS_FUNCTION int own_lane() {
  KOKKOS_IF_ON_DEVICE((return static_cast<int>(threadIdx.x);))
  KOKKOS_IF_ON_HOST((return 0;))  // never called on the host
}

/// Returns the sum over a Kokkos thread's 32 vector lanes, to the first of them.
template <class T>
KOKKOS_FUNCTION T sum_of_lanes(T value) {
#ifdef KOKKOS_ENABLE_HIP
  KOKKOS_IF_ON_DEVICE((for (int distance = lanes / 2; distance > 0; distance /= 2) value +=
                       __shfl_down(value, distance, lanes);))
#else
  KOKKOS_IF_ON_DEVICE((for (int distance = lanes / 2; distance > 0; distance /= 2) value +=
                       __shfl_down_sync(0xffffffff, value, distance);))
#endif
  return value;
}

template <class T, class Exec>
void vector_reduce_rewritten(const TeamSums<T>& s, const Exec& exec) {
  const int rows = s.blocks * s.repeats * warps;
  const int repeats = s.repeats;
  const Matrix<const T, Exec> in(s.in, rows, lanes);
  const Vector<T, Exec> out(s.out, rows);
  const Kokkos::TeamPolicy<Exec> policy(exec, s.blocks, warps, lanes);
  Kokkos::parallel_for(
      "team_sums/vector_reduce_rewritten", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, warps), [&](int warp) {
          for (int r = 0; r < repeats; ++r) {
            const int row = (team.league_rank() * repeats + r) * warps + warp;
            const T sum = sum_of_lanes(in(row, own_lane()));
            Kokkos::single(Kokkos::PerThread(team), [&] { out(row) = sum; });
          }
        });
      });
}
#endif

/// The result goes into a View: a scalar result would wait for the device.
template <class T, class Exec>
void range_reduce(const TeamSums<T>& s, const Exec& exec) {
  const auto n = static_cast<std::int64_t>(s.blocks) * s.repeats * block_size;
  const Vector<const T, Exec> in(s.in, static_cast<std::size_t>(n));
  const Kokkos::View<T, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>
      result(s.out);
  Kokkos::parallel_reduce(
      "team_sums/range_reduce", RangePolicy<Exec>(exec, 0, n),
      KOKKOS_LAMBDA(std::int64_t i, T & sum) { sum += in(i); }, result);
}

template <class T, class Exec>
using TeamsSum = VectorSum<Exec, block_size, T>;

template <class T, class Exec>
struct SumPieces {
  Matrix<const T, Exec> in;
  Vector<T, Exec> out;  // one element
  int repeats;

  explicit SumPieces(const TeamSums<T>& s)
      : in(s.in, s.blocks * s.repeats, block_size), out(s.out, 1), repeats(s.repeats) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const int first = team.league_rank() * repeats;
    const T sum = TeamsSum<T, Exec>::sum(team, [&](int thread) {
      T part = 0;
      for (int r = 0; r < repeats; ++r) part += in(first + r, thread);
      return part;
    });
    if (team.team_rank() == 0) Kokkos::atomic_add(&out(0), sum);
  }
};

template <class T, class Exec>
void range_reduce_rewritten(const TeamSums<T>& s, const Exec& exec) {
  const SumPieces<T, Exec> functor(s);
  const std::size_t piece = static_cast<std::size_t>(s.repeats) * block_size;
  Kokkos::deep_copy(exec, functor.out, T{0});
  TeamsSum<T, Exec>::launch("team_sums/range_reduce_rewritten", exec,
                            static_cast<std::size_t>(s.blocks) * piece, piece, functor);
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kernels::for_types<float, double>([&]<class T>() {
      kokkos.add("team_sums/team_reduce", sum_rows<ByTeamReduce<T, Exec>, T, Exec>);
      kokkos.add("team_sums/nested_reduce", sum_rows<ByNestedReduce<T, Exec>, T, Exec>);
      kokkos.add("team_sums/vector_reduce", vector_reduce<T, Exec>);
      kokkos.add("team_sums/range_reduce", range_reduce<T, Exec>);
      kokkos.add("team_sums/team_reduce_rewritten", sum_rows<InTwoSteps<T, Exec>, T, Exec>);
      kokkos.add("team_sums/nested_reduce_rewritten", sum_rows<InTwoSteps<T, Exec>, T, Exec>);
#ifdef TILEBRIDGE_KOKKOS_GPU
      kokkos.add("team_sums/vector_reduce_rewritten", vector_reduce_rewritten<T, Exec>);
#endif
      kokkos.add("team_sums/range_reduce_rewritten", range_reduce_rewritten<T, Exec>);
    });
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::team_sums_experiment
