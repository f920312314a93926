// SPDX-License-Identifier: Apache-2.0
// Inclusive scans: of 32 elements per thread with vector lanes, of 1024 per team, or of all by a
// scan of the teams' elements and of their sums (two_pass); the ranges of Kokkos that can be
// scanned are those of vector lanes, of a team's threads (team_scan) and flat ones (range_scan).
#include "catalogue/tiling/scan.hpp"

#include <cstdint>
#include <vector>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::scan_experiment {
namespace {

/// A scan calls the functor once per element with is_final, when the sum is complete, and may have
/// called it before without.
template <class T, class Exec>
void warp(const Scan<T>& s, const Exec& exec) {
  constexpr int lanes = ScanBlocks::lanes;
  constexpr int warps = ScanBlocks::threads / lanes;  // per block
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  const auto n = static_cast<std::int64_t>(s.n);
  const auto teams = static_cast<int>(ceil_div(s.n, ScanBlocks::threads));
  if (teams == 0) return;
  Kokkos::parallel_for(
      "scan/warp", Kokkos::TeamPolicy<Exec>(exec, teams, team_of<Exec, warps>, lanes),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, warps), [&](int w) {
          const std::int64_t first = (std::int64_t{team.league_rank()} * warps + w) * lanes;
          Kokkos::parallel_scan(Kokkos::ThreadVectorRange(team, lanes),
                                [&](int lane, T& sum, bool is_final) {
                                  const std::int64_t i = first + lane;
                                  if (i >= n) return;
                                  sum += in(i);
                                  if (is_final) out(i) = sum;
                                });
        });
      });
}

constexpr int elements = ScanBlocks::elements;
constexpr int threads = ScanBlocks::threads;

/// One team for each segment.
template <class Exec, class In>
auto segment_teams(const In& in, const Exec& exec, std::size_t scratch_bytes = 0) {
  const auto teams = static_cast<int>(ScanBlocks::count(in.extent(0)));
  Kokkos::TeamPolicy<Exec> policy(exec, teams, team_of<Exec, threads>);
  return policy.set_scratch_size(0, Kokkos::PerTeam(scratch_bytes));
}

/// The teams' sums go to `sums`, unless that is empty.
template <class T, class Exec>
void hillis_steele(const Vector<const T, Exec>& in, const Vector<T, Exec>& out,
                   const Vector<T, Exec>& sums, const Exec& exec) {
  using Segment = Scratch<T[2][elements], Exec>;  // __shared__ T segment[2][elements]
  const auto n = static_cast<std::int64_t>(in.extent(0));
  const auto policy = segment_teams(in, exec, Segment::shmem_size());
  Kokkos::parallel_for(
      "scan/hillis_steele", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Segment segment(team.team_scratch(0));
        const std::int64_t first = std::int64_t{team.league_rank()} * elements;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, elements),
                             [&](int i) { segment(0, i) = first + i < n ? in(first + i) : 0; });
        team.team_barrier();  // __syncthreads()
        int from = 0;
        for (int distance = 1; distance < elements; distance *= 2) {
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, elements), [&](int i) {
            const T below = i < distance ? 0 : segment(from, i - distance);
            segment(1 - from, i) = segment(from, i) + below;
          });
          team.team_barrier();
          from = 1 - from;
        }
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, elements), [&](int i) {
          if (first + i < n) out(first + i) = segment(from, i);
        });
        if (team.team_rank() == 0 && sums.extent(0) > 0)
          sums(team.league_rank()) = segment(from, elements - 1);
      });
}

