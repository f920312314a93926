// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Kokkos sums in registers, then in shared memory; the result stays on the device.
void yours(const Arguments& a, const Space& space) {
  const View<const std::int32_t*> in(a.in, a.n);
  const View<std::int64_t> sum(a.sum);
  const Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>> elements(space, 0, a.n);
  Kokkos::parallel_reduce(
      "reduction", elements, KOKKOS_LAMBDA(std::int64_t i, std::int64_t & part) { part += in(i); },
      sum);
}
// [/]
