// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Each iteration adds its element to the sum.
void yours(const Arguments& a, const Space& space) {
  const View<const std::int32_t*> in(a.in, a.n);
  const View<std::int64_t> sum(a.sum);
  Kokkos::deep_copy(space, sum, 0);
  const Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>> elements(space, 0, a.n);
  Kokkos::parallel_for(
      "reduction", elements,
      KOKKOS_LAMBDA(std::int64_t i) { Kokkos::atomic_add(&sum(), std::int64_t{in(i)}); });
}
// [/]
