// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Each iteration computes one element: it loads and stores 4 bytes.
void yours(const Arguments& a, const Space& space) {
  const View<const float*> x(a.x, a.n);
  const View<float*> y(a.y, a.n);
  const Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>> elements(space, 0, a.n);
  Kokkos::parallel_for(
      "vector_loads", elements, KOKKOS_LAMBDA(std::int64_t i) { y(i) = x(i) / 2; });
}
// [/]
