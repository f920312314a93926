// SPDX-License-Identifier: Apache-2.0
// A warp's 32 values are exchanged repeatedly. In loops, a warp is a Kokkos thread with 32 vector
// lanes, and a lane keeps its value from one ThreadVectorRange to the next in a variable outside of
// them. Kokkos's guide does not allow that (Hierarchical Parallelism, "Team loops"); it works where
// ranges are exactly as long as the team, on GPUs, and Kokkos Kernels relies on it too. sum_shared
// keeps its values in scratch memory, which the guide does allow.
#include "catalogue/execution/shuffle.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::shuffle_experiment {
namespace {

using Word = std::uint32_t;
constexpr int warp_size = WarpExchange::warp_size;
constexpr int block_size = WarpExchange::block_size;
constexpr int warps = block_size / warp_size;  // per block

/// A thread's single is executed by its first lane and broadcast to all.
template <class Exec>
void broadcast(const WarpExchange& w, const Exec& exec) {
  if (w.blocks == 0) return;
  const Matrix<const Word, Exec> in(w.in, w.blocks * warps, warp_size);
  const Matrix<Word, Exec> out(w.out, w.blocks * warps, warp_size);
  const int exchanges = w.repeats * WarpExchange::distances;
  Kokkos::parallel_for(
      "shuffle/broadcast", Kokkos::TeamPolicy<Exec>(exec, w.blocks, warps, warp_size),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, warps), [&](int thread) {
          const int warp = team.league_rank() * warps + thread;
          const auto lanes = Kokkos::ThreadVectorRange(team, warp_size);
          Word own = 0;
          Kokkos::parallel_for(lanes, [&](int lane) { own = in(warp, lane); });
          Word value = own;
          for (int exchange = 0; exchange < exchanges; ++exchange) {
            Word first_lanes = 0;
            Kokkos::single(
                Kokkos::PerThread(team), [&](Word& sent) { sent = value; }, first_lanes);
            value = first_lanes + own;
          }
          Kokkos::parallel_for(lanes, [&](int lane) { out(warp, lane) = value; });
        });
      });
}

/// A Kokkos thread has as many vector lanes as there are values to a sum.
template <int width, class Exec>
void sum_shuffle(const WarpExchange& w, const Exec& exec) {
  if (w.blocks == 0) return;
  constexpr int groups = block_size / width;  // per block
  const Matrix<const Word, Exec> in(w.in, w.blocks * groups, width);
  const Matrix<Word, Exec> out(w.out, w.blocks * groups, width);
  const int repeats = w.repeats;
  Kokkos::parallel_for(
      "shuffle/sum_shuffle", Kokkos::TeamPolicy<Exec>(exec, w.blocks, groups, width),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, groups), [&](int thread) {
          const int group = team.league_rank() * groups + thread;
          const auto lanes = Kokkos::ThreadVectorRange(team, width);
          Word own = 0;
          Kokkos::parallel_for(lanes, [&](int lane) { own = in(group, lane); });
          Word value = own;
          for (int r = 0; r < repeats; ++r) {
            Word sum = 0;
            Kokkos::parallel_reduce(
                lanes, [&](int, Word& part) { part += value; }, sum);
            value = own ^ sum;
          }
          Kokkos::parallel_for(lanes, [&](int lane) { out(group, lane) = value; });
        });
      });
}

/// A warp is a team of 32, so that the team's barrier is the warp's.
template <class Exec>
void sum_shared(const WarpExchange& w, const Exec& exec) {
  using Words = Scratch<Word[warp_size], Exec>;  // __shared__ Word words[warp_size]
  if (w.blocks == 0) return;
  const Matrix<const Word, Exec> in(w.in, w.blocks * warps, warp_size);
  const Matrix<Word, Exec> out(w.out, w.blocks * warps, warp_size);
  const int repeats = w.repeats;
  Kokkos::TeamPolicy<Exec> policy(exec, w.blocks * warps, warp_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(2 * Words::shmem_size()));
  Kokkos::parallel_for(
      "shuffle/sum_shared", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words own(team.team_scratch(0));
        const Words sums(team.team_scratch(0));
        const int warp = team.league_rank();
        const auto lanes = Kokkos::TeamThreadRange(team, warp_size);
        Kokkos::parallel_for(lanes, [&](int lane) { sums(lane) = own(lane) = in(warp, lane); });
        team.team_barrier();
        for (int r = 0; r < repeats; ++r) {
          for (int half = warp_size / 2; half > 0; half /= 2) {
            Kokkos::parallel_for(Kokkos::TeamThreadRange(team, half),
                                 [&](int lane) { sums(lane) += sums(lane + half); });
            team.team_barrier();
          }
          const Word sum = sums(0);
          team.team_barrier();  // all lanes have read before any writes
          Kokkos::parallel_for(lanes, [&](int lane) { sums(lane) = own(lane) ^ sum; });
          team.team_barrier();
        }
        Kokkos::parallel_for(lanes, [&](int lane) { out(warp, lane) = sums(lane); });
      });
}

