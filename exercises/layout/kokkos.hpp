// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;  // the problem owns the memory

/// height(point, section) and water(point, section), of the problem.
using Height = Kokkos::View<const std::int32_t**, Kokkos::LayoutRight, Space, Unmanaged>;
using Water = Kokkos::View<std::int32_t**, Kokkos::LayoutRight, Space, Unmanaged>;

/// left(section, point) is the highest point to the left of a point.
using Left = Kokkos::View<std::int32_t**, Kokkos::LayoutRight, Space, Unmanaged>;
/// right(point, section) is the highest point to its right.
using Right = Kokkos::View<std::int32_t**, Kokkos::LayoutLeft, Space, Unmanaged>;

/// One section per iteration, from left to right and back.
void yours(const Arguments& a, const Space& space) {
  const int points = a.points;
  const Height heights(a.height, points, a.sections);
  const Water water(a.water, points, a.sections);
  const Left left(a.left, a.sections, points);
  const Right right(a.right, points, a.sections);
  Kokkos::parallel_for(
      "layout", Kokkos::RangePolicy<Space>(space, 0, a.sections), KOKKOS_LAMBDA(int section) {
        std::int32_t highest = 0;
        for (int p = 0; p < points; ++p) {
          highest = heights(p, section) > highest ? heights(p, section) : highest;
          left(section, p) = highest;
        }
        highest = 0;
        for (int p = points - 1; p >= 0; --p) {
          highest = heights(p, section) > highest ? heights(p, section) : highest;
          right(p, section) = highest;
        }
        for (int p = 0; p < points; ++p) {
          const bool is_left_lower = left(section, p) < right(p, section);
          water(p, section) =
              (is_left_lower ? left(section, p) : right(p, section)) - heights(p, section);
        }
      });
}
// [/]
