// One element a thread; scratch memory that nobody uses limits how many teams fit.
#include "catalogue/occupancy.hpp"

#include <string>

#include "backends/kokkos/engineered/elements.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "catalogue/error.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int block_size = 256;

template <class Exec>
struct Copy {
  Vector<const float, Exec> in;
  Vector<float, Exec> out;

  explicit Copy(const OccupancyCopy& c) : in(c.in, c.n), out(c.out, c.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = in(i); }
};

/// Kokkos 4.7 never opts in to more than the 48 KiB that every kernel may have, and keeps some of
/// them: eight bytes a thread.
template <class Policy>
void check_scratch(int kib) {
  const int most = Policy::scratch_size_max(0);  // bytes
  if (kib * 1024 > most)
    throw Unavailable("needs " + std::to_string(kib) +
                      " KiB of scratch memory a team, Kokkos's scratch_size_max allows " +
                      std::to_string(most / 1024));
}

}  // namespace

template <class Exec>
void add_engineered_occupancy(Registrar<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    using Policy = TeamPolicy<Exec, block_size>;
    kokkos.add_prepared("occupancy/copy", [](const OccupancyCopy& c, const Exec& exec) {
      check_scratch<Policy>(c.shared_kib);
      return [c, exec] {
        auto policy = team_policy<Policy>(exec, ceil_div(c.n, block_size), block_size);
        policy.set_scratch_size(0, Kokkos::PerTeam(c.shared_kib * 1024));
        if (c.n > 0)
          Kokkos::parallel_for("occupancy/copy", policy,
                               InTeams<Exec, block_size, Copy<Exec>>{Copy<Exec>(c), c.n});
      };
    });
  }
}

template void add_engineered_occupancy(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_engineered_occupancy(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