/// Values that a parallel_reduce may add: they begin at zero and have +=.
template <int count>
struct Floats {
  float values[count] = {};

  KOKKOS_FUNCTION Floats& operator+=(const Floats& other) {
    for (int k = 0; k < count; ++k) values[k] += other.values[k];
    return *this;
  }
};

template <int count, class Exec>
void sum_floats(const FloatExchange<count>& e, const Exec& exec) {
  if (e.blocks == 0) return;
  const Unmanaged<const float** [count], Kokkos::LayoutRight, Exec> in(e.in, e.blocks * warps,
                                                                       warp_size);
  const Unmanaged<float** [count], Kokkos::LayoutRight, Exec> out(e.out, e.blocks * warps,
                                                                  warp_size);
  const int repeats = e.repeats;
  Kokkos::parallel_for(
      "shuffle/sum_floats", Kokkos::TeamPolicy<Exec>(exec, e.blocks, warps, warp_size),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, warps), [&](int thread) {
          const int warp = team.league_rank() * warps + thread;
          const auto lanes = Kokkos::ThreadVectorRange(team, warp_size);
          Floats<count> own;
          Kokkos::parallel_for(lanes, [&](int lane) {
            for (int k = 0; k < count; ++k) own.values[k] = in(warp, lane, k);
          });
          Floats<count> v = own;
          for (int r = 0; r < repeats; ++r) {
            Floats<count> sum;
            Kokkos::parallel_reduce(
                lanes, [&](int, Floats<count>& part) { part += v; }, sum);
            for (int k = 0; k < count; ++k)
              v.values[k] = own.values[k] + FloatExchange<count>::share * sum.values[k];
          }
          Kokkos::parallel_for(lanes, [&](int lane) {
            for (int k = 0; k < count; ++k) out(warp, lane, k) = v.values[k];
          });
        });
      });
}

template <class Exec>
void sum_shared_by_index(const WarpExchange& w, const Exec& exec) {
  using Words = Scratch<Word[warp_size], Exec>;  // __shared__ Word words[warp_size]
  if (w.blocks == 0) return;
  const Matrix<const Word, Exec> in(w.in, w.blocks * warps, warp_size);
  const Matrix<Word, Exec> out(w.out, w.blocks * warps, warp_size);
  const int repeats = w.repeats;
  Kokkos::TeamPolicy<Exec> policy(exec, w.blocks * warps, warp_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size()));
  Kokkos::parallel_for(
      "shuffle/sum_shared_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words sums(team.team_scratch(0));
        const int warp = team.league_rank(), lane = team.team_rank();
        const Word own = in(warp, lane);
        Word value = own;
        for (int r = 0; r < repeats; ++r) {
          sums(lane) = value;
          team.team_barrier();
          for (int half = warp_size / 2; half > 0; half /= 2) {
            if (lane < half) sums(lane) += sums(lane + half);
            team.team_barrier();
          }
          const Word sum = sums(0);
          team.team_barrier();  // all lanes have read before any writes
          value = own ^ sum;
        }
        out(warp, lane) = value;
      });
}

using namespace techniques;

// A rewritten kernel has CUDA's or HIP's shuffles in a team of 256, which is a block: 32 ranks are
// a warp, or half a wavefront.

