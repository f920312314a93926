// 64 values a thread, all needed at the same time: registers that the bound does not leave are
// spilled to local memory.
#include "catalogue/launch_bounds.hpp"

#include "backends/kokkos/engineered/elements.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int block_size = 256;
constexpr int values = Averaging::values;

template <class Exec>
struct Average {
  Vector<const float, Exec> in;
  Vector<float, Exec> out;
  int sweeps;

  explicit Average(const Averaging& a)
      : in(a.in, a.n + values - 1), out(a.out, a.n), sweeps(a.sweeps) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    float value[values];
    unrolled<values>([&](int k) { value[k] = in(i + static_cast<std::size_t>(k)); });
    for (int sweep = 0; sweep < sweeps; ++sweep)
      unrolled<values>([&](int k) { value[k] = 0.5F * (value[k] + value[(k + 1) % values]); });
    float sum = 0;
    unrolled<values>([&](int k) { sum += value[k]; });
    out(i) = sum;
  }
};

template <int blocks_wanted, class Exec>
void launch(const Averaging& a, const Exec& exec) {
  in_teams<block_size, blocks_wanted>("launch_bounds", exec, a.n, Average<Exec>(a));
}

}  // namespace

template <class Exec>
void add_engineered_launch_bounds(Registrar<Exec>& kokkos) {
  kokkos.add("launch_bounds/blocks_1", launch<1, Exec>);
  if constexpr (!is_host<Exec>) {  // where a bound means something
    kokkos.add("launch_bounds/blocks_2", launch<2, Exec>);
    kokkos.add("launch_bounds/blocks_4", launch<4, Exec>);
    kokkos.add("launch_bounds/blocks_8", launch<8, Exec>);
  }
  kokkos.add("launch_bounds/range", [](const Averaging& a, const Exec& exec) {
    in_range("launch_bounds/range", exec, a.n, Average<Exec>(a));
  });
}

template void add_engineered_launch_bounds(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_engineered_launch_bounds(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
