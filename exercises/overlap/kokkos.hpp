// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T, class Where>
using View = Kokkos::View<T, Where, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// All numbers are copied in, advanced and copied back on one instance, one after another.
void yours(const Arguments& a, const Space& space) {
  const int steps = a.steps;
  const View<const std::int32_t*, Kokkos::HostSpace> in(a.in, a.n);
  const View<std::int32_t*, Kokkos::HostSpace> out(a.out, a.n);
  const View<std::int32_t*, Space> numbers(a.numbers, a.n);
  Kokkos::deep_copy(space, numbers, in);
  const Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>> all(space, 0, a.n);
  Kokkos::parallel_for(
      "overlap", all, KOKKOS_LAMBDA(std::int64_t i) { numbers(i) = advanced(numbers(i), steps); });
  Kokkos::deep_copy(space, out, numbers);
}
// [/]
