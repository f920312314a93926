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
using tilebridge::PairPlatform;

#if KOKKOS
class MyKernel final : public tilebridge::KokkosPair<MyKernel> {
#else
class MyKernel final : public tilebridge::Pair {
#endif
 public:
  std::string name() const override { return "my_kernel"; }
  std::string question() const override { return "What does my kernel cost in each model?"; }

  /// Set by `--set n=64Mi`; without, the default.
  std::vector<tilebridge::PairParameter> parameters() const override {
    return {{"n", "elements", 1 << 24, 0, std::int64_t{1} << 32}};
  }

  /// Inputs are random numbers in [-1, 1).
  std::vector<PairArray> arrays(const std::int64_t* p) const override {
    const auto n = static_cast<std::size_t>(p[0]);
    return {PairArray::input<double>("x", n), PairArray::input<double>("y0", n),
            PairArray::output<double>("y", n)};
  }

  /// Counts what the algorithm has to read, write and compute.
  tilebridge_work work(const std::int64_t* p) const override {
    const auto n = static_cast<double>(p[0]);
    return {.bytes_read = 16 * n, .bytes_written = 8 * n, .flops = 2 * n};
  }

  /// Leave both out, and the models validate each other.
  bool has_reference() const override { return true; }
  void expected(const PairCase& c, double* const* outputs) const override {
    const Arguments a = arguments(c);
    for (std::int64_t i = 0; i < a.n; ++i) outputs[2][i] = Arguments::a * a.x[i] + a.y0[i];
  }
  /// Relative to the larger of an element and 1. A multiply-add may round once or twice.
  double tolerance() const override { return 1e-15; }

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
    const Arguments a = arguments(c);
    return [space, a] {
      Kokkos::parallel_for(
          "my_kernel", Kokkos::RangePolicy<Space>(space, 0, a.n),
          KOKKOS_LAMBDA(std::int64_t i) { a.y[i] = Arguments::a * a.x[i] + a.y0[i]; });
    };
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
    return {c.array<const double>(0), c.array<const double>(1), c.array<double>(2),
            c.parameters[0]};
  }
};

}  // namespace

TILEBRIDGE_EXPORT_PAIR(MyKernel)
