// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T, class Where>
using View = Kokkos::View<T, Where, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Copies `count` numbers in, advances them and copies them back.
void advance_piece(const Arguments& a, const Space& space, std::int64_t first, std::int64_t count) {
  const int steps = a.steps;
  const View<const std::int32_t*, Kokkos::HostSpace> in(a.in + first, count);
  const View<std::int32_t*, Kokkos::HostSpace> out(a.out + first, count);
  const View<std::int32_t*, Space> numbers(a.numbers + first, count);
  Kokkos::deep_copy(space, numbers, in);
  const Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>> all(space, 0, count);
  Kokkos::parallel_for(
      "overlap", all, KOKKOS_LAMBDA(std::int64_t i) { numbers(i) = advanced(numbers(i), steps); });
  Kokkos::deep_copy(space, out, numbers);
}

/// Each piece is on the instance whose turn it is. Fences alone order instances: the first waits
/// for what `space` had before, the others for all pieces.
void yours(const Arguments& a, const Space& space) {
  constexpr int pieces = 16;
  const std::int64_t length = tilebridge::covering(a.n, pieces);
  space.fence();
  for (std::int64_t first = 0, piece = 0; first < a.n; first += length, ++piece)
    advance_piece(a, a.instances[piece % Arguments::stream_count], first,
                  first + length < a.n ? length : a.n - first);
  for (const Space& instance : a.instances) instance.fence();
}
// [/]
