// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Neighbouring iterations compute neighbouring elements: a warp's 32 doubles lie in 8 sectors.
void yours(const Arguments& a, const Space& space) {
  const View<const double*> x(a.x, a.n);
  const View<double*> y(a.y, a.n);
  const Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>> elements(space, 0, a.n);
  Kokkos::parallel_for(
      "coalescing", elements, KOKKOS_LAMBDA(std::int64_t i) { y(i) = 2 * x(i) + 1; });
}
// [/]
