// One element a thread, read through a View that begins at an offset.
#include "catalogue/offset.hpp"

#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/team.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int block_size = 256;

template <class Exec>
struct Copy {
  Vector<const float, Exec> in;
  Vector<float, Exec> out;

  explicit Copy(const OffsetCopy& c) : in(c.base + c.offset, c.n), out(c.out, c.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = in(i); }
};

/// One element a thread, in blocks of the native size.
template <class Exec>
struct InTeams : Copy<Exec> {
  using Copy<Exec>::Copy;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const std::size_t i = first + static_cast<std::size_t>(thread);
      if (i < this->out.extent(0)) this->out(i) = this->in(i);
    });
  }
};

}  // namespace

template <class Exec>
void add_offset(Registrar<Exec>& kokkos) {
  kokkos.add("offset/copy", [](const OffsetCopy& c, const Exec& exec) {
    using Policy = TeamPolicy<Exec, block_size>;
    if (c.n == 0) return;
    Kokkos::parallel_for("offset/copy",
                         team_policy<Policy>(exec, ceil_div(c.n, block_size), block_size),
                         InTeams<Exec>(c));
  });
  kokkos.add("offset/copy_range", [](const OffsetCopy& c, const Exec& exec) {
    Kokkos::parallel_for("offset/copy_range", Kokkos::RangePolicy<Exec>(exec, 0, c.n),
                         Copy<Exec>(c));
  });
}

template void add_offset(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_offset(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
