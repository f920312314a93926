// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/nbody.hpp"

#include <array>
#include <cmath>

#include "catalogue/experiment.hpp"
#include "catalogue/sums.hpp"

namespace tilebridge::nbody_experiment {

/// Bodies are loaded in parts of 16 bytes.
class Bodies {
 public:
  explicit Bodies(const Parameters& p) : bytes_(4 * std::int64_t{real_bytes(p)}) {}

  std::int64_t bytes() const { return bytes_; }
  /// Loads per body.
  std::int64_t parts() const { return bytes_ / part; }
  /// Returns where the part is that step `step` loads of body number body(step / parts()), which is
  /// negative if there is none.
  template <class Body>
  std::int64_t at(const Body& body, std::int64_t step) const {
    const std::int64_t index = body(step / parts());
    return index < 0 ? inactive : index * bytes_ + step % parts() * part;
  }

  static constexpr int part = 16;  // bytes

 private:
  std::int64_t bytes_;
};

/// Returns the number of a thread's body, or -1 beyond the last one.
std::int64_t own_body(Thread thread, int block_size, std::int64_t n) {
  const std::int64_t i = thread.block * block_size + thread.rank;
  return i < n ? i : -1;
}

Access load_own(const Parameters& p, int block_size, std::int64_t times) {
  const Bodies bodies(p);
  const Address own = [=, n = p["n"]](Thread thread, std::int64_t step) {
    return bodies.at([=](std::int64_t) { return own_body(thread, block_size, n); }, step);
  };
  return load("bodies", Bodies::part, own, times * bodies.parts());
}

Access store_own(const Parameters& p, int block_size) {
  const int bytes = real_bytes(p);
  const Address own = [=, n = p["n"]](Thread thread, std::int64_t axis) {
    const std::int64_t i = own_body(thread, block_size, n);
    return i < 0 ? inactive : (axis * n + i) * bytes;
  };
  return store("acceleration", bytes, own, 3);
}

Kernel launched(const Parameters& p, int block_size, std::vector<Access> accesses) {
  return {blocks_for(p["n"], block_size), block_size, std::move(accesses)};
}

/// All lanes load the same body.
std::vector<Kernel> direct(const ModelForm&, const Parameters& p, const HostArrays&) {
  constexpr int block_size = Nbody<float>::block_size;
  const Bodies bodies(p);
  const Address other = [=, n = p["n"]](Thread thread, std::int64_t step) {
    if (own_body(thread, block_size, n) < 0) return inactive;
    return bodies.at([](std::int64_t j) { return j; }, step);
  };
  return {launched(
      p, block_size,
      {load_own(p, block_size, 1), load("bodies", Bodies::part, other, p["n"] * bodies.parts()),
       store_own(p, block_size)})};
}

/// A tile has a body for each thread of a block. In a library's ranges the sums have a place in
/// shared memory: set to 0, read and written back at every tile, and read once more at the end. A
/// thread there has a body or does nothing, and loads it for every tile.
template <int tile>
std::vector<Kernel> tiled(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const std::int64_t n = p["n"];
  const std::int64_t tiles = blocks_for(n, tile);
  const Bodies bodies(p);
  const bool in_loops = form.form == Form::loops;
  const Address staged = [=](Thread thread, std::int64_t step) {
    const auto body = [=](std::int64_t t) {
      const std::int64_t i = t * tile + thread.rank;
      return i < n ? i : -1;
    };
    return bodies.at(body, step);
  };
  const Address own_place = [=](Thread thread, std::int64_t step) {
    return bodies.at([=](std::int64_t) { return std::int64_t{thread.rank}; }, step);
  };
  const Address other = [=](Thread thread, std::int64_t step) {
    if (in_loops && own_body(thread, tile, n) < 0) return inactive;
    return bodies.at([](std::int64_t j) { return j % tile; }, step);
  };
  const std::int64_t parts = bodies.parts();
  Kernel kernel = launched(
      p, tile,
      {load_own(p, tile, in_loops ? tiles : 1), load("bodies", Bodies::part, staged, tiles * parts),
       in_shared(store("tile", Bodies::part, own_place, tiles * parts)),
       in_shared(load("tile", Bodies::part, other, tiles * tile * parts)), store_own(p, tile)});
  if (!in_loops) return {kernel};
  const int bytes = real_bytes(p);
  const Address sum = [=](Thread thread, std::int64_t step) {
    return (step % 3 * tile + thread.rank) * bytes;
  };
  const Address own_sum = [=](Thread thread, std::int64_t step) {
    return own_body(thread, tile, n) < 0 ? inactive : sum(thread, step);
  };
  kernel.accesses.push_back(in_shared(store("sums", bytes, sum, 3)));
  kernel.accesses.push_back(in_shared(store("sums", bytes, own_sum, 3 * tiles)));
  kernel.accesses.push_back(in_shared(load("sums", bytes, own_sum, 3 * (tiles + 1))));
  return {kernel};
}

/// One component of an acceleration: Σ t, Σ t² and Σ |t| over its terms t.
struct Component {
  double value, squares, magnitudes;

