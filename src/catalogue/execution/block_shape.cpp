// SPDX-License-Identifier: Apache-2.0
#include "catalogue/execution/block_shape.hpp"

#include "catalogue/experiment.hpp"

namespace tilebridge::block_shape_experiment {

std::size_t elements(const Parameters& p) {
  return p.as_size("nx") * p.as_size("ny") * p.as_size("nz");
}

Parameters cube(std::int64_t n) { return {{"nx", n}, {"ny", n}, {"nz", n}}; }

struct VolumeAddProblem {
  VolumeAdd make(ArrayList& arrays, const Parameters& p) const {
    return {.a = arrays.uniform("a", elements(p)),
            .b = arrays.uniform("b", elements(p)),
            .c = arrays.output<float>("c", elements(p)),
            .nx = p.as_int("nx"),
            .ny = p.as_int("ny"),
            .nz = p.as_int("nz")};
  }
  Work work(const Parameters& p) const { return combined<float>(elements(p)); }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto a = host.get<float>("a");
    const auto b = host.get<float>("b");
    return compare_elements(host.get<float>("c"),
                            [&](std::size_t i) { return sum_of_two(a[i], b[i]); });
  }
  Cases cases = {.quick = {cube(256)}, .standard = {cube(512)}, .host = {cube(32)}};
};

void describe(Experiment& e) {
  const ProblemPointer sum = problem(VolumeAddProblem{});
  const std::string beyond_loops =
      "raw team ranks, league and team divided by multiplication, launch bounds";
  e.pattern = Pattern::grid;
  e.question = "Which shape should a block have when the data is three-dimensional?";
  e.parameters = {
      {"nx", "elements along x, the contiguous axis", 512, 0, 1 << 20},
      {"ny", "elements along y", 512, 0, 65535},  // as many blocks of one row
      {"nz", "elements along z", 512, 0, 65535},
  };
  const auto add = [&](const std::string& name, const std::string& what) {
    e.variants.push_back(
        loops(name, "c = a + b, one element per thread; " + what, native_and_kokkos_on_gpu(), sum));
    e.variants.push_back(rewritten(name, beyond_loops));
  };
  add("line_256", "256 threads along x: a warp has 128 bytes of a row");
  add("rectangle_32x8", "32 × 8 threads: a warp has 128 bytes of a row");
  add("square_16x16", "16 × 16 threads: a warp has 64 bytes of each of two rows");
  add("cube_8x8x8", "8 × 8 × 8 threads: a warp has a sector of each of four rows");
  e.tested_at = {{.axes = {{"nx", {0, 1, 7, 8, 17, 33, 257}},
                           {"ny", {0, 1, 7, 9, 16, 37}},
                           {"nz", {0, 1, 8, 11}}}}};
}

}  // namespace tilebridge::block_shape_experiment
