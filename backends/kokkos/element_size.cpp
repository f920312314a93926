// One element a thread, of 1 to 16 bytes: Views of the scalar or of an aligned struct.
#include "catalogue/element_size.hpp"

#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/team.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int block_size = 256;

template <class Exec, class T>
struct Copy {
  Vector<const T, Exec> in;
  Vector<T, Exec> out;

  explicit Copy(const SizedCopy& c)
      : in(static_cast<const T*>(c.in), c.count), out(static_cast<T*>(c.out), c.count) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = in(i); }
};

/// One element a thread, in blocks of the native size.
template <class Exec, class T>
struct InTeams : Copy<Exec, T> {
  using Copy<Exec, T>::Copy;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const std::size_t i = first + static_cast<std::size_t>(thread);
      if (i < this->out.extent(0)) this->out(i) = this->in(i);
    });
  }
};

template <class Exec>
void in_teams(const SizedCopy& c, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size>;
  if (c.count == 0) return;
  const auto policy = team_policy<Policy>(exec, ceil_div(c.count, block_size), block_size);
  with_element(c.bytes, [&](auto element) {
    Kokkos::parallel_for("element_size", policy, InTeams<Exec, decltype(element)>(c));
  });
}

template <class Exec>
void in_range(const SizedCopy& c, const Exec& exec) {
  with_element(c.bytes, [&](auto element) {
    Kokkos::parallel_for("element_size/range", Kokkos::RangePolicy<Exec>(exec, 0, c.count),
                         Copy<Exec, decltype(element)>(c));
  });
}

}  // namespace

template <class Exec>
void add_element_size(Registrar<Exec>& kokkos) {
  kokkos.add("element_size/same_count", in_teams<Exec>);
  kokkos.add("element_size/same_bytes", in_teams<Exec>);
  kokkos.add("element_size/same_count_range", in_range<Exec>);
  kokkos.add("element_size/same_bytes_range", in_range<Exec>);
}

template void add_element_size(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_element_size(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
