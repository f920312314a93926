// One element a thread, read from where its index says.
#include "catalogue/gather.hpp"

#include "backends/kokkos/elements.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int block_size = 256;

template <class Exec, class In>
struct Element {
  In in;
  Vector<const std::uint32_t, Exec> index;
  Vector<float, Exec> out;

  explicit Element(const Gather& g) : in(g.in, g.n), index(g.index, g.n), out(g.out, g.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = in(index(i)); }
};

template <class Exec>
using Plain = Element<Exec, Vector<const float, Exec>>;

}  // namespace

template <class Exec>
void add_gather(Registrar<Exec>& kokkos) {
  kokkos.add("gather/plain", [](const Gather& g, const Exec& exec) {
    in_teams<block_size>("gather/plain", exec, g.n, Plain<Exec>(g));
  });
  if constexpr (!is_host<Exec>)
    kokkos.add("gather/read_only", [](const Gather& g, const Exec& exec) {
      in_teams<block_size>("gather/read_only", exec, g.n,
                           Element<Exec, ReadOnly<const float*, Exec>>(g));
    });
  kokkos.add("gather/plain_range", [](const Gather& g, const Exec& exec) {
    in_range("gather/plain_range", exec, g.n, Plain<Exec>(g));
  });
}

template void add_gather(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_gather(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
