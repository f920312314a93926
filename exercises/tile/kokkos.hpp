// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// One element per iteration, row after row.
void yours(const Arguments& a, const Space& space) {
  const View<const float**> in(a.in, a.rows, a.cols);
  const View<float**> out(a.out, a.cols, a.rows);
  const std::int64_t cols = a.cols;
  const Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>> elements(space, 0,
                                                                             a.rows * cols);
  Kokkos::parallel_for(
      "tile", elements, KOKKOS_LAMBDA(std::int64_t i) {
        const std::int64_t y = i / cols, x = i % cols;
        out(x, y) = in(y, x);
      });
}
// [/]
