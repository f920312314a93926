// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// One element per iteration, which loads all 49.
void yours(const Arguments& a, const Space& space) {
  constexpr int radius = Arguments::radius;
  const View<const std::int32_t**> in(a.in, a.rows, a.cols);
  const View<std::int32_t**> out(a.out, a.rows, a.cols);
  const int rows = a.rows, cols = a.cols;
  using Elements = Kokkos::MDRangePolicy<Space, Kokkos::Rank<2, Kokkos::Iterate::Right>>;
  Kokkos::parallel_for(
      "port_tile", Elements(space, {0, 0}, {rows, cols}), KOKKOS_LAMBDA(int y, int x) {
        std::int32_t sum = 0;
        for (int from_y = y - radius; from_y <= y + radius; ++from_y)
          for (int from_x = x - radius; from_x <= x + radius; ++from_x)
            if (from_y >= 0 && from_y < rows && from_x >= 0 && from_x < cols)
              sum += in(from_y, from_x);
        out(y, x) = sum;
      });
}
// [/]
