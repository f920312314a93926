// SPDX-License-Identifier: Apache-2.0
// Repeated loads of the same words from scratch memory; the variants differ in the banks used.
#include "catalogue/tiling/bank_conflict.hpp"

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

constexpr int tile = TileExchange::tile;

/// A barrier goes between two ranges of a team, not inside one, so a thread's values that must
/// survive it are kept in scratch memory too. Thread (y, x) stores at (y, x), or else at (x, y).
template <int columns, bool in_rows, class Exec>
void exchange(const TileExchange& t, const Exec& exec) {
  using Words = Scratch<Word[tile][columns], Exec>;  // __shared__ Word words[tile][columns]
  using Values = Scratch<Word[tile][tile], Exec>;    // each thread's own
  const Matrix<const Word, Exec> in(t.in, tile, tile);
  const Unmanaged<Word* [tile][tile], Kokkos::LayoutRight, Exec> out(t.out, t.blocks);
  const int repeats = t.repeats;
  if (t.blocks == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, t.blocks, tile, tile);  // dim3(tile, tile)
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size() + Values::shmem_size()));
  Kokkos::parallel_for(
      "bank_conflict/exchange", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words words(team.team_scratch(0));
        const Values values(team.team_scratch(0));
        const int block = team.league_rank();
        const auto rows = Kokkos::TeamThreadRange(team, tile);
        const auto lanes = Kokkos::ThreadVectorRange(team, tile);
        Kokkos::parallel_for(rows, [&](int y) {
          Kokkos::parallel_for(lanes, [&](int x) { values(y, x) = in(y, x); });
        });
        for (int r = 0; r < repeats; ++r) {
          Kokkos::parallel_for(rows, [&](int y) {
            Kokkos::parallel_for(lanes, [&](int x) {
              Word& to = in_rows ? words(y, x) : words(x, y);
              to = values(y, x) + static_cast<Word>(r);
            });
          });
          team.team_barrier();  // __syncthreads()
          Kokkos::parallel_for(rows, [&](int y) {
            Kokkos::parallel_for(lanes, [&](int x) {
              const int from = (y + 1) % tile;
              values(y, x) = in_rows ? words(from, x) : words(x, from);
            });
          });
          team.team_barrier();
        }
        Kokkos::parallel_for(rows, [&](int y) {
          Kokkos::parallel_for(lanes, [&](int x) { out(block, y, x) = values(y, x); });
        });
      });
}

}  // namespace

template <class Exec>
void add_bank_conflict(Registrar<Exec>& kokkos) {
  kokkos.add("bank_conflict/strided", strided<Exec>);
  if constexpr (!is_host<Exec>) {
    kokkos.add("bank_conflict/broadcast", strided<Exec>);
    kokkos.add("bank_conflict/row_row", exchange<tile, true, Exec>);
    kokkos.add("bank_conflict/column_column", exchange<tile, false, Exec>);
    kokkos.add("bank_conflict/padded_column", exchange<tile + 1, false, Exec>);
    kokkos.add("bank_conflict/dynamic_column", exchange<tile, false, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_bank_conflict);

}  // namespace tilebridge::kokkos
