// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T, class Layout = Kokkos::LayoutRight>
using View = Kokkos::View<T, Layout, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// particles(i, m) is member m of particle i. The first index is the contiguous one.
using Particles = View<double * [Arguments::members], Kokkos::LayoutLeft>;

void yours(const Arguments& a, const Space& space) {
  const View<const double*> x0(a.x0, a.n), v0(a.v0, a.n);
  const View<double*> x(a.x, a.n);
  const Particles particles(a.particles, a.n);
  const Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>> all(space, 0, a.n);
  Kokkos::parallel_for(
      "fill", all, KOKKOS_LAMBDA(std::int64_t i) {
        particles(i, Arguments::at_x) = x0(i);
        particles(i, Arguments::at_v) = v0(i);
      });
  for (int step = 0; step < Arguments::steps; ++step)
    Kokkos::parallel_for(
        "drift", all, KOKKOS_LAMBDA(std::int64_t i) {
          particles(i, Arguments::at_x) += Arguments::time_step * particles(i, Arguments::at_v);
        });
  Kokkos::parallel_for(
      "fetch", all, KOKKOS_LAMBDA(std::int64_t i) { x(i) = particles(i, Arguments::at_x); });
}
// [/]
