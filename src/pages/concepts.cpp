// SPDX-License-Identifier: Apache-2.0
#include "pages/concepts.hpp"

#include <sstream>

#include "sources/tokens.hpp"

namespace tilebridge::pages {
namespace {

using Tokens = std::vector<sources::Token>;

constexpr std::string_view any_literal = "\"\"";

bool matches(const sources::Token& token, const sources::Token& spelling) {
  if (spelling.is(any_literal)) return token.kind == sources::TokenKind::literal;
  return spelling.text.ends_with('_') && !spelling.text.ends_with("__")
             ? token.text.starts_with(spelling.text)
             : token.is(spelling.text);
}

/// Whether `spelling` occurs at token `at`.
bool stands_at(const Tokens& tokens, std::size_t at, const Tokens& spelling) {
  return spelling.size() <= tokens.size() - at &&
         std::equal(spelling.begin(), spelling.end(),
                    tokens.begin() + static_cast<std::ptrdiff_t>(at),
                    [](const sources::Token& s, const sources::Token& t) { return matches(t, s); });
}

void mark_lines(std::vector<std::vector<std::size_t>>& marks, const std::string& code,
                const Tokens& tokens, std::string_view spelling, std::size_t concept_index) {
  const Tokens wanted = sources::tokenise(spelling);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!stands_at(tokens, i, wanted)) continue;
    const auto line = static_cast<std::size_t>(std::count(
        code.begin(), code.begin() + static_cast<std::ptrdiff_t>(tokens[i].begin), '\n'));
    std::vector<std::size_t>& here = marks[line];
    if (here.empty() || here.back() != concept_index) here.push_back(concept_index);
  }
}

}  // namespace

const std::vector<Concept>& concepts() {
  static const std::vector<Concept> all = {
      {"①", "kernel", "__global__", "KOKKOS_LAMBDA|void operator()",
       "a __global__ function; in Kokkos a lambda, whose captures are the kernel's arguments, or a "
       "functor with members"},
      {"②", "launch", "<<<|cudaLaunchKernelEx|omp parallel",
       "parallel_for(\"\"|parallel_reduce(\"\"",
       "kernel<<<…>>>; in Kokkos parallel_for with a name, a policy and a lambda or functor"},
      {"③", "grid and block", "<<<|dim3|gridDim|blockDim",
       "TeamPolicy|team_policy|RangePolicy|Range2D|league_size|team_size",
       "a grid of dim3(32, 8) blocks is a TeamPolicy(blocks, 8, 32), of one dimension; a "
       "RangePolicy and an MDRangePolicy choose by themselves"},
      {"④", "block index", "blockIdx", "league_rank",
       "blockIdx is team.league_rank(); row and column of a block take a division"},
      {"⑤", "thread index", "threadIdx",
       "TeamThreadRange|ThreadVectorRange|TeamVectorRange|team_rank|thread_rank|for_each_thread|"
       "for_first_threads|for_each_in_tile",
       "threadIdx.y is the index of a loop over a TeamThreadRange, threadIdx.x over a "
       "ThreadVectorRange; in a flat block threadIdx.x over a TeamVectorRange or TeamThreadRange, "
       "or team.team_rank()"},
      {"⑥", "launch bounds", "__launch_bounds__", "blocks_wanted",
       "__launch_bounds__ is a template argument of the policy"},
      {"⑦", "shared memory", "__shared__",
       "Scratch|scratch<|team_scratch|set_scratch_size|VectorSum",
       "__shared__ is a View of a team's scratch memory, whose size the launch sets"},
      {"⑧", "barrier", "__syncthreads", "team_barrier", "of all threads of a block or team"},
      {"⑨", "fence", "__threadfence|__threadfence_block|__threadfence_system", "memory_fence",
       "memory_fence() is a __threadfence(); Kokkos has none of a narrower or wider scope"},
      {"⑩", "atomic", "atomicAdd|omp atomic", "atomic_add|atomic_fetch_add|create_scatter_view",
       "Kokkos's atomics do not know that an address is in shared memory"},
      {"⑪", "reduction, warp", "__shfl_|__reduce_add_sync|__syncwarp|omp simd",
       "parallel_reduce|__shfl_",
       "Kokkos documents no shuffle: parallel_reduce and team_reduce end in some"},
      {"⑫", "read-only load", "__ldg", "ReadOnly", "__ldg is a trait of the View, RandomAccess"},
      {"⑬", "cache hint", "__ldcs|__ldcg|__stcs", "",
       "loads and stores that say which caches to use; Kokkos has none"},
      {"⑭", "vector access", "float2|float4|uint4|Pack|alignas", "Pack|Packs|alignas",
       "float4 is an aligned structure that is copied as a whole, as Pack is in both"},
      {"⑮", "constant memory", "__constant__", "CapturedFilter",
       "in Kokkos a member of the functor, which a kernel reads from the constant bank"},
      {"⑯", "texture", "cudaTextureObject_t|tex2D|cudaCreateTextureObject", "",
       "Kokkos has no textures: RandomAccess is a read-only load"},
      {"⑰", "cluster", "Cluster|cudaLaunchAttributeClusterDimension", "",
       "blocks that reach each other's shared memory; Kokkos has none"},
      {"⑱", "stream", "Stream|cudaStreamCreateWithFlags|cudaStreamWaitEvent",
       "Exec&|GpuExecution&|partition_space", "a stream is an instance of an execution space"},
      {"⑲", "copy and fill",
       "cudaMemcpyAsync|cudaMemsetAsync|cudaMemcpyToSymbolAsync|cudaMemcpyFromSymbolAsync|"
       "cudaMemcpy2DToArrayAsync|cudaMemPrefetchAsync",
       "deep_copy", "cudaMemcpyAsync and cudaMemsetAsync are deep_copy with an execution space"},
      {"⑳", "memory", "float*|float4*|uint4*|Word*|device_memory|cudaMallocAsync|cudaMallocArray",
       "View|Vector|Matrix|Unmanaged|OwnedVector",
       "a pointer is a View: it knows extents, layout and the memory it is in"},
      {"ⓐ", "one thread", "threadIdx.x == 0", "single|team_rank() == 0",
       "if (threadIdx.x == 0) is single(PerTeam(team), …)"},
  };
  return all;
}

std::vector<std::vector<std::size_t>> concepts_in(const std::vector<std::string>& lines,
                                                  Model model) {
  std::string code;
  for (const std::string& line : lines) code += line + '\n';
  const Tokens tokens = sources::tokenise(code);
  std::vector<std::vector<std::size_t>> marks(lines.size());
  for (std::size_t k = 0; k < concepts().size(); ++k) {
    const Concept& c = concepts()[k];
    std::istringstream spellings(std::string(model.is(Model::kokkos) ? c.kokkos : c.native));
    for (std::string spelling; std::getline(spellings, spelling, '|');)
      mark_lines(marks, code, tokens, spelling, k);
  }
  return marks;
}

}  // namespace tilebridge::pages
