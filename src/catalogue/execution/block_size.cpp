// SPDX-License-Identifier: Apache-2.0
#include "catalogue/execution/block_size.hpp"

#include "catalogue/experiment.hpp"
#include "catalogue/tiling/matmul_problem.hpp"

namespace tilebridge::block_size_experiment {

/// The thread counts that are tried: powers of two, and others, not all of them whole warps.
Cases thread_counts(const std::vector<Value>& quick, const std::vector<Value>& otherwise) {
  const auto of = [](std::int64_t n, std::int64_t size, const std::vector<Value>& counts) {
    return every({{"n", {n}}, {"size", {size}}, {"threads", counts}});
  };
  return {.quick = of(8 * Mi, 512, quick),
          .standard = of(32 * Mi, 2048, otherwise),
          .full = of(256 * Mi, 4096, otherwise),
          .host_quick = of(Mi, 64, quick),
          .host = of(32 * Mi, 64, otherwise)};
}

struct AddProblem {
  Cases cases;

  BlockedAdd make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("a"), arrays.uniform("b"), arrays.output<float>("c"), p.as_size("n"),
            p.as_int("threads")};
  }
  Work work(const Parameters& p) const { return combined<float>(p["n"]); }
  Validation validate(const HostArrays& host, const Parameters&) const {
    const auto a = host.get<float>("a");
    const auto b = host.get<float>("b");
    return compare_elements(host.get<float>("c"),
                            [&](std::size_t i) { return sum_of_two(a[i], b[i]); });
  }
};

/// The problem of the experiment matmul, with square matrices.
struct MatmulProblem {
  Cases cases;
  ProblemPointer product = matmul_experiment::matrix_product();

  BlockedMatmul make(ArrayList& arrays, const Parameters& p) const {
    const auto size = p.as_int("size");
    const std::size_t elements = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
    return {.product = {.a = arrays.uniform("a", elements),
                        .b = arrays.uniform("b", elements),
                        .c = arrays.output<float>("c", elements),
                        .m = size,
                        .n = size,
                        .k = size},
            .threads = p.as_int("threads")};
  }
  Work work(const Parameters& p) const { return product->work(matrices(p)); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return product->validate(host, matrices(p));
  }

 private:
  static Parameters matrices(const Parameters& p) {
    return {{"m", p["size"]}, {"n", p["size"]}, {"k", p["size"]}};
  }
};

void describe(Experiment& e) {
  const Cases of_a_block = thread_counts({32, 256, 1024}, {32, 64, 128, 256, 512, 1024});
  const Cases of_any_block = thread_counts(
      {32, 48, 256, 1024}, {32, 48, 64, 96, 100, 128, 192, 250, 256, 384, 512, 768, 1024});
  const Cases of_a_loop = thread_counts({1, 2}, {1, 2, 4, 8, 16, 32});
  const ProblemPointer matrix_product = problem(MatmulProblem{of_a_block});
  const OnlyAt usual = {"threads", 256};
  e.models = native_and_kokkos_on_gpu();
  e.problem = problem(AddProblem{of_any_block});
  e.pattern = Pattern::team_loop;
  e.question = "How many threads should a block have?";
  e.parameters = {
      {"n", "elements of each vector (4 bytes), not for `matmul`", 32 * Mi, 0,
       Gi},  // as many blocks, of one thread each
      {"size", "rows and columns of each matrix, `matmul` only", 2048, 0, 32768},
      setting("threads", "threads per block; on a host, of the loop", 1024,
              {256, 32, 64, 128, 512, 768, 1024}),
  };
  e.variants = {
      loops("add",
            "c[i] = a[i] + b[i], one element per thread; blocks of whole warps or not, of a power "
            "of two of them or not"),
      rewritten("add", "raw team ranks, launch bounds", {"team_control/team_range"}),
      loops("matmul",
            "one element of C per thread, from global memory; blocks of 32 columns (fewer where "
            "32 does not divide their thread count)",
            matrix_product),
      rewritten("matmul",
                "raw team ranks, league and team divided by multiplication, launch bounds",
                {"team_control/vector_range", "team_control/league_division"}),
      builtin("add_auto", "add", "add in teams of the size that Kokkos::AUTO chooses", usual),
      builtin("matmul_auto", "matmul",
              "matmul in teams of rows of 32, as many as Kokkos::AUTO chooses", usual,
              matrix_product),
      loops("threads", "add on a host by this many threads",
            std::vector<Support>{
                {Model::native, {Platform::host}},
                {Model::kokkos,
                 {},
                 "only an OpenMP instance of its own can have fewer threads, and not with Serial"}},
            problem(AddProblem{of_a_loop})),
  };
  const std::vector<std::int64_t> lengths = {0, 1, 31, 32, 33, 1023, 1024, 1025, 100003};
  e.tested_at = {
      {.axes = {{"n", lengths}, {"threads", {1, 2, 3, 8}}}, .platforms = {Platform::host}},
      {.axes = {{"n", lengths},
                {"size", {0, 1, 31, 33, 257}},
                {"threads", {1, 3, 17, 32, 48, 96, 100, 250, 256, 768, 1023, 1024}}},
       .platforms = {Platform::cuda, Platform::hip}}};
}

}  // namespace tilebridge::block_size_experiment
