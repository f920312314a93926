// SPDX-License-Identifier: Apache-2.0
#include <span>

#include "sources/cuda_patterns.hpp"

namespace tilebridge::sources {
namespace {

/// How CUDA and HIP spell a concept; a spelling that ends in _ is the beginning of a name.
struct Spelling {
  std::string_view name;
  std::string_view concept_name;
};

constexpr Spelling in_kernels[] = {
    {"__shfl", "reduction, warp"},
    {"__shfl_", "reduction, warp"},
    {"__reduce_", "reduction, warp"},
    {"shfl_", "reduction, warp"},
    {"__ballot", "vote and match"},
    {"__ballot_sync", "vote and match"},
    {"__any", "vote and match"},
    {"__all", "vote and match"},
    {"__any_sync", "vote and match"},
    {"__all_sync", "vote and match"},
    {"__match_", "vote and match"},
    {"__activemask", "vote and match"},
    {"__syncwarp", "vote and match"},
    {"__lanemask_", "vote and match"},
    {"cooperative_groups", "cooperative groups"},
    {"cg", "cooperative groups"},
    {"this_thread_block", "cooperative groups"},
    {"tiled_partition", "cooperative groups"},
    {"coalesced_threads", "cooperative groups"},
    {"thread_block_tile", "cooperative groups"},
    {"this_grid", "barrier of the grid"},
    {"grid_group", "barrier of the grid"},
    {"this_multi_grid", "barrier of the grid"},
    {"memcpy_async", "asynchronous copy"},
    {"__pipeline_", "asynchronous copy"},
    {"cp_async", "asynchronous copy"},
    {"cp_async_", "asynchronous copy"},
    {"CUtensorMap", "asynchronous copy"},
    {"mbarrier", "asynchronous copy"},
    {"mbarrier_", "asynchronous copy"},
    {"make_pipeline", "asynchronous copy"},
    {"wmma", "tensor cores"},
    {"mma_sync", "tensor cores"},
    {"load_matrix_sync", "tensor cores"},
    {"nvcuda", "tensor cores"},
    {"ldmatrix", "tensor cores"},
    {"tex1D", "texture"},
    {"tex2D", "texture"},
    {"tex3D", "texture"},
    {"tex1Dfetch", "texture"},
    {"tex2DLod", "texture"},
    {"tex2DLayered", "texture"},
    {"tex3DLod", "texture"},
    {"texCubemap", "texture"},
    {"tex1DLayered", "texture"},
    {"tex2Dgather", "texture"},
    {"surf1Dread", "texture"},
    {"surf1Dwrite", "texture"},
    {"surf2Dread", "texture"},
    {"surf2Dwrite", "texture"},
    {"surf3Dread", "texture"},
    {"surf3Dwrite", "texture"},
    {"surfCubemapwrite", "texture"},
    {"cudaLaunchDevice", "launch in a kernel"},
    {"cudaDeviceSynchronize", "launch in a kernel"},
    {"asm", "PTX"},
    {"__asm", "PTX"},
    {"__asm__", "PTX"},
    {"__ldg", "read-only load"},
    {"ldg", "read-only load"},
    {"__ldcs", "cache hint"},
    {"__ldcg", "cache hint"},
    {"__ldca", "cache hint"},
    {"__ldcv", "cache hint"},
    {"__ldlu", "cache hint"},
    {"__stcs", "cache hint"},
    {"__stcg", "cache hint"},
    {"__stwb", "cache hint"},
    {"__stwt", "cache hint"},
    {"__builtin_nontemporal_", "cache hint"},
    {"this_cluster", "cluster"},
    {"cluster_group", "cluster"},
    {"map_shared_rank", "cluster"},
    {"__cluster_dims__", "cluster"},
    {"__threadfence", "fence"},
    {"__threadfence_block", "fence"},
    {"__threadfence_system", "fence"},
    {"__launch_bounds__", "launch bounds"},
};

constexpr Spelling on_the_host[] = {
    {"cudaStream_t", "stream"},
    {"hipStream_t", "stream"},
    {"cudaStreamCreate", "stream"},
    {"cudaStreamCreateWithFlags", "stream"},
    {"hipStreamCreate", "stream"},
    {"cudaEventRecord", "stream"},
    {"hipEventRecord", "stream"},
    {"cudaStreamWaitEvent", "stream"},
    {"hipStreamWaitEvent", "stream"},
    {"cudaGraphLaunch", "graph"},
    {"hipGraphLaunch", "graph"},
    {"cudaStreamBeginCapture", "graph"},
    {"cudaMallocManaged", "managed memory"},
    {"hipMallocManaged", "managed memory"},
    {"__managed__", "managed memory"},
    {"cudaMemPrefetchAsync", "managed memory"},
    {"cudaMemAdvise", "managed memory"},
    {"accessPolicyWindow", "L2 window"},
    {"cudaLaunchAttributeClusterDimension", "cluster"},
    {"cudaTextureObject_t", "texture"},
    {"hipTextureObject_t", "texture"},
    {"texture", "texture"},
    {"cudaSurfaceObject_t", "texture"},
    {"cudaBindTexture", "texture"},
    {"cuTensorMapEncodeTiled", "asynchronous copy"},
    {"cudaLaunchCooperativeKernel", "barrier of the grid"},
    {"hipLaunchCooperativeKernel", "barrier of the grid"},
};

/// The beginnings of libraries' names and headers.
constexpr Spelling of_libraries[] = {
    {"cublas", "cuBLAS"},     {"hipblas", "hipBLAS"},     {"rocblas", "rocBLAS"},
    {"cusparse", "cuSPARSE"}, {"hipsparse", "hipSPARSE"}, {"rocsparse", "rocSPARSE"},
    {"cufft", "cuFFT"},       {"hipfft", "hipFFT"},       {"cusolver", "cuSOLVER"},
    {"curand", "cuRAND"},     {"hiprand", "hipRAND"},     {"rocrand", "rocRAND"},
    {"cub", "CUB"},           {"hipcub", "hipCUB"},       {"rocprim", "rocPRIM"},
    {"thrust", "Thrust"},     {"nccl", "NCCL"},           {"rccl", "RCCL"},
    {"cudnn", "cuDNN"},       {"nvshmem", "NVSHMEM"},     {"cutlass", "CUTLASS"},
};

bool is_spelled(std::string_view name, std::string_view spelling) {
  const bool is_beginning = spelling.ends_with('_') && !spelling.ends_with("__");
  return is_beginning ? name.starts_with(spelling) : name == spelling;
}

std::set<std::string> found_in(const Code& code, std::span<const Spelling> spellings) {
  std::set<std::string> found;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (!code.is_name(i)) continue;
    for (const auto& [spelling, concept_name] : spellings)
      if (is_spelled(code[i], spelling)) found.emplace(concept_name);
  }
  return found;
}

/// atomicAdd_block, atomicAdd_system, cuda::atomic_ref<int, cuda::thread_scope_block>.
bool has_scope(std::string_view name) {
  return (name.starts_with("atomic") && (name.ends_with("_block") || name.ends_with("_system"))) ||
         name.starts_with("thread_scope_");
}

}  // namespace