/// The sum over each group of `width` ranks, in all of them.
template <int width, class T>
KOKKOS_FUNCTION T sum_of_group(T value) {
#if defined(KOKKOS_ENABLE_HIP)
  KOKKOS_IF_ON_DEVICE((for (int distance = width / 2; distance > 0; distance /= 2) value +=
                       __shfl_down(value, distance, width);
                       value = __shfl(value, 0, width);))
#elif defined(KOKKOS_ENABLE_CUDA)
  KOKKOS_IF_ON_DEVICE((constexpr unsigned all_lanes = 0xffffffff;
                       for (int distance = width / 2; distance > 0; distance /= 2) value +=
                       __shfl_down_sync(all_lanes, value, distance, width);
                       value = __shfl_sync(all_lanes, value, 0, width);))
#endif
  return value;  // on a host, which never calls it
}

template <class Functor, class Arguments, class Exec>
void launch(const Arguments& arguments, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size>;
  const auto teams = static_cast<std::size_t>(arguments.blocks);
  if (teams > 0)
    Kokkos::parallel_for("shuffle/rewritten", team_policy<Policy>(exec, teams, block_size),
                         Functor(arguments));
}

template <class Team>
KOKKOS_FUNCTION std::size_t element_of(const Team& team) {
  return static_cast<std::size_t>(team.league_rank()) * block_size +
         static_cast<std::size_t>(thread_rank(team));
}

template <int width, class Exec>
struct SumShuffle {
  Vector<const Word, Exec> in;
  Vector<Word, Exec> out;
  int repeats;

  explicit SumShuffle(const WarpExchange& w)
      : in(w.in, static_cast<std::size_t>(w.blocks) * block_size),
        out(w.out, static_cast<std::size_t>(w.blocks) * block_size),
        repeats(w.repeats) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t i = element_of(team);
    const Word own = in(i);
    Word value = own;
    for (int r = 0; r < repeats; ++r) value = own ^ sum_of_group<width>(value);
    out(i) = value;
  }
};

template <int width, class Exec>
void sum_shuffle_rewritten(const WarpExchange& w, const Exec& exec) {
  launch<SumShuffle<width, Exec>>(w, exec);
}

template <int count, class Exec>
struct SumFloats {
  using Values = Pack<float, count>;
  Vector<const Values, Exec> in;
  Vector<Values, Exec> out;
  int repeats;

  explicit SumFloats(const FloatExchange<count>& e)
      : in(reinterpret_cast<const Values*>(e.in), static_cast<std::size_t>(e.blocks) * block_size),
        out(reinterpret_cast<Values*>(e.out), static_cast<std::size_t>(e.blocks) * block_size),
        repeats(e.repeats) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t i = element_of(team);
    const Values own = in(i);
    Values v = own;
    for (int r = 0; r < repeats; ++r)
      unrolled<count>([&](int k) {
        const float sum = sum_of_group<warp_size>(v.values[k]);
        v.values[k] = own.values[k] + FloatExchange<count>::share * sum;
      });
    out(i) = v;
  }
};

template <int count, class Exec>
void sum_floats_rewritten(const FloatExchange<count>& e, const Exec& exec) {
  launch<SumFloats<count, Exec>>(e, exec);
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("shuffle/broadcast", broadcast<Exec>);
    kokkos.add("shuffle/sum_shuffle", sum_shuffle<warp_size, Exec>);
    kokkos.add("shuffle/sum_8", sum_shuffle<8, Exec>);
    kokkos.add("shuffle/sum_16", sum_shuffle<16, Exec>);
    kokkos.add("shuffle/sum_float", sum_floats<1, Exec>);
    kokkos.add("shuffle/sum_float4", sum_floats<4, Exec>);
    kokkos.add("shuffle/sum_array", sum_floats<8, Exec>);
    kokkos.add("shuffle/sum_shared", sum_shared<Exec>);
    const auto by_index = kokkos.in(Form::indices);
    by_index.add("shuffle/sum_shared", sum_shared_by_index<Exec>);
    kokkos.add("shuffle/sum_shuffle_rewritten", sum_shuffle_rewritten<warp_size, Exec>);
    kokkos.add("shuffle/sum_8_rewritten", sum_shuffle_rewritten<8, Exec>);
    kokkos.add("shuffle/sum_16_rewritten", sum_shuffle_rewritten<16, Exec>);
    kokkos.add("shuffle/sum_float_rewritten", sum_floats_rewritten<1, Exec>);
    kokkos.add("shuffle/sum_float4_rewritten", sum_floats_rewritten<4, Exec>);
    kokkos.add("shuffle/sum_array_rewritten", sum_floats_rewritten<8, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::shuffle_experiment
