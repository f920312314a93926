// SPDX-License-Identifier: Apache-2.0
// One pixel per thread, in teams of 32 × 8 threads; the variants differ in the View used to read
// its neighbours.
#include "catalogue/memory/texture.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int radius = Neighbourhood::radius;
constexpr int columns = 32;  // per team
constexpr int rows = 8;
constexpr int block_size = columns * rows;
constexpr int blocks_wanted = 2048 / block_size;  // as in native: at most 32 registers per thread

/// Clamps `i` to 0, …, count - 1. Written so that the compiler recognises a minimum and a maximum,
/// one instruction each; `from_zero < count ? from_zero : count - 1` takes two.
KOKKOS_FORCEINLINE_FUNCTION int clamped(int i, int count) {
  const int last = count - 1;
  const int from_zero = i < 0 ? 0 : i;
  return from_zero < last ? from_zero : last;
}

/// The pixel at row y, column x of the output.
template <class Input, class Output>
struct Mean {
  Input in;
  Output out;
  int rows, cols;

  explicit Mean(const Neighbourhood& p)
      : in(p.in, p.rows, p.cols), out(p.out, p.rows, p.cols), rows(p.rows), cols(p.cols) {}

  KOKKOS_FUNCTION void operator()(int y, int x) const {
    float sum = 0;
    unrolled<2 * radius + 1>([&](int j) {
      unrolled<2 * radius + 1>(
          [&](int i) { sum += in(clamped(y + j - radius, rows), clamped(x + i - radius, cols)); });
    });
    out(y, x) = sum * Neighbourhood::weight;
  }
};

template <class Exec, class Input>
struct InTeams {
  Mean<Input, Rows<float, Exec>> mean;
  Divisor across;  // teams per row of teams

  explicit InTeams(const Neighbourhood& p) : mean(p), across((p.cols + columns - 1) / columns) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const int down = across.quotient(team.league_rank());
    const int y0 = down * rows;
    const int x0 = across.remainder(team.league_rank(), down) * columns;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int y = y0 + thread / columns;
      const int x = x0 + thread % columns;
      if (y < mean.rows && x < mean.cols) mean(y, x);
    });
  }
};

template <class Input, class Exec>
void launch_in_teams(const Neighbourhood& p, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size, blocks_wanted>;
  if (p.rows == 0 || p.cols == 0) return;
  const std::size_t teams = ceil_div(static_cast<std::size_t>(p.rows), rows) *
                            ceil_div(static_cast<std::size_t>(p.cols), columns);
  Kokkos::parallel_for("texture", team_policy<Policy>(exec, teams, block_size),
                       InTeams<Exec, Input>(p));
}

// [/]

}  // namespace

template <class Exec>
void add_engineered_texture(KokkosKernels<Exec>& kokkos) {
  kokkos.add("texture/global_matched", launch_in_teams<Rows<const float, Exec>, Exec>);
  if constexpr (!is_host<Exec>)  // a host has only one path to memory
    kokkos.add("texture/read_only_matched",
               launch_in_teams<RowsOf<ReadOnly<const float*, Exec>>, Exec>);
}

TILEBRIDGE_INSTANTIATE(add_engineered_texture);

}  // namespace tilebridge::kokkos