/// Adds pairs of elements up a tree of sums, and down again.
template <class T, class Exec>
void block_blelloch(const Scan<T>& s, const Exec& exec) {
  using Segment = Scratch<T[ScanBlocks::spread_elements<T>], Exec>;  // __shared__
  if (s.n == 0) return;
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  const auto n = static_cast<std::int64_t>(s.n);
  const auto policy = segment_teams(in, exec, Segment::shmem_size());
  Kokkos::parallel_for(
      "scan/blelloch", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Segment segment(team.team_scratch(0));
        const auto at = [&](int i) -> T& { return segment(ScanBlocks::place<T>(i)); };
        const auto add_pairs = [&](int distance, int ends) {
          const int pairs = ScanBlocks::pairs(distance, ends);
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, pairs), [&](int pair) {
            const int left = ScanBlocks::left(pair, distance, ends);
            at(left + distance) += at(left);
          });
          team.team_barrier();
        };
        const std::int64_t first = std::int64_t{team.league_rank()} * elements;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, elements),
                             [&](int i) { at(i) = first + i < n ? in(first + i) : 0; });
        team.team_barrier();  // __syncthreads()
        TILEBRIDGE_UNROLL
        for (int distance = 1; distance < elements; distance *= 2) add_pairs(distance, 1);
        TILEBRIDGE_UNROLL
        for (int distance = elements / 4; distance > 0; distance /= 2) add_pairs(distance, 2);
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, elements), [&](int i) {
          if (first + i < n) out(first + i) = at(i);
        });
      });
}

/// Kokkos scans as many elements at a time as the team has threads.
template <class T, class Exec>
void team_scan(const Scan<T>& s, const Exec& exec) {
  if (s.n == 0) return;
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  const auto n = static_cast<std::int64_t>(s.n);
  Kokkos::parallel_for(
      "scan/team_scan", segment_teams(in, exec), KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::int64_t first = std::int64_t{team.league_rank()} * elements;
        Kokkos::parallel_scan(Kokkos::TeamThreadRange(team, elements),
                              [&](int i, T& sum, bool is_final) {
                                if (first + i >= n) return;
                                sum += in(first + i);
                                if (is_final) out(first + i) = sum;
                              });
      });
}

/// Adds to every element after the first team's the sum of all teams before its own.
template <class T, class Exec>
void add_sums(const Vector<T, Exec>& out, const Vector<T, Exec>& sums, const Exec& exec) {
  const auto n = static_cast<std::int64_t>(out.extent(0));
  Kokkos::parallel_for(
      "scan/add_sums", RangePolicy<Exec>(exec, elements, n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) += sums(i / elements - 1); });
}

/// Kokkos chooses the number of threads, the elements per thread and how often they are read.
template <class T, class Exec>
void range_scan(const Scan<T>& s, const Exec& exec) {
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  Kokkos::parallel_scan(
      "scan/range_scan", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(s.n)),
      KOKKOS_LAMBDA(std::int64_t i, T & sum, bool is_final) {
        sum += in(i);
        if (is_final) out(i) = sum;
      });
}

constexpr int per_thread = ScanBlocks::per_thread;

template <class T, class Exec>
void hillis_steele_by_index(const Vector<const T, Exec>& in, const Vector<T, Exec>& out,
                            const Vector<T, Exec>& sums, const Exec& exec) {
  using Segment = Scratch<T[2][elements], Exec>;  // __shared__ T segment[2][elements]
  const std::size_t n = in.extent(0);
  const auto policy = segment_teams(in, exec, Segment::shmem_size());
  Kokkos::parallel_for(
      "scan/hillis_steele_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Segment segment(team.team_scratch(0));
        const int thread = team.team_rank();
        const std::size_t first = std::size_t{elements} * team.league_rank();
        for (int k = 0; k < per_thread; ++k) {
          const int i = k * threads + thread;
          segment(0, i) = first + i < n ? in(first + i) : 0;
        }
        team.team_barrier();  // __syncthreads()
        int from = 0;
        for (int distance = 1; distance < elements; distance *= 2) {
          for (int k = 0; k < per_thread; ++k) {
            const int i = k * threads + thread;
            const T below = i < distance ? 0 : segment(from, i - distance);
            segment(1 - from, i) = segment(from, i) + below;
          }
          team.team_barrier();
          from = 1 - from;
        }
        for (int k = 0; k < per_thread; ++k) {
          const int i = k * threads + thread;
          if (first + i < n) out(first + i) = segment(from, i);
        }
        if (thread == 0 && sums.extent(0) > 0)
          sums(team.league_rank()) = segment(from, elements - 1);
      });
}

