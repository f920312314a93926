// SPDX-License-Identifier: Apache-2.0
// One atom per iteration, as its guide teaches Kokkos: a range, and Views indexed as Views.
#include <tilebridge/pair_kokkos.hpp>

#include "lennard_jones.hpp"

namespace {

using tilebridge::PairArray;
using tilebridge::PairCase;
using tilebridge::PairLaunch;
using tilebridge::PairPlatform;

// [kokkos]
template <class T, class Space>
using UnmanagedView =
    Kokkos::View<T, Kokkos::LayoutLeft, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

// [/]
class LennardJones final : public tilebridge::KokkosPair<LennardJones> {
 public:
  std::string name() const override { return "lennard_jones"; }
  std::string question() const override { return "What does a pair loop cost in Kokkos?"; }

  std::vector<tilebridge::PairParameter> parameters() const override {
    return {{"atoms", "in the box", 1 << 20, 65, 1 << 27},
            {"neighbours", "of each atom", 64, 0, 1024}};
  }

  std::vector<PairArray> arrays(const std::int64_t* p) const override {
    const auto n = static_cast<std::size_t>(p[0]);
    const auto neighbours = static_cast<std::size_t>(p[1]);
    constexpr std::int64_t nearest = 64;  // in memory, as after sorting atoms by their cell
    return {PairArray::input<double>("x", n),
            PairArray::input<double>("y", n),
            PairArray::input<double>("z", n),
            PairArray::input<std::int32_t>("list", n * neighbours, nearest),
            PairArray::output<double>("force_x", n),
            PairArray::output<double>("force_y", n),
            PairArray::output<double>("force_z", n)};
  }

  /// Each position once: caches are to serve the neighbours'.
  tilebridge_work work(const std::int64_t* p) const override {
    const auto n = static_cast<double>(p[0]);
    const auto neighbours = static_cast<double>(p[1]);
    return {.bytes_read = n * (24 + 4 * neighbours),
            .bytes_written = 24 * n,
            .flops = n * neighbours * 23};
  }

  bool has_reference() const override { return true; }
  void expected(const PairCase& c, double* const* outputs) const override {
    const Atoms a = atoms(c);
#pragma omp parallel for
    for (std::int64_t i = 0; i < a.n; ++i) {
      Vector force = {0, 0, 0};
      for (std::int64_t k = 0; k < a.neighbours; ++k)
        add_force(force, a.position(i), a.position(a.neighbour(i, k)));
      outputs[4][i] = force.x;
      outputs[5][i] = force.y;
      outputs[6][i] = force.z;
    }
  }
  /// Sums of some hundred terms of up to a thousand, which may cancel.
  double tolerance() const override { return 1e-10; }

  PairLaunch native(const PairCase& c, PairPlatform platform, void* queue) const override {
    const Atoms a = atoms(c);
    if (platform == PairPlatform::host) return [a] { run_on_host(a); };
    return [a, queue] { run_on_gpu(a, queue); };
  }

  // [kokkos]
  template <class Space>
  PairLaunch kokkos_on(const Space& space, const PairCase& c) const {
    using Positions = UnmanagedView<const double*, Space>;
    using Forces = UnmanagedView<double*, Space>;
    const Atoms a = atoms(c);
    const Positions x(a.x, a.n), y(a.y, a.n), z(a.z, a.n);
    const UnmanagedView<const std::int32_t**, Space> list(a.list, a.n, a.neighbours);
    const Forces force_x(a.force_x, a.n), force_y(a.force_y, a.n), force_z(a.force_z, a.n);
    return [=] {
      const auto atom_forces = KOKKOS_LAMBDA(std::int64_t i) {
        constexpr double s = Atoms::half_edge;
        const Vector at = {s * x(i), s * y(i), s * z(i)};
        const auto n = static_cast<std::int64_t>(x.extent(0));
        Vector force = {0, 0, 0};
        for (std::size_t k = 0; k < list.extent(1); ++k) {
          const std::int64_t next = i + 1 + list(i, k);
          const std::int64_t j = next < n ? next : next - n;
          add_force(force, at, {s * x(j), s * y(j), s * z(j)});
        }
        force_x(i) = force.x;
        force_y(i) = force.y;
        force_z(i) = force.z;
      };
      Kokkos::parallel_for("lennard_jones", Kokkos::RangePolicy<Space>(space, 0, x.extent(0)),
                           atom_forces);
    };
  }
  // [/]

 private:
  static Atoms atoms(const PairCase& c) {
    return {c.array<const double>(0), c.array<const double>(1),
            c.array<const double>(2), c.array<const std::int32_t>(3),
            c.array<double>(4),       c.array<double>(5),
            c.array<double>(6),       c.parameters[0],
            c.parameters[1]};
  }
};

}  // namespace

TILEBRIDGE_EXPORT_PAIR(LennardJones)
