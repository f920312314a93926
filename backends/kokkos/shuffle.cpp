// A warp's 32 values exchanged again and again. A warp is a Kokkos thread with 32 vector lanes.
#include "catalogue/shuffle.hpp"

#include "backends/kokkos/engineered/team.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

using Word = std::uint32_t;
constexpr int warp_size = WarpExchange::warp_size;
constexpr int block_size = WarpExchange::block_size;
constexpr int warps = block_size / warp_size;

/// Next::value(team, own, value) is what a lane holds after a repeat; `own` is its input. For GPUs
/// only: what a lane is given in a ThreadVectorRange it must still hold after it.
template <class Exec, class Next>
struct Repeat {
  Vector<const Word, Exec> in;
  Vector<Word, Exec> out;
  int repeats;

  explicit Repeat(const WarpExchange& w)
      : in(w.in, static_cast<std::size_t>(w.blocks) * block_size),
        out(w.out, static_cast<std::size_t>(w.blocks) * block_size),
        repeats(w.repeats) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto lanes = Kokkos::ThreadVectorRange(team, warp_size);
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size +
                              static_cast<std::size_t>(team.team_rank()) * warp_size;
    Word own = 0;
    Kokkos::parallel_for(lanes, [&](int lane) { own = in(first + static_cast<unsigned>(lane)); });
    Word value = own;
    for (int r = 0; r < repeats; ++r) value = Next::value(team, own, value);
    Kokkos::parallel_for(lanes,
                         [&](int lane) { out(first + static_cast<unsigned>(lane)) = value; });
  }
};

/// A thread's single is done by its first lane and broadcast to all.
struct Broadcast {
  template <class Team>
  KOKKOS_FUNCTION static Word value(const Team& team, Word own, Word value) {
    unrolled<WarpExchange::distances>([&](int) {
      Word first_lanes = 0;
      Kokkos::single(
          Kokkos::PerThread(team), [&](Word& sent) { sent = value; }, first_lanes);
      value = first_lanes + own;
    });
    return value;
  }
};

struct Sum {
  template <class Team>
  KOKKOS_FUNCTION static Word value(const Team& team, Word own, Word value) {
    Word sum = 0;
    Kokkos::parallel_reduce(
        Kokkos::ThreadVectorRange(team, warp_size), [&](int, Word& part) { part += value; }, sum);
    return own ^ sum;
  }
};

template <class Next, class Exec>
void in_vectors(const WarpExchange& w, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size>;
  if (w.blocks > 0)
    Kokkos::parallel_for("shuffle", Policy(exec, w.blocks, warps, warp_size),
                         Repeat<Exec, Next>(w));
}

template <class Exec>
void add_interop(Registrar<Exec>&) {}

#ifdef TILEBRIDGE_KOKKOS_GPU
/// CUDA (or HIP) inside a team's kernel: a team of 256 is a block of 256, so 32 ranks are a warp,
/// or half of a wavefront.
struct SumInterop {
  Vector<const Word, GpuExecution> in;
  Vector<Word, GpuExecution> out;
  int repeats;

  explicit SumInterop(const WarpExchange& w)
      : in(w.in, static_cast<std::size_t>(w.blocks) * block_size),
        out(w.out, static_cast<std::size_t>(w.blocks) * block_size),
        repeats(w.repeats) {}

  KOKKOS_FUNCTION static Word warp_sum(Word value) {
#ifdef KOKKOS_ENABLE_HIP
    KOKKOS_IF_ON_DEVICE((for (int distance = warp_size / 2; distance > 0; distance /= 2) value +=
                         __shfl_down(value, distance, warp_size);
                         return __shfl(value, 0, warp_size);))
#else
    KOKKOS_IF_ON_DEVICE((constexpr unsigned all_lanes = 0xffffffff;
                         for (int distance = warp_size / 2; distance > 0; distance /= 2) value +=
                         __shfl_down_sync(all_lanes, value, distance);
                         return __shfl_sync(all_lanes, value, 0);))
#endif
    KOKKOS_IF_ON_HOST((return value;))  // nobody calls it there
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<GpuExecution>& team) const {
    const std::size_t i = static_cast<std::size_t>(team.league_rank()) * block_size +
                          static_cast<std::size_t>(thread_rank(team));
    const Word own = in(i);
    Word value = own;
    for (int r = 0; r < repeats; ++r) value = own ^ warp_sum(value);
    out(i) = value;
  }
};

void add_interop(Registrar<GpuExecution>& kokkos) {
  kokkos.add("shuffle/sum_interop", [](const WarpExchange& w, const GpuExecution& exec) {
    using Policy = TeamPolicy<GpuExecution, block_size>;
    const auto teams = static_cast<std::size_t>(w.blocks);
    if (w.blocks > 0)
      Kokkos::parallel_for("shuffle/sum_interop", team_policy<Policy>(exec, teams, block_size),
                           SumInterop(w));
  });
}
#endif

}  // namespace

template <class Exec>
void add_shuffle(Registrar<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("shuffle/broadcast", in_vectors<Broadcast, Exec>);
    kokkos.add("shuffle/sum_shuffle", in_vectors<Sum, Exec>);
  }
  add_interop(kokkos);
}

template void add_shuffle(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_shuffle(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