std::set<std::string> features_in(const Code& code) {
  std::set<std::string> found = found_in(code, in_kernels);
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (!code.is_name(i)) continue;
    if (has_scope(code[i])) found.emplace("scope of an atomic");
    if (code[i].starts_with("atomic") && code.call(i) < code.size()) found.emplace("atomic");
    if (code[i + 1] == "<" && code[i + 2] == "<" && code[i + 3] == "<" && code[i] != "operator")
      found.emplace("launch in a kernel");
    const bool is_grid_barrier = code[i] == "sync" && code[i + 1] == "(" && i > 1 &&
                                 code[i - 2].find("grid") != std::string_view::npos;
    if (is_grid_barrier) found.emplace("barrier of the grid");
  }
  return found;
}

std::set<std::string> host_features_in(const Code& code) { return found_in(code, on_the_host); }

std::set<std::string> libraries_in(const std::vector<Token>& tokens) {
  std::set<std::string> found;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].kind != TokenKind::name) continue;
    const std::string_view name = tokens[i].text;
    const std::string_view next = i + 1 < tokens.size() ? tokens[i + 1].text : "";
    for (const auto& [beginning, library] : of_libraries) {
      if (!name.starts_with(beginning)) continue;
      // A prefix of functions, cublasCreate and cublas_v2, or a namespace, cub::.
      const std::string_view rest = name.substr(beginning.size());
      const bool is_function =
          !rest.empty() && (rest[0] == '_' || (rest[0] >= 'A' && rest[0] <= 'Z'));
      const bool is_namespace = library == "CUB" || library == "Thrust" || library == "hipCUB" ||
                                library == "rocPRIM" || library == "CUTLASS";
      if (is_namespace ? rest.empty() && (next == "::" || next == "/") : is_function)
        found.emplace(library);
    }
  }
  return found;
}

}  // namespace tilebridge::sources