template <class T, class Exec>
void block_blelloch_by_index(const Scan<T>& s, const Exec& exec) {
  using Segment = Scratch<T[ScanBlocks::spread_elements<T>], Exec>;  // __shared__
  if (s.n == 0) return;
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  const std::size_t n = s.n;
  const auto policy = segment_teams(in, exec, Segment::shmem_size());
  Kokkos::parallel_for(
      "scan/blelloch_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Segment segment(team.team_scratch(0));
        const int thread = team.team_rank();
        const auto at = [&](int i) -> T& { return segment(ScanBlocks::place<T>(i)); };
        const auto add_pairs = [&](int distance, int ends) {
          const int pairs = ScanBlocks::pairs(distance, ends);
          for (int k = 0; k * threads < pairs; ++k) {
            const int pair = k * threads + thread;
            const int left = ScanBlocks::left(pair, distance, ends);
            if (pair < pairs) at(left + distance) += at(left);
          }
          team.team_barrier();
        };
        const std::size_t first = std::size_t{elements} * team.league_rank();
        for (int k = 0; k < per_thread; ++k) {
          const int i = k * threads + thread;
          at(i) = first + i < n ? in(first + i) : 0;
        }
        team.team_barrier();  // __syncthreads()
        TILEBRIDGE_UNROLL
        for (int distance = 1; distance < elements; distance *= 2) add_pairs(distance, 1);
        TILEBRIDGE_UNROLL
        for (int distance = elements / 4; distance > 0; distance /= 2) add_pairs(distance, 2);
        for (int k = 0; k < per_thread; ++k) {
          const int i = k * threads + thread;
          if (first + i < n) out(first + i) = at(i);
        }
      });
}

template <class T, class Exec>
void add_sums_by_index(const Vector<T, Exec>& out, const Vector<T, Exec>& sums, const Exec& exec) {
  const std::size_t n = out.extent(0);
  const auto teams = static_cast<int>(ceil_div(n - elements, threads));
  Kokkos::parallel_for(
      "scan/add_sums_by_index", Kokkos::TeamPolicy<Exec>(exec, teams, threads),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::size_t first = elements + std::size_t{threads} * team.league_rank();
        const std::size_t i = first + team.team_rank();
        if (i < n) out(i) += sums(i / elements - 1);
      });
}

using namespace techniques;

/// Calls body(i) for each element of a team's segment.
template <class Exec, class Body>
KOKKOS_FORCEINLINE_FUNCTION void for_each_in_segment(const TeamMember<Exec>& team,
                                                     const Body& body) {
  for_each_thread<Exec, threads>(
      team, [&](int thread) { unrolled<per_thread>([&](int k) { body(k * threads + thread); }); });
}

/// Launches `functor` with one team for each segment of n elements.
template <int blocks_wanted = 1, class Functor, class Exec>
void launch(const char* label, std::size_t n, const Functor& functor, const Exec& exec) {
  using Policy = TeamPolicy<Exec, threads, blocks_wanted>;
  auto policy = team_policy<Policy>(exec, ScanBlocks::count(n), threads);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::Segment::shmem_size()));
  if (n > 0) Kokkos::parallel_for(label, policy, functor);
}

template <class Exec, class T>
struct Elements {
  Vector<const T, Exec> in;
  Vector<T, Exec> out;

