// SPDX-License-Identifier: Apache-2.0
// Each team of 256 threads takes 256 structures apart.
#include "catalogue/tiling/reorder.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int block_size = 256;
constexpr int members = Reorder::members;

constexpr int block_words = block_size * members;
constexpr int words_to_a_pad = 96;

/// Where word e of a team's structures is staged. Without padding, the lanes of a warp read words
/// 6·t + m: threads t and t + 16 are 96 words, hence 0 banks, apart, two to every even (or odd)
/// bank. One extra word after every 96 moves the upper half-warp to the odd (even) banks. The 32
/// words that a warp stores are adjacent, and 96 is a multiple of 32, so no pad splits them; nor
/// does a pad split a structure, because 96 is a multiple of 6.
template <class Exec>
KOKKOS_INLINE_FUNCTION int padded(int e) {
  return is_host<Exec> ? e : e + e / words_to_a_pad;  // a host has no banks
}

/// n structures with 6 members, word by word, and 6 arrays of n.
template <class Exec>
struct Staged {
  using Words = Scratch<float[block_words + block_words / words_to_a_pad], Exec>;

  Vector<const float, Exec> in;
  Unmanaged<float* [members], Kokkos::LayoutLeft, Exec> out;

  explicit Staged(const Reorder& r) : in(r.in, r.n * members), out(r.out, r.n) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Words words = scratch<Words>(team);
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      for (int k = thread; k < block_words; k += block_size) {
        const std::size_t e = first * members + static_cast<std::size_t>(k);
        words(padded<Exec>(k)) = e < in.extent(0) ? in(e) : 0;
      }
    });
    team.team_barrier();
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const std::size_t i = first + static_cast<std::size_t>(thread);
      if (i >= out.extent(0)) return;
      const int place = padded<Exec>(thread * members);
      for (int m = 0; m < members; ++m) out(i, m) = words(place + m);
    });
  }
};

// [/]

}  // namespace

template <class Exec>
void add_engineered_reorder(KokkosKernels<Exec>& kokkos) {
  kokkos.add("reorder/staged_matched", [](const Reorder& r, const Exec& exec) {
    using Policy = TeamPolicy<Exec, block_size>;
    auto policy = team_policy<Policy>(exec, ceil_div(r.n, block_size), block_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(Staged<Exec>::Words::shmem_size()));
    if (r.n > 0) Kokkos::parallel_for("reorder/staged_matched", policy, Staged<Exec>(r));
  });
}

TILEBRIDGE_INSTANTIATE(add_engineered_reorder);

}  // namespace tilebridge::kokkos
