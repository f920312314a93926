// SPDX-License-Identifier: Apache-2.0
#include "catalogue/coalescing/vector_load.hpp"

#include "catalogue/binary_sizes.hpp"
#include "catalogue/coalescing/vector_load_accesses.hpp"
#include "catalogue/compare.hpp"

namespace tilebridge::vector_load_experiment {

struct ScaleProblem {
  VectorScale make(ArrayList& arrays, const Parameters& p) const {
    const std::size_t n = p.as_size("n");
    return {.in = arrays.uniform("in", n),
            .out = arrays.output<float>("out", n),
            .n = n,
            .items = static_cast<int>(p["items"])};
  }
  Work work(const Parameters& p) const {
    const auto n = static_cast<double>(p["n"]);
    return {.bytes_read = n * sizeof(float), .bytes_written = n * sizeof(float), .flops = n};
  }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto in = host.get<float>("in");
    return compare_elements(host.get<float>("out"),
                            [&](std::size_t i) { return exactly(2.0 * in[i]); });
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    const bool host = platform == Platform::host;
    const std::int64_t n = host && preset == Preset::quick ? Mi : 32 * Mi;
    std::vector<Parameters> result;
    for (const std::int64_t items : {1, 2, 4}) {
      result.push_back({{"n", n}, {"items", items}});
      if (preset == Preset::full && !host) result.push_back({{"n", 256 * Mi}, {"items", items}});
    }
    return result;
  }
};

Experiment experiment() {
  const std::string held =
      "teams of 256 threads by raw team rank, all loads of a thread before its first store";
  Experiment e;
  e.problem = problem(ScaleProblem{});
  e.question = "What do wider loads, and more of them per thread, save?";
  e.parameters = {
      {"n", "elements of each array (4 bytes)", 32 * Mi, 0, std::int64_t{1} << 34},
      {"items",
       "vectors per thread, a block's width apart, all loaded before the first is stored; in "
       "Kokkos the launch's width apart, one after another",
       1, 1, 4},
  };
  e.variants = {
      {.name = "float1",
       .technique = "out[i] = 2·in[i] by loads and stores of 4 bytes",
       .accesses = vector_load_accesses::vectors_of<1>},
      matched("float1", held, {"policies/range"}),
      {.name = "float2",
       .technique = "the same by loads and stores of 8 bytes",
       .accesses = vector_load_accesses::vectors_of<2>},
      matched("float2", held, {"policies/range"}),
      {.name = "float4",
       .technique = "the same by loads and stores of 16 bytes",
       .accesses = vector_load_accesses::vectors_of<4>},
      {.name = "float4_small_blocks",
       .form = Form::tuned,
       .technique = "float4 in blocks of 128 threads",
       .models = native_and_kokkos_on_gpu(),
       .only_at = {{"items", 1}}},
  };
  e.ragged = {{"n", 1003}};
  e.tested_at = {
      {.axes = {{"n", {0,   1,   2,    3,    4,    5,    255,  256,  257,  511,  512,
                       513, 515, 1023, 1024, 1025, 2047, 2049, 4095, 4097, 4099, 100003}},
                {"items", {1, 2, 3, 4}}}}};
  return e;
}

}  // namespace tilebridge::vector_load_experiment
