// The pair that `tilebridge run build/my_kernel.so` loads: what it asks, its arrays and work, a
// reference, and its models. `tilebridge explain` shows what stands between the [marks].
#if KOKKOS
#include <tilebridge/pair_kokkos.hpp>
#else
#include <stdexcept>
#include <tilebridge/pair.hpp>
#endif

#include "my_kernel.hpp"

namespace {

using tilebridge::PairArray;
using tilebridge::PairCase;
using tilebridge::PairLaunch;
using tilebridge::PairParameter;
using tilebridge::PairPlatform;

#if KOKKOS
// [kokkos]
template <class T, class Space>
using View = Kokkos::View<T, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

// [/]
class MyKernel final : public tilebridge::KokkosPair<MyKernel> {
#else
class MyKernel final : public tilebridge::Pair {
#endif
 public:
  std::string name() const override { return "my_kernel"; }
  std::string question() const override { return "What does my kernel cost in each model?"; }

  /// Set by `--set name=64Mi`; without, the defaults.
  std::vector<PairParameter> parameters() const override {
#if TEAM
    // A parameter with values to try is a setting: `tilebridge tune` finds the fastest.
    const std::vector<std::int64_t> tries = {128, 32, 64, 256, 512, 1024};
    const char* const meaning = "of a GPU, for each row: a power of two";
    const PairParameter threads = {"threads", meaning, 128, 1, 1024, tries};
    const PairParameter columns = {"columns", "of the matrix", 512, 0, 16384};
    return {{"rows", "of the matrix", 1 << 16, 0, 1 << 30}, columns, threads};
#else
    return {{"n", "elements", 1 << 24, 0, std::int64_t{1} << 32}};
#endif
  }

  /// Inputs are random numbers in [-1, 1).
  std::vector<PairArray> arrays(const std::int64_t* p) const override {
#if TEAM
    const auto rows = static_cast<std::size_t>(p[0]);
    const auto columns = static_cast<std::size_t>(p[1]);
    return {PairArray::input<double>("a", rows * columns), PairArray::input<double>("x", columns),
            PairArray::output<double>("y", rows)};
#else
    const auto n = static_cast<std::size_t>(p[0]);
    return {PairArray::input<double>("x", n), PairArray::input<double>("y0", n),
            PairArray::output<double>("y", n)};
#endif
  }

  /// Counts what the algorithm has to read, write and compute.
  tilebridge_work work(const std::int64_t* p) const override {
#if TEAM
    const auto rows = static_cast<double>(p[0]);
    const auto columns = static_cast<double>(p[1]);
    return {.bytes_read = 8 * (rows + 1) * columns,
            .bytes_written = 8 * rows,
            .flops = 2 * rows * columns};
#else
    const auto n = static_cast<double>(p[0]);
    return {.bytes_read = 16 * n, .bytes_written = 8 * n, .flops = 2 * n};
#endif
  }

  /// Leave both out, and the models validate each other.
  bool has_reference() const override { return true; }
  void expected(const PairCase& c, double* const* outputs) const override {
    const Arguments a = arguments(c);
#if TEAM
    for (std::int64_t i = 0; i < a.rows; ++i) {
      outputs[2][i] = 0;
      for (std::int64_t j = 0; j < a.columns; ++j) outputs[2][i] += a.a[i * a.columns + j] * a.x[j];
    }
#else
    for (std::int64_t i = 0; i < a.n; ++i) outputs[2][i] = Arguments::a * a.x[i] + a.y0[i];
#endif
  }
#if TEAM
  /// Relative to the larger of an element and 1. Two sums of n terms up to 1, in whatever order,
  /// differ by at most 2n² roundings of 2⁻⁵³: n is at most 2¹⁴.
  double tolerance() const override { return 6e-8; }
#else
  /// Relative to the larger of an element and 1. A multiply-add may round once or twice.
  double tolerance() const override { return 1e-15; }
#endif

  /// The others are compared with the first.
  std::vector<std::string> models() const override { return {"MODELS"}; }
  PairLaunch prepare(const std::string& model, const PairCase& c, PairPlatform platform,
                     void* queue) const override {
    if (model == "MODEL") return launch(MODEL_on_host, MODEL_on_gpu, c, platform, queue);
#if KOKKOS
    return KokkosPair::prepare(model, c, platform, queue);
  }

  // [kokkos]
  template <class Space>
  PairLaunch kokkos_on(const Space& space, const PairCase& c) const {
    const Arguments raw = arguments(c);
#if TEAM
    using Policy = Kokkos::TeamPolicy<Space>;
    using Team = typename Policy::member_type;
    constexpr bool on_host = std::is_same_v<Space, Kokkos::DefaultHostExecutionSpace>;
    const View<const double**, Space> a(raw.a, raw.rows, raw.columns);
    const View<const double*, Space> x(raw.x, raw.columns);
    const View<double*, Space> y(raw.y, raw.rows);
    return [=] {
      const Policy rows(space, static_cast<int>(raw.rows), on_host ? 1 : raw.threads);
      Kokkos::parallel_for(
          "my_kernel", rows, KOKKOS_LAMBDA(const Team& team) {
            const std::int64_t i = team.league_rank();
            const auto columns = static_cast<std::int64_t>(a.extent(1));
            double sum = 0;
            Kokkos::parallel_reduce(
                Kokkos::TeamThreadRange(team, columns),
                [&](std::int64_t j, double& part) { part += a(i, j) * x(j); }, sum);
            Kokkos::single(Kokkos::PerTeam(team), [&] { y(i) = sum; });
          });
    };
#else
    using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::int64_t>>;
    const View<const double*, Space> x(raw.x, raw.n), y0(raw.y0, raw.n);
    const View<double*, Space> y(raw.y, raw.n);
    return [=] {
      Kokkos::parallel_for(
          "my_kernel", Policy(space, 0, raw.n),
          KOKKOS_LAMBDA(std::int64_t i) { y(i) = Arguments::a * x(i) + y0(i); });
    };
#endif
  }
  // [/]
#else
    throw std::invalid_argument("no model is called " + model);
  }

  /// Every file is compiled for a GPU, or none.
  bool has(PairPlatform platform, const std::string& /* model */) const override {
    return platform == PairPlatform::host || platform == tilebridge::compiled_for;
  }
#endif

 private:
  template <class OnHost, class OnGpu>
  static PairLaunch launch(OnHost on_host, OnGpu on_gpu, const PairCase& c, PairPlatform platform,
                           void* queue) {
    const Arguments a = arguments(c);
    if (platform == PairPlatform::host) return [on_host, a] { on_host(a); };
    return [on_gpu, a, queue] { on_gpu(a, queue); };
  }
  static Arguments arguments(const PairCase& c) {
#if TEAM
    return {c.array<const double>(0), c.array<const double>(1), c.array<double>(2),
            c.parameters[0],          c.parameters[1],          static_cast<int>(c.parameters[2])};
#else
    return {c.array<const double>(0), c.array<const double>(1), c.array<double>(2),
            c.parameters[0]};
#endif
  }
};

}  // namespace

TILEBRIDGE_EXPORT_PAIR(MyKernel)
