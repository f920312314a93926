// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// One element of c per iteration.
void yours(const Arguments& p, const Space& space) {
  const View<const std::int32_t**> a(p.a, p.m, p.k), b(p.b, p.k, p.n);
  const View<std::int32_t**> c(p.c, p.m, p.n);
  const int k = p.k;
  using Elements = Kokkos::MDRangePolicy<Space, Kokkos::Rank<2, Kokkos::Iterate::Right>>;
  Kokkos::parallel_for(
      "matrix_product", Elements(space, {0, 0}, {p.m, p.n}), KOKKOS_LAMBDA(int y, int x) {
        std::int32_t sum = 0;
        for (int i = 0; i < k; ++i) sum += a(y, i) * b(i, x);
        c(y, x) = sum;
      });
}
// [/]
