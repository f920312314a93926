// SPDX-License-Identifier: Apache-2.0
#include "catalogue/tiling/transpose.hpp"

#include "catalogue/compare.hpp"
#include "catalogue/tiling/transpose_accesses.hpp"

namespace tilebridge::transpose_experiment {

std::size_t elements(const Parameters& p) { return p.as_size("rows") * p.as_size("cols"); }

template <class T>
struct TransposeProblem {
  Transpose<T> make(ArrayList& arrays, const Parameters& p) const {
    return {.in = arrays.uniform<T>("in", elements(p)),
            .out = arrays.output<T>("out", elements(p)),
            .rows = static_cast<int>(p["rows"]),
            .cols = static_cast<int>(p["cols"])};
  }
  Work work(const Parameters& p) const {
    const double bytes = static_cast<double>(elements(p)) * sizeof(T);
    return {.bytes_read = bytes, .bytes_written = bytes};
  }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    const std::size_t rows = p.as_size("rows");
    const std::size_t cols = p.as_size("cols");
    const auto in = host.get<T>("in");
    return compare_elements(host.get<T>("out"),
                            [&](std::size_t i) { return exactly(in[i % rows * cols + i / rows]); });
  }
  std::vector<Parameters> cases(Preset preset, Platform platform) const {
    const Parameters document = {{"rows", 1024}, {"cols", 1024}};
    if (platform == Platform::host) {
      if (preset == Preset::quick) return {document};
      return {document, {{"rows", 4096}, {"cols", 4096}}, {{"rows", 3000}, {"cols", 5001}}};
    }
    if (preset == Preset::quick) return {document, {{"rows", 8192}, {"cols", 8192}}};
    return {document, {{"rows", 16384}, {"cols", 16384}}, {{"rows", 10007}, {"cols", 20011}}};
  }
};

Experiment experiment() {
  // The listing's rows of tiles are gridDim.y.
  constexpr std::int64_t largest = std::int64_t{65535} * 32;
  const std::string ranks = "raw team ranks, the league divided by multiplication, 8 teams per SM";
  const std::string staged =
      ranks +
      ", scratch memory by get_shmem, all loads of a thread before its first store, pointers "
      "advanced down a column";
  Experiment e;
  e.problem = problem_in_reals<TransposeProblem>();
  e.question = "What does reading rows and writing columns cost, and what does a tile save?";
  e.parameters = {
      {"rows", "rows of the input", 1024, 0, largest},
      {"cols", "columns of the input", 1024, 0, largest},
  };
  e.variants = {
      {.name = "read_coalesced",
       .technique = "neighbouring threads read along a row, write down a column",
       .accesses = transpose_accesses::read_coalesced},
      {.name = "write_coalesced",
       .technique = "neighbouring threads read down a column, write along a row",
       .accesses = transpose_accesses::write_coalesced},
      matched("write_coalesced", ranks, {"indexing/matrix_view"}),
      {.name = "tile",
       .technique = "a 32×32 tile in shared memory, 8 rows per pass; columns conflict",
       .accesses = transpose_accesses::tile},
      matched("tile", staged,
              {"team_control/vector_range", "team_control/league_division", "scratch_use/view",
               "scratch_use/load_store"}),
      {.name = "padded_tile",
       .technique = "the same tile with one more column: no bank conflict",
       .accesses = transpose_accesses::padded_tile},
      matched("padded_tile", staged,
              {"team_control/vector_range", "team_control/league_division", "scratch_use/view",
               "scratch_use/load_store"}),
      {.name = "swizzled_tile",
       .technique = "the same tile, column index xor row: no conflict, no padding",
       .accesses = transpose_accesses::swizzled_tile},
      matched("swizzled_tile", staged,
              {"team_control/vector_range", "team_control/league_division", "scratch_use/view",
               "scratch_use/load_store"}),
      {.name = "vector_tile",
       .form = Form::tuned,
       .technique =
           "a 64×64 tile, 2×2 elements per thread transposed in registers, so accesses are two "
           "elements wide (one where a side is odd); tiles in the order of the output's rows",
       .models = native_and_kokkos_on_gpu()},
      {.name = "mdrange",
       .form = Form::construct,
       .technique = "an MDRangePolicy over (row, column), all defaults",
       .stands_for = "write_coalesced"},
      {.name = "mdrange_tile",
       .form = Form::construct,
       .technique = "the same with a tile of 8 × 32",
       .stands_for = "write_coalesced"},
      {.name = "mdrange_default_layout",
       .form = Form::construct,
       .technique = "an MDRangePolicy with all defaults over Views of the default layout for GPUs",
       .models = only_kokkos_on_gpu(),
       .stands_for = "read_coalesced"},
      {.name = "layout_copy",
       .form = Form::construct,
       .technique = "deep_copy from a LayoutRight into a LayoutLeft View",
       .stands_for = "padded_tile"},
      {.name = "geam",
       .form = Form::library,
       .technique = "cuBLAS geam",
       .models = only_library(),
       .stands_for = "vector_tile"},
  };
  add_steps(e, "padded_tile",
            {{"a team of 256 and its raw ranks instead of TeamThreadRange and ThreadVectorRange",
              "team_control/vector_range"},
             {"the league rank divided by a Divisor", "team_control/league_division"},
             {"scratch memory by get_shmem", "scratch_use/view"},
             {"all loads of a thread before its first store", "scratch_use/load_store"},
             {"pointers advanced down a column", "indexing/row_by_row"},
             {"bounds tests joined by & instead of &&", "team_control/conditions"},
             {"LaunchBounds<256, 8>", "policies/launch_bounds"}});
  e.ragged = {{"rows", 37}, {"cols", 67}};
  e.tested_at = {{.axes = {{"rows", {0, 1, 7, 31, 32, 33, 66, 100, 257}},
                           {"cols", {0, 1, 8, 31, 32, 33, 64, 130, 131}}}}};
  return e;
}

}  // namespace tilebridge::transpose_experiment
