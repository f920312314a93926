// SPDX-License-Identifier: Apache-2.0
// A whole program with one kernel: a transpose through tiles in a team's scratch memory.
#include <Kokkos_Core.hpp>
#include <cstdio>
#include <cstdlib>

using Exec = Kokkos::DefaultExecutionSpace;  // a GPU's, if Kokkos is built for one
using Team = Kokkos::TeamPolicy<Exec>::member_type;
using Matrix = Kokkos::View<float**, Kokkos::LayoutRight, Exec::memory_space>;

constexpr int tile = 32;
using Staged = Kokkos::View<float[tile][tile + 1], Kokkos::LayoutRight, Exec::scratch_memory_space,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

// A host's teams may have one thread only.
constexpr bool on_host =
    Kokkos::SpaceAccessibility<Kokkos::DefaultHostExecutionSpace, Exec::memory_space>::accessible;
constexpr int team_size = on_host ? 1 : 8, vector_length = on_host ? 1 : 32;

void transpose(const Matrix& in, const Matrix& out) {
  const int rows = in.extent(0), cols = in.extent(1);
  const int across = (cols + tile - 1) / tile, down = (rows + tile - 1) / tile;
  if (across * down == 0) return;
  Kokkos::TeamPolicy<Exec> policy(across * down, team_size, vector_length);
  policy.set_scratch_size(0, Kokkos::PerTeam(Staged::shmem_size()));
  Kokkos::parallel_for(
      "transpose", policy, KOKKOS_LAMBDA(const Team& team) {
        const Staged staged(team.team_scratch(0));
        const int x0 = team.league_rank() % across * tile, y0 = team.league_rank() / across * tile;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int r) {
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile), [&](int c) {
            if (y0 + r < rows && x0 + c < cols) staged(r, c) = in(y0 + r, x0 + c);
          });
        });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int c) {
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile), [&](int r) {
            if (y0 + r < rows && x0 + c < cols) out(x0 + c, y0 + r) = staged(r, c);
          });
        });
      });
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard kokkos(argc, argv);  // initialize() here, finalize() at the end of main
  const int rows = argc > 1 ? std::atoi(argv[1]) : 1000, cols = argc > 2 ? std::atoi(argv[2]) : 517;
  const Matrix in("in", rows, cols), out("out", cols, rows);

  const auto in_on_host = Kokkos::create_mirror_view(in);
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < cols; ++x) in_on_host(y, x) = (y * 31 + x * 17) % 1009;
  Kokkos::deep_copy(in, in_on_host);  // waits
  transpose(in, out);
  const auto out_on_host = Kokkos::create_mirror_view(out);
  Kokkos::deep_copy(out_on_host, out);  // waits for the kernel, too

  long wrong = 0;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < cols; ++x) wrong += out_on_host(x, y) != in_on_host(y, x);
  std::printf("%ld of %ld elements are wrong\n", wrong, long{rows} * cols);
  return wrong == 0 ? 0 : 1;
}