  /// Calls put(i, value) for each element, with zeros beyond n.
  template <class Put>
  KOKKOS_FORCEINLINE_FUNCTION void load(const TeamMember<Exec>& team, const Put& put) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * elements;
    for_each_thread<Exec, threads>(team, [&](int thread) {
      T held[per_thread];
      unrolled<per_thread>([&](int k) {
        const std::size_t i = first + static_cast<std::size_t>(k * threads + thread);
        held[k] = i < in.extent(0) ? in(i) : 0;
      });
      unrolled<per_thread>([&](int k) { put(k * threads + thread, held[k]); });
    });
  }

  template <class ValueAt>
  KOKKOS_FORCEINLINE_FUNCTION void store(const TeamMember<Exec>& team,
                                         const ValueAt& value_at) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * elements;
    for_each_in_segment<Exec>(team, [&](int place) {
      const std::size_t i = first + static_cast<std::size_t>(place);
      if (i < in.extent(0)) out(i) = value_at(place);
    });
  }
};

template <class Exec, class T>
struct HillisSteele {
  using Segment = Scratch<T[2][elements], Exec>;

  Elements<Exec, T> all;
  Vector<T, Exec> sums;  // of the teams; or empty

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto segment = scratch<Segment>(team);
    all.load(team, [&](int i, T value) { segment(0, i) = value; });
    team.team_barrier();
    constexpr int steps = 10;
    static_assert(1 << steps == elements);
    unrolled<steps>([&](int step) {
      const int distance = 1 << step, from = step % 2;
      for_each_in_segment<Exec>(team, [&](int i) {
        const T below = i < distance ? 0 : segment(from, i - distance);
        segment(1 - from, i) = segment(from, i) + below;
      });
      team.team_barrier();
    });
    all.store(team, [&](int i) { return segment(steps % 2, i); });
    if (thread_rank(team) == 0 && sums.extent(0) > 0)
      sums(team.league_rank()) = segment(steps % 2, elements - 1);
  }
};

template <class T, class Exec>
void hillis_steele_rewritten(const Vector<const T, Exec>& in, const Vector<T, Exec>& out,
                             const Vector<T, Exec>& sums, const Exec& exec) {
  launch("scan/hillis_steele_rewritten", in.extent(0), HillisSteele<Exec, T>{{in, out}, sums},
         exec);
}

template <class Exec, class T>
struct Blelloch {
  using Segment = Scratch<T[ScanBlocks::spread_elements<T>], Exec>;

  Elements<Exec, T> all;

  template <class At>
  KOKKOS_FORCEINLINE_FUNCTION static void add_pairs(const TeamMember<Exec>& team, const At& at,
                                                    int distance, int ends) {
    const int pairs = ScanBlocks::pairs(distance, ends);
    for_each_thread<Exec, threads>(team, [&](int thread) {
      for (int k = 0; k * threads < pairs; ++k) {
        const int pair = k * threads + thread;
        const int left = ScanBlocks::left(pair, distance, ends);
        if (pair < pairs) at(left + distance) += at(left);
      }
    });
    team.team_barrier();
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto segment = scratch<Segment>(team);
    const auto at = [&](int i) -> T& { return segment(ScanBlocks::place<T>(i)); };
    all.load(team, [&](int i, T value) { at(i) = value; });
    team.team_barrier();
    TILEBRIDGE_UNROLL
    for (int distance = 1; distance < elements; distance *= 2) add_pairs(team, at, distance, 1);
    TILEBRIDGE_UNROLL
    for (int distance = elements / 4; distance > 0; distance /= 2) add_pairs(team, at, distance, 2);
    all.store(team, at);
  }
};

/// Where scratch memory begins is known only at run time, and with the levels unrolled nvcc keeps
/// an address for each level: 61 registers for floats instead of the native kernel's 30. Then four
/// teams fit on an SM instead of eight. With bounds for eight teams nvcc uses 30 and spills none.
template <class T, class Exec>
void block_blelloch_rewritten(const Scan<T>& s, const Exec& exec) {
  constexpr int teams_per_sm = 8;
  launch<teams_per_sm>(
      "scan/blelloch_rewritten", s.n,
      Blelloch<Exec, T>{{Vector<const T, Exec>(s.in, s.n), Vector<T, Exec>(s.out, s.n)}}, exec);
}

