// An execution space instance a piece: copy in, kernel, copy out. Nothing but a fence orders one
// instance after another.
#include "catalogue/overlap.hpp"

#include <vector>

#include "backends/kokkos/engineered/elements.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int block_size = 256;

template <class Exec>
struct Chain {
  Vector<float, Exec> data;
  int steps;

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    float value = data(i);
    for (int step = 0; step < steps; ++step) value = Overlap::factor * value + Overlap::addend;
    data(i) = value;
  }
};

template <class Exec>
std::vector<Exec> instances_of(const Exec& exec, int count) {
  using namespace Kokkos::Experimental;  // where partition_space is in Kokkos 4
  return partition_space(exec, std::vector<int>(static_cast<std::size_t>(count), 1));
}

template <class Exec>
void run_piece(const Overlap& o, Overlap::Piece piece, float* data, const Exec& exec) {
  const Vector<float, Exec> there(data + piece.first, piece.count);
  const Vector<const float, Kokkos::HostSpace> in(o.in + piece.first, piece.count);
  const Vector<float, Kokkos::HostSpace> out(o.out + piece.first, piece.count);
  Kokkos::deep_copy(exec, there, in);
  in_teams<block_size>("overlap/streams", exec, piece.count, Chain<Exec>{there, o.steps});
  Kokkos::deep_copy(exec, out, there);
}

template <class Exec>
void run(const Overlap& o, float* data, const std::vector<Exec>& instances, const Exec& exec) {
  exec.fence();
  for (int i = 0; i < o.streams; ++i) {
    const Overlap::Piece piece = o.piece(i);
    if (piece.count > 0) run_piece(o, piece, data, instances[static_cast<std::size_t>(i)]);
  }
  for (const Exec& instance : instances) instance.fence();
}

}  // namespace

template <class Exec>
void add_overlap(Registrar<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add_prepared("overlap/streams", [](const Overlap& o, const Exec& exec) {
      using Data = Kokkos::View<float*, Kokkos::LayoutRight, typename Exec::memory_space>;
      const Data data(Kokkos::view_alloc(exec, Kokkos::WithoutInitializing, "overlap"), o.n);
      return [o, exec, data, instances = instances_of(exec, o.streams)] {
        run(o, data.data(), instances, exec);
      };
    });
  }
}

template void add_overlap(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_overlap(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
