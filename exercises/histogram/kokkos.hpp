// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Each iteration counts its element in global memory.
void yours(const Arguments& a, const Space& space) {
  const View<const std::int32_t*> in(a.in, a.n);
  const View<std::int32_t*> counts(a.counts, Arguments::bins);
  Kokkos::deep_copy(space, counts, 0);
  const Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>> elements(space, 0, a.n);
  Kokkos::parallel_for(
      "histogram", elements,
      KOKKOS_LAMBDA(std::int64_t i) { Kokkos::atomic_add(&counts(in(i)), 1); });
}
// [/]