template <class Exec, class T>
struct AddSum {
  Vector<T, Exec> out, sums;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i + elements) += sums(i / elements); }
};

template <class T, class Exec>
void add_sums_rewritten(const Vector<T, Exec>& out, const Vector<T, Exec>& sums, const Exec& exec) {
  for_each_element<threads>("scan/add_sums_rewritten", exec, out.extent(0) - elements,
                            AddSum<Exec, T>{out, sums});
}

/// Scans the segments by scan(in, out, sums, exec); there are no sums to store.
template <auto scan, class T, class Exec>
void scan_segments(const Scan<T>& s, const Exec& exec) {
  if (s.n > 0) scan(Vector<const T, Exec>(s.in, s.n), Vector<T, Exec>(s.out, s.n), {}, exec);
}

/// The teams' sums, by level.
template <class T, class Exec>
using Levels = std::vector<OwnedVector<T, Exec>>;

/// Scans the teams' segments, then their sums in the same way, and adds the scanned sums.
template <auto scan, auto add, class T, class Exec>
void scan_array(const Vector<const T, Exec>& in, const Vector<T, Exec>& out,
                const Levels<T, Exec>& levels, std::size_t level, const Exec& exec) {
  if (level == levels.size()) return scan(in, out, {}, exec);
  const Vector<T, Exec> sums = levels[level];
  scan(in, out, sums, exec);
  scan_array<scan, add, T, Exec>(sums, sums, levels, level + 1, exec);
  add(out, sums, exec);
}

template <auto scan, auto add, class T, class Exec>
auto in_two_passes(const Scan<T>& s, const Exec& exec) {
  Levels<T, Exec> levels;
  ScanBlocks::for_each_level(s.n, [&](std::size_t sums) { levels.emplace_back("sums", sums); });
  const Vector<const T, Exec> in(s.in, s.n);
  const Vector<T, Exec> out(s.out, s.n);
  return [=] {
    if (in.extent(0) > 0) scan_array<scan, add, T, Exec>(in, out, levels, 0, exec);
  };
}

template <class T, class Exec>
auto two_pass(const Scan<T>& s, const Exec& exec) {
  return in_two_passes<hillis_steele<T, Exec>, add_sums<T, Exec>>(s, exec);
}

template <class T, class Exec>
auto two_pass_by_index(const Scan<T>& s, const Exec& exec) {
  return in_two_passes<hillis_steele_by_index<T, Exec>, add_sums_by_index<T, Exec>>(s, exec);
}

template <class T, class Exec>
auto two_pass_rewritten(const Scan<T>& s, const Exec& exec) {
  return in_two_passes<hillis_steele_rewritten<T, Exec>, add_sums_rewritten<T, Exec>>(s, exec);
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("scan/warp", warp<T, Exec>);
    kokkos.add("scan/block_hillis_steele", scan_segments<hillis_steele<T, Exec>, T, Exec>);
    kokkos.add("scan/block_blelloch", block_blelloch<T, Exec>);
    kokkos.add("scan/team_scan", team_scan<T, Exec>);
    kokkos.add_prepared("scan/two_pass", two_pass<T, Exec>);
    kokkos.add("scan/range_scan", range_scan<T, Exec>);
    if constexpr (!is_host<Exec>) {
      by_index.add("scan/block_hillis_steele",
                   scan_segments<hillis_steele_by_index<T, Exec>, T, Exec>);
      by_index.add("scan/block_blelloch", block_blelloch_by_index<T, Exec>);
      by_index.add_prepared("scan/two_pass", two_pass_by_index<T, Exec>);
    }
    kokkos.add("scan/block_hillis_steele_rewritten",
               scan_segments<hillis_steele_rewritten<T, Exec>, T, Exec>);
    kokkos.add("scan/block_blelloch_rewritten", block_blelloch_rewritten<T, Exec>);
    kokkos.add_prepared("scan/two_pass_rewritten", two_pass_rewritten<T, Exec>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::scan_experiment
