// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Kokkos has no float4. A View of an aligned structure is accessed by 16 bytes, too.
struct alignas(16) Four {
  float x, y, z, w;
};

/// An iteration computes four elements, and the first ones one more: those behind the last whole
/// four.
void yours(const Arguments& a, const Space& space) {
  const std::int64_t n = a.n, fours = n / 4, rest = n % 4;
  const View<const float*> x(a.x, n);
  const View<float*> y(a.y, n);
  const View<const Four*> x_fours(reinterpret_cast<const Four*>(a.x), fours);
  const View<Four*> y_fours(reinterpret_cast<Four*>(a.y), fours);
  const Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>> all(
      space, 0, fours > rest ? fours : rest);
  Kokkos::parallel_for(
      "vector_loads", all, KOKKOS_LAMBDA(std::int64_t i) {
        if (i < fours) {
          const Four four = x_fours(i);
          y_fours(i) = Four{four.x / 2, four.y / 2, four.z / 2, four.w / 2};
        }
        if (i < rest) y(4 * fours + i) = x(4 * fours + i) / 2;
      });
}
// [/]
