// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Each iteration computes 32 elements that follow one another, as a core of a CPU would.
constexpr int share = 32;

void yours(const Arguments& a, const Space& space) {
  const View<const double*> x(a.x, a.n);
  const View<double*> y(a.y, a.n);
  const std::int64_t n = a.n;
  const Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>> shares(space, 0,
                                                                           (n + share - 1) / share);
  Kokkos::parallel_for(
      "coalescing", shares, KOKKOS_LAMBDA(std::int64_t k) {
        for (std::int64_t i = k * share; i < (k + 1) * share && i < n; ++i) y(i) = 2 * x(i) + 1;
      });
}
// [/]
