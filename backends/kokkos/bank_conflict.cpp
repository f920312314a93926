// Scratch memory asked for the same words again and again; what differs is the banks they lie in.
#include "catalogue/bank_conflict.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

using Word = std::uint32_t;
constexpr int block_size = StridedLoads::block_size;

template <class Exec>
void strided(const StridedLoads& s, const Exec& exec) {
  using Words = Scratch<Word[StridedLoads::words], Exec>;  // __shared__ Word words[…]
  const Vector<const Word, Exec> in(s.in, StridedLoads::words);
  const Vector<Word, Exec> out(s.out, static_cast<std::size_t>(s.blocks) * block_size);
  const int stride = s.stride, repeats = s.repeats;
  if (s.blocks == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, s.blocks, team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size()));
  Kokkos::parallel_for(
      "bank_conflict/strided", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words words(team.team_scratch(0));
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, StridedLoads::words),
                             [&](int w) { words(w) = in(w); });
        team.team_barrier();  // __syncthreads()
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int thread) {
          const int first = thread * stride % StridedLoads::span;
          Word sum = 0;
          for (int r = 0; r < repeats; ++r)
            for (int k = 0; k < StridedLoads::loads; ++k) sum += words(first + r % 32 + 32 * k);
          out(team.league_rank() * block_size + thread) = sum;
        });
      });
}

}  // namespace

template <class Exec>
void add_bank_conflict(Registrar<Exec>& kokkos) {
  kokkos.add("bank_conflict/strided", strided<Exec>);
  if constexpr (!is_host<Exec>) kokkos.add("bank_conflict/broadcast", strided<Exec>);
}

template void add_bank_conflict(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_bank_conflict(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
