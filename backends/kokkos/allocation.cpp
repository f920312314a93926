// The same steps; what differs is where each gets its buffer. In Kokkos 4.7 a View on a GPU is a
// cudaMalloc and its end a cudaFree; only a Kokkos configured with
// Kokkos_ENABLE_IMPL_CUDA_MALLOC_ASYNC calls cudaMallocAsync and cudaFreeAsync for 40 kB or more,
// and it waits for the device around them. kokkos_malloc makes the same allocation as a View does,
// header included.
#include "catalogue/allocation.hpp"

#include "backends/kokkos/engineered/elements.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int block_size = 256;

template <class Exec>
using Buffer = Kokkos::View<float*, Kokkos::LayoutRight, typename Exec::memory_space>;

template <class Exec>
Buffer<Exec> uninitialized(const Exec& exec, std::size_t n) {
  return Buffer<Exec>(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "buffer"), n);
}

template <class Exec>
struct Step {
  Vector<const float, Exec> in;
  Vector<float, Exec> out, buffer;
  float number;

  Step(const Allocation& a, float* buffer_at, int step)
      : in(a.in, a.n), out(a.out, a.n), buffer(buffer_at, a.n), number(static_cast<float>(step)) {}

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    buffer(i) = in(i) + number;
    out(i) = 2 * buffer(i);
  }
};

template <class Exec>
void launch_step(const Allocation& a, const Buffer<Exec>& buffer, int number, const Exec& exec) {
  in_teams<block_size>("allocation", exec, a.n, Step<Exec>(a, buffer.data(), number));
}

template <class Exec>
void per_step(const Allocation& a, const Exec& exec) {
  for (int number = 0; number < a.steps; ++number)
    launch_step(a, uninitialized(exec, a.n), number, exec);
}

template <class Exec>
void per_step_filled(const Allocation& a, const Exec& exec) {
  for (int number = 0; number < a.steps; ++number)
    launch_step(a, Buffer<Exec>("buffer", a.n), number, exec);
}

}  // namespace

template <class Exec>
void add_allocation(Registrar<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("allocation/per_step", per_step<Exec>);
    kokkos.add("allocation/per_step_filled", per_step_filled<Exec>);
    kokkos.add_prepared("allocation/reused", [](const Allocation& a, const Exec& exec) {
      return [a, exec, buffer = uninitialized(exec, a.n)] {
        for (int number = 0; number < a.steps; ++number) launch_step(a, buffer, number, exec);
      };
    });
  }
}

template void add_allocation(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_allocation(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
