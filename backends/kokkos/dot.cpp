// One product a thread, or 16 (VectorLoad); what differs is how the products are summed.
#include "catalogue/dot.hpp"

#include "backends/kokkos/elements.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/vector_sums.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int block_size = 256;

template <class Exec>
struct Products {
  Vector<const float, Exec> a, b;
  Vector<float, Exec> result;  // one element

  explicit Products(const Dot& d) : a(d.a, d.n), b(d.b, d.n), result(d.result, 1) {}

  /// The product of a thread; 0 beyond the end.
  KOKKOS_FUNCTION float product(std::size_t i) const { return i < a.extent(0) ? a(i) * b(i) : 0; }
};

template <class Exec>
struct Atomic : Products<Exec> {
  using Products<Exec>::Products;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const std::size_t i = first + static_cast<std::size_t>(thread);
      if (i < this->a.extent(0)) Kokkos::atomic_add(&this->result(0), this->a(i) * this->b(i));
    });
  }

  static std::size_t scratch_bytes() { return 0; }
};

template <class Exec>
struct BlockTree : Products<Exec> {
  using Products<Exec>::Products;
  using Sums = Scratch<float[block_size], Exec>;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Sums sums(team.team_scratch(0));
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      sums(thread) = this->product(first + static_cast<std::size_t>(thread));
    });
    team.team_barrier();
    for (int half = block_size / 2; half > 0; half /= 2) {
      for_first_threads<Exec>(team, half, [&](int thread) { sums(thread) += sums(thread + half); });
      team.team_barrier();
    }
    if (team.team_rank() == 0) Kokkos::atomic_add(&this->result(0), sums(0));
  }

  static std::size_t scratch_bytes() { return Sums::shmem_size(); }
};

/// team_reduce is what Kokkos makes of shuffles: within warps first, then over the warps' sums.
template <class Exec>
struct WarpShuffle : Products<Exec> {
  using Products<Exec>::Products;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    float sum = 0;
    for_each_thread<Exec, block_size>(
        team, [&](int thread) { sum += this->product(first + static_cast<std::size_t>(thread)); });
    team.team_reduce(Kokkos::Sum<float>(sum));
    if (team.team_rank() == 0) Kokkos::atomic_add(&this->result(0), sum);
  }

  static std::size_t scratch_bytes() { return 0; }
};

template <class Exec>
struct VectorLoad : Products<Exec> {
  static constexpr int vectors = vector_sums::loads / 2;  // of each array, a thread
  static constexpr std::size_t piece = std::size_t{vectors} * vector_sums::block_size;

  Vector<const Floats, Exec> a4, b4;

  explicit VectorLoad(const Dot& d)
      : Products<Exec>(d), a4(vectors_of<Exec>(d.a, d.n)), b4(vectors_of<Exec>(d.b, d.n)) {}

  using Products<Exec>::product;
  KOKKOS_FORCEINLINE_FUNCTION static float product(const Floats& x, const Floats& y) {
    return (x.values[0] * y.values[0] + x.values[1] * y.values[1]) +
           (x.values[2] * y.values[2] + x.values[3] * y.values[3]);
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto thread = static_cast<std::size_t>(thread_rank(team));
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * piece + thread;
    Floats of_a[vectors] = {};
    Floats of_b[vectors] = {};
    for (int k = 0; k < vectors; ++k) {
      const std::size_t i = first + static_cast<std::size_t>(k * vector_sums::block_size);
      if (i >= a4.extent(0)) continue;
      of_a[k] = a4(i);
      of_b[k] = b4(i);
    }
    float sum = 0;
    for (int k = 0; k < vectors; ++k) sum += product(of_a[k], of_b[k]);
    if (team.league_rank() == 0) sum += product(4 * a4.extent(0) + thread);  // too few for a vector
    sum = VectorSum<Exec>::sum(team, sum);
    if (thread == 0) Kokkos::atomic_add(&this->result(0), sum);
  }
};

template <class Exec>
void in_vectors(const Dot& d, const Exec& exec) {
  const VectorLoad<Exec> functor(d);
  Kokkos::deep_copy(exec, functor.result, 0.0F);
  VectorSum<Exec>::launch("dot/vector_load", exec, d.n, 4 * functor.piece, functor);
}

/// Kokkos's own reduction: threads, items a thread and the tree are its choice.
template <class Exec>
struct Sum {
  Vector<const float, Exec> a, b;

  explicit Sum(const Dot& d) : a(d.a, d.n), b(d.b, d.n) {}

  KOKKOS_FUNCTION void operator()(std::size_t i, float& sum) const { sum += a(i) * b(i); }
};

template <class Functor, class Exec>
void in_teams(const Dot& d, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size>;
  const Functor functor(d);
  Kokkos::deep_copy(exec, functor.result, 0.0F);
  auto policy = team_policy<Policy>(exec, ceil_div(d.n, block_size), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::scratch_bytes()));
  if (d.n > 0) Kokkos::parallel_for("dot", policy, functor);
}

}  // namespace

template <class Exec>
void add_dot(Registrar<Exec>& kokkos) {
  kokkos.add("dot/atomic", in_teams<Atomic<Exec>, Exec>);
  kokkos.add("dot/block_tree", in_teams<BlockTree<Exec>, Exec>);
  kokkos.add("dot/warp_shuffle", in_teams<WarpShuffle<Exec>, Exec>);
  if constexpr (!is_host<Exec>) kokkos.add("dot/vector_load", in_vectors<Exec>);
  kokkos.add("dot/parallel_reduce", [](const Dot& d, const Exec& exec) {
    // Into a View: a scalar result would wait for the device.
    const Kokkos::View<float, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>
        result(d.result);
    Kokkos::parallel_reduce("dot/parallel_reduce",
                            RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(d.n)),
                            Sum<Exec>(d), result);
  });
}

template void add_dot(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_dot(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
