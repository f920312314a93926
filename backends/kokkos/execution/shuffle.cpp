// SPDX-License-Identifier: Apache-2.0
// A warp's 32 values are exchanged repeatedly. A warp is a Kokkos thread with 32 vector lanes. A
// lane must keep its value from one ThreadVectorRange to the next: for GPUs only.
#include "catalogue/execution/shuffle.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
using Word = std::uint32_t;
constexpr int warp_size = WarpExchange::warp_size;
constexpr int warps = WarpExchange::block_size / warp_size;  // per block

// [broadcast]
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

// [sum_shuffle, sum_8, sum_16]
/// A Kokkos thread has as many vector lanes as there are values to a sum.
template <int width, class Exec>
void sum_shuffle(const WarpExchange& w, const Exec& exec) {
  if (w.blocks == 0) return;
  constexpr int groups = WarpExchange::block_size / width;  // per block
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

// [sum_float, sum_float4, sum_array]
/// What a reduction may add: it begins at zero and has +=.
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

// [/]

}  // namespace

template <class Exec>
void add_shuffle([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("shuffle/broadcast", broadcast<Exec>);
    kokkos.add("shuffle/sum_shuffle", sum_shuffle<warp_size, Exec>);
    kokkos.add("shuffle/sum_8", sum_shuffle<8, Exec>);
    kokkos.add("shuffle/sum_16", sum_shuffle<16, Exec>);
    kokkos.add("shuffle/sum_float", sum_floats<1, Exec>);
    kokkos.add("shuffle/sum_float4", sum_floats<4, Exec>);
    kokkos.add("shuffle/sum_array", sum_floats<8, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_shuffle);

}  // namespace tilebridge::kokkos