  /// The error has two parts. A term passes through these roundings before it is added: 1 in a
  /// difference of coordinates; 6 in the square of the distance (the difference twice, a product,
  /// three additions), of which a square root leaves half; 4 more in the reciprocal root, which is
  /// off by 2 ulp at most (CUDA C++ Programming Guide, "Mathematical Functions": rsqrtf; PTX ISA,
  /// rsqrt.approx.ftz.f32: 2^-22.9, which is less), where a host's 1 / √ has 2. Its cube has three
  /// times these 7 and 2 products; the products with the mass and the difference, and the
  /// difference's own, are 3. A root may be off in one direction for all terms, and so this part is
  /// a worst case. The n additions' part is a probable error, with the λ = 8 of many sums.
  template <class T>
  Expected expected(std::size_t n) const {
    constexpr double of_a_term = 3 * 7 + 2 + 3;
    const Expected sum = expected_sum<T>({value, squares}, static_cast<double>(n), 8);
    return within(value, sum.bound + gamma_of<T>(of_a_term) * magnitudes);
  }
};

using Components = std::array<Component, 3>;

template <class T>
Components pull_on(const PointMass<T>& own, std::span<const PointMass<T>> bodies) {
  std::array<Wide<T>, 3> sums = {}, squares = {}, magnitudes = {};
  for (const PointMass<T>& other : bodies) {
    const std::array<Wide<T>, 3> r = {Wide<T>{other.x} - own.x, Wide<T>{other.y} - own.y,
                                      Wide<T>{other.z} - own.z};
    const Wide<T> square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + Nbody<T>::softening;
    const Wide<T> pull = other.mass / (square * std::sqrt(square));
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Wide<T> term = pull * r[axis];
      sums[axis] += term;
      squares[axis] += term * term;
      magnitudes[axis] += std::abs(term);
    }
  }
  Components components = {};
  for (std::size_t axis = 0; axis < 3; ++axis)
    components[axis] = {static_cast<double>(sums[axis]), static_cast<double>(squares[axis]),
                        static_cast<double>(magnitudes[axis])};
  return components;
}

template <class T>
std::vector<Components> pull_on_all(std::span<const PointMass<T>> bodies) {
  const std::size_t n = bodies.size();
  std::vector<Components> pulls(n);
#pragma omp parallel for if (n * n >= worth_threads)
  for (std::size_t i = 0; i < n; ++i) pulls[i] = pull_on(bodies[i], bodies);
  return pulls;
}

/// Bodies lie in a cube; their masses are not negative.
template <class T>
PointMass<T> random_body(std::size_t i, const Random& random) {
  const auto number = [&](std::size_t k) { return random.uniform<T>(4 * i + k); };
  return {number(0), number(1), number(2), std::abs(number(3))};
}

std::vector<Parameters> of(std::vector<Value> n) { return every({{"n", std::move(n)}}); }

template <class T>
struct NbodyProblem {
  Nbody<T> make(ArrayList& arrays, const Parameters& p) const {
    return {.bodies = arrays.input<PointMass<T>>(
                filled<PointMass<T>>("bodies", p.as_size("n"), random_body<T>)),
            .acceleration = arrays.output<T>("acceleration", 3 * p.as_size("n")),
            .n = p.as_int("n")};
  }
  /// Counts of each pair 3 differences, 6 operations for the square of the distance, one for the
  /// reciprocal root, 3 for the pull and 6 for the sums.
  Work work(const Parameters& p) const {
    const auto n = p.as_double("n");
    return {.bytes_read = 4 * n * sizeof(T),
            .bytes_written = 3 * n * sizeof(T),
            .flops = (3 + 6 + 1 + 3 + 6) * n * n};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    const auto& pulls = host.once<std::vector<Components>>(
        "pulls", [&] { return pull_on_all(host.get<PointMass<T>>("bodies")); });
    return compare_elements(host.get<T>("acceleration"), [&](std::size_t i) {
      return pulls[i % n][i / n].template expected<T>(n);
    });
  }
  Cases cases = {.quick = of({8 * Ki}),
                 .standard = of({16 * Ki, 64 * Ki}),
                 .more_in_full = of({50021}),
                 .host_quick = of({Ki}),
                 .host = of({4 * Ki, 3001})};
};

void describe(Experiment& e) {
  e.problem = problem_in_reals<NbodyProblem>();
  e.pattern = Pattern::tile;
  e.known = KnownKernel{"tile128", "n-body"};
  e.question =
      "Does staging in shared memory still pay off where all threads read the same element, and "
      "how large should a tile be?";
  e.parameters = {{"n", "bodies, each of which pulls all", 64 * Ki, 0, 1 << 20}};
  const std::string through = " at a time in shared memory, blocks of as many threads";
  e.variants = {
      loops("direct", "one body per thread, the others from global memory; blocks of 128",
            Pattern::flat, direct),
      loops("unrolled", "the same loop, unrolled by 32: as many loads are on their way",
            Pattern::flat, native_and_kokkos_on_gpu(), direct),
      loops("tile64", "the others 64" + through, tiled<64>),
      loops("tile128", "the others 128" + through, tiled<128>),
      loops("tile128_bounded",
            "tile128 with __launch_bounds__(128, 1), Kokkos's LaunchBounds: nvcc may take as many "
            "registers as one block per SM leaves, and has more pairs under way",
            native_and_kokkos_on_gpu(), tiled<128>),
      loops("tile256", "the others 256" + through, tiled<256>),
      tuned_on_gpu(
          "pairs_once",
          "the pull between two bodies once, for both: of 128 bodies each lane of a warp has four "
          "in registers; as many others pass from lane to lane, and what pulls them goes with "
          "them; atomics add up the sums; reciprocal roots without the case of a denormal number. "
          "Kokkos has no word for such a root, a shuffle and a barrier of one warp: they are "
          "CUDA's"),
  };
  add_rewritten(e, {"tile64", "tile128", "tile128_bounded", "tile256"},
                "raw team ranks, a thread's body and its sums in registers",
                {"team_control/team_range", "scratch_use/kept_in_scratch"});
  e.ragged = {{"n", 1003}};
  e.tested_at = {{.axes = {{"n", {0,   1,   2,   31,  63,  64,  65,   127,  128,  129,
                                  255, 256, 257, 511, 512, 513, 1009, 1023, 1024, 1025}}}}};
}

}  // namespace tilebridge::nbody_experiment
