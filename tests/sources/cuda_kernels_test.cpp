// SPDX-License-Identifier: Apache-2.0
#include "sources/cuda_kernels.hpp"

#include <gmock/gmock.h>

namespace tilebridge::sources {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// The kernel of a text that has one.
CudaKernel kernel_of(const std::string& text) {
  const std::vector<CudaKernel> kernels = find_cuda_kernels(text);
  EXPECT_EQ(kernels.size(), 1U) << text;
  return kernels.empty() ? CudaKernel() : kernels.front();
}

/// A kernel with that body, of floats a and b, integers in index, and sizes n, nx, ny.
std::string kernel(const std::string& body) {
  return "__global__ void k(const float* a, float* b, const int* index, int n, int nx, int ny) {\n"
         "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
         "  int j = blockIdx.y * blockDim.y + threadIdx.y;\n" +
         body + "}\n";
}

std::string pattern(const std::string& body) {
  return std::string(name_of(kernel_of(kernel(body)).pattern));
}

std::string pattern_in(const std::string& text) {
  return std::string(name_of(kernel_of(text).pattern));
}

TEST(CudaPatterns, AnElementPerThreadIsARange) {
  EXPECT_EQ(pattern("if (i < n) b[i] = 2 * a[i];"), "flat loop");
  EXPECT_EQ(pattern("b[j * nx + i] = a[j * nx + i];"), "2-D range");
  EXPECT_EQ(pattern("int z = blockIdx.z; b[(z * ny + j) * nx + i] = 0;"), "3-D range");
  EXPECT_EQ(pattern("int row = i / nx, column = i % nx; b[row + column * ny] = a[i];"),
            "2-D range");
  EXPECT_EQ(pattern("int x = i % nx; int y = i / nx % ny; int z = i / (nx * ny);"
                    "b[(x * ny + y) * n + z] = a[i];"),
            "3-D range");
  EXPECT_EQ(pattern("int all = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;"
                    "b[all] = a[all];"),
            "flat loop");
}

TEST(CudaPatterns, AThreadOfSeveralElementsHasARange) {
  const std::string each = "for (int e = 0; e < 32; e += 8) ";
  EXPECT_EQ(pattern(each + "b[i * ny + j + e] = a[(j + e) * nx + i];"), "2-D range");
  EXPECT_EQ(pattern("float s = 0; " + each + "s += a[(j + e) * nx + i]; b[j * nx + i] = s;"),
            "stencil");
  EXPECT_EQ(pattern("int first = blockIdx.x * blockDim.x * 4 + threadIdx.x;"
                    "for (int e = 0; e < 4; ++e)"
                    "  b[first + e * blockDim.x] = a[first + e * blockDim.x];"),
            "flat loop");
  EXPECT_EQ(pattern_in("constexpr int side = Tile<float>::rows;\n" +
                       kernel("for (int e = 0; e < side; e += 8)"
                              "  b[i * ny + j + e] = a[(j + e) * nx + i];")),
            "2-D range")
      << "whatever a constexpr is";
}

TEST(CudaPatterns, NeighboursOfAPointerToAnElementAreAStencil) {
  const std::string at = "const float* p = a + j * nx + i; ";
  EXPECT_EQ(pattern(at + "b[j * nx + i] = p[-1] + p[1];"), "stencil");
  EXPECT_EQ(pattern(at + "b[j * nx + i] = *(p - nx) + p[nx];"), "stencil");
  EXPECT_EQ(pattern(at + "b[j * nx + i] = -p[0];"), "2-D range");
}

TEST(CudaPatterns, IndicesMayComeFromFunctions) {
  EXPECT_EQ(pattern_in("__device__ int2 place() { return {threadIdx.y, blockIdx.x * 32 + "
                       "threadIdx.x}; }\n"
                       "__global__ void k(const float* a, float* b, int nx) {"
                       "  const auto [y, x] = place(); b[y * nx + x] = a[y * nx + x]; }"),
            "2-D range");
  EXPECT_EQ(pattern_in("__global__ void k(Grid g) { int x = threadIdx.x, y = blockIdx.y;"
                       "  g.out[g.at(y, x)] = g.in[g.at(y, x)]; }"),
            "2-D range");
  const CudaKernel of_images = kernel_of(
      "__global__ void k(Image out, Image in) {"
      "  int x = threadIdx.x, y = blockIdx.y; out.at(y, x) = in.at(y, x); }");
  EXPECT_EQ(of_images.accesses(), 2U) << "elements, no indices";
}

TEST(CudaPatterns, AGridStrideLoopIsFlat) {
  const CudaKernel loop =
      kernel_of(kernel("for (; i < n; i += gridDim.x * blockDim.x) b[i] = a[i];"));
  EXPECT_EQ(loop.pattern, CudaPattern::flat);
  EXPECT_TRUE(loop.is_grid_stride);
  EXPECT_FALSE(loop.has_run_time_loop);
  EXPECT_EQ(pattern("int all = blockDim.x * gridDim.x; while (i < n) { b[i] = a[i]; i += all; }"),
            "flat loop");
}

TEST(CudaPatterns, ALoopOfAThreadIsARow) {
  const std::string sum = "float s = 0; for (int c = 0; c < nx; ++c) s += a[i * nx + c]; b[i] = s;";
  EXPECT_EQ(pattern(sum), "row per thread");
  EXPECT_TRUE(kernel_of(kernel(sum)).has_run_time_loop);
  EXPECT_EQ(pattern("for (int e = index[i]; e < index[i + 1]; ++e) b[i] += a[e];"),
            "row per thread");
  EXPECT_EQ(pattern("const float* p = a + i; for (int c = 0; c < nx; ++c) { b[i] += *p; p += n; }"),
            "row per thread");
  EXPECT_EQ(pattern("for (int c = 0; c < 4; ++c) b[i] += a[i * 4 + c];"), "flat loop");
  EXPECT_EQ(pattern("float s = 0; for (; i < n; i += gridDim.x * blockDim.x) s += a[i];"
                    "b[threadIdx.x] = s;"),
            "row per thread");
}

TEST(CudaPatterns, LanesOrABlockShareARow) {
  const std::string by_warp =
      "int lane = threadIdx.x % 32, row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;"
      "float s = 0; for (int c = lane; c < nx; c += 32) s += a[row * nx + c];";
  EXPECT_EQ(pattern(by_warp + "s += __shfl_down_sync(~0u, s, 16); if (lane == 0) b[row] = s;"),
            "row per warp");
  EXPECT_EQ(pattern("int lane = threadIdx.x & (WFSIZE - 1), row = i / WFSIZE;"
                    "for (int c = lane; c < nx; c += WFSIZE) b[row * nx + c] = 0;"),
            "row per warp");
  EXPECT_EQ(pattern("const int width = 8; int row = i / width;"
                    "for (int c = threadIdx.x % width; c < nx; c += width) b[row * nx + c] = 0;"),
            "row per warp");
  EXPECT_EQ(pattern("for (int c = threadIdx.x; c < nx; c += blockDim.x)"
                    "  b[blockIdx.x * nx + c] = a[c];"),
            "row per block");
}

TEST(CudaPatterns, ALoopOverAnIteratorIsARow) {
  EXPECT_EQ(pattern_in("#define NEAR for (Near at(i, index); at.next();)\n" +
                       kernel("float sum = 0; NEAR sum += a[at.index()]; b[i] = sum;")),
            "row per thread");
}

TEST(CudaPatterns, ABlockThatGathersARowHasOne) {
  const std::string loop =
      "int t = threadIdx.x; for (int k = index[blockIdx.x] + t; k < n; k += blockDim.x) ";
  EXPECT_EQ(pattern(loop + "b[k] = a[index[k]];"), "row per block");
  EXPECT_EQ(pattern(loop + "b[index[k]] = a[k];"), "row per block");
}

TEST(CudaPatterns, OneThreadMaySumWhatOthersStored) {
  const auto of_first = [](const std::string& all, const std::string& body) {
    return pattern("__shared__ float s[32];" + all +
                   "if (threadIdx.x == 0) { float sum = 0; for (int k = 0; k < 32; ++k) {" + body +
                   "} b[0] = sum; } __syncthreads(); b[i] = s[0];");
  };
  EXPECT_EQ(of_first("s[threadIdx.x] = a[i]; __syncthreads();", "sum += s[k];"), "sum in a block");
  EXPECT_NE(of_first("", "s[k] = 0; s[k] += a[k];"), "sum in a block");
}

TEST(CudaPatterns, SharedMemoryThatOthersReadIsATile) {
  EXPECT_EQ(pattern("__shared__ float t[16][17]; t[threadIdx.y][threadIdx.x] = a[j * nx + i];"
                    "__syncthreads(); b[i * ny + j] = t[threadIdx.x][threadIdx.y];"),
            "tile");
  // Each thread reads what it has written.
  EXPECT_EQ(pattern("__shared__ float t[256]; t[threadIdx.x] = a[i]; __syncthreads();"
                    "b[i] = t[threadIdx.x];"),
            "flat loop");
}

TEST(CudaPatterns, ATileWhoseResultsAreAddedByAtomicsIsATile) {
  const std::string fill = "__shared__ float s[64]; s[threadIdx.x] = a[i]; __syncthreads();";
  const std::string add = "atomicAdd(&b[index[i]], sum);";
  EXPECT_EQ(pattern(fill + "float sum = 0; for (int k = 0; k < 8; ++k) sum += s[8 * j + k];" + add),
            "tile");
  EXPECT_EQ(pattern(fill + "float sum = s[threadIdx.x ^ 1];" + add), "atomics");
  // A histogram of a block's own, whose bins each thread adds to those of the grid.
  EXPECT_EQ(pattern("__shared__ int s[8]; s[threadIdx.x] = 0; __syncthreads();"
                    "atomicAdd(&s[index[i]], 1); __syncthreads();"
                    "for (int k = 0; k < 8; ++k) atomicAdd(&index[k], s[k]);"),
            "atomics");
}

TEST(CudaPatterns, LanesInStepExchangeWithoutBarriers) {
  const std::string body = " float s[64]; s[threadIdx.x] = a[i]; b[i] = s[threadIdx.x ^ 1];";
  EXPECT_EQ(pattern("volatile __shared__" + body), "tile");
  EXPECT_EQ(pattern("__shared__ volatile" + body), "tile");
  EXPECT_EQ(pattern("__shared__" + body), "flat loop");
}

TEST(CudaPatterns, TreesAndShufflesAreSums) {
  EXPECT_EQ(pattern("__shared__ float s[256]; int t = threadIdx.x; s[t] = a[i];"
                    "for (int h = 128; h > 0; h >>= 1) { __syncthreads();"
                    "  if (t < h) s[t] += s[t + h]; }"
                    "if (t == 0) b[blockIdx.x] = s[0];"),
            "sum in a block");
  EXPECT_EQ(pattern("float v = a[i]; for (int o = 16; o > 0; o /= 2)"
                    "  v += __shfl_down_sync(~0u, v, o); if (threadIdx.x == 0) b[blockIdx.x] = v;"),
            "sum in a block");
  const auto in_shared = [](const std::string& sum) {
    return pattern("__shared__ float s[256]; s[threadIdx.x] = a[i]; " + sum);
  };
  EXPECT_EQ(in_shared("reduce<float, 128>::run(s, b);"), "sum in a block");
  EXPECT_EQ(in_shared("of_block::reduce<float, 256 / 2>::run(s, b);"), "sum in a block");
  EXPECT_EQ(in_shared("block::reduce_all(s, b);"), "sum in a block");
  EXPECT_NE(in_shared("using Tree = reduce<float, 128>; b[i] = s[threadIdx.x];"), "sum in a block");
  EXPECT_EQ(pattern("atomicAdd(b, a[i]);"), "sum in a block");
  // A sort stores both elements.
  EXPECT_EQ(pattern("__shared__ float s[256]; int t = threadIdx.x; s[t] = a[i];"
                    "for (int h = 128; h > 0; h >>= 1) { __syncthreads();"
                    "  float x = s[t]; s[t] = s[t + h]; s[t + h] = x; } b[i] = s[t];"),
            "tile");
}

TEST(CudaPatterns, ShufflesAreSeenAlsoInCub) {
  const auto has_shuffles = [](const std::string& body) {
    return kernel_of(kernel(body)).has_shuffles;
  };
  EXPECT_TRUE(has_shuffles("b[i] = __shfl_down_sync(~0u, a[i], 16);"));
  EXPECT_TRUE(
      has_shuffles("using Sum = cub::BlockReduce<float, 256>; __shared__ "
                   "typename Sum::TempStorage s; b[i] = Sum(s).Sum(a[i]);"));
  EXPECT_FALSE(has_shuffles("float cub = a[i]; b[i] = cub;"));
  EXPECT_TRUE(find_cuda_kernels("__device__ float sum(float v) { return __shfl_xor_sync(~0u, v, 1);"
                                " }\n" +
                                kernel("b[i] = sum(a[i]);"))
                  .at(0)
                  .has_shuffles);
}

TEST(CudaPatterns, OffsetsThatDoubleAreAScan) {
  EXPECT_EQ(pattern("__shared__ float s[256]; int t = threadIdx.x; s[t] = a[i];"
                    "for (int o = 1; o < 256; o *= 2) { __syncthreads(); float v = s[t - o];"
                    "  __syncthreads(); s[t] += v; } b[i] = s[t];"),
            "scan");
  EXPECT_EQ(pattern("float v = a[i]; v += __shfl_up_sync(~0u, v, 1); b[i] = v;"), "scan");
}

TEST(CudaPatterns, AtomicsWithAnIndexAreHistograms) {
  EXPECT_EQ(pattern("atomicAdd(&b[index[i]], 1.0f);"), "atomics");
  EXPECT_EQ(pattern("int at = atomicAdd(reinterpret_cast<int*>(b), 1); b[at] = a[i];"), "atomics");
}

TEST(CudaPatterns, AnAtomicOfAProjectsOwnIsOne) {
  EXPECT_EQ(pattern_in("__device__ float atomicAdd(float* p, float v) {\n"
                       "  int old = *p, was;\n"
                       "  do { was = old; old = atomicCAS(p, was, was + v); } while (was != old);\n"
                       "  return old;\n}\n" +
                       kernel("atomicAdd(b, a[i]);")),
            "sum in a block");
}

TEST(CudaPatterns, LoadedIndicesGatherOrScatter) {
  EXPECT_EQ(pattern("b[i] = a[index[i]];"), "gather");
  EXPECT_EQ(pattern("int at = index[i]; b[at] = a[i];"), "scatter");
  EXPECT_EQ(pattern("int at[3]; for (int k = 0; k < 3; ++k) at[k] = index[3 * i + k];"
                    "b[i] = a[at[0]] + a[at[2]];"),
            "gather");
}

TEST(CudaPatterns, APointerMayPointToWhatIsStored) {
  const std::string at = "const float* from = a + index[i]; float* to = b + i; ";
  EXPECT_EQ(pattern(at + "*to = *from;"), "gather");
  EXPECT_EQ(pattern(at + "*to = (float)*from;"), "gather");
  EXPECT_EQ(pattern("float* to = b + index[i]; *to = a[i];"), "scatter");
  EXPECT_EQ(pattern("float* to = b + i; int n2 = (i) * n; *to = a[n2];"), "flat loop");
}

TEST(CudaPatterns, NeighboursAreAStencil) {
  EXPECT_EQ(pattern("b[i] = a[i - 1] + a[i + 1];"), "stencil");
  EXPECT_EQ(pattern("int at = j * nx + i; b[at] = a[at - nx] + a[at + nx] - a[at];"), "stencil");
  EXPECT_EQ(pattern("int west = i - 1; b[i] = a[west] - a[i];"), "stencil");
  EXPECT_EQ(pattern("for (int d = -2; d <= 2; ++d) b[i] += a[i + d];"), "stencil");
  // Members of an element, and the ends of a row.
  EXPECT_EQ(pattern("b[3 * i] = a[3 * i + 1] + a[3 * i + 2];"), "flat loop");
  EXPECT_EQ(pattern("b[i] = index[i + 1] - index[i];"), "flat loop");
}

/// They decide whether the port of a stencil is a loop over several dimensions.
TEST(CudaPatterns, HaveTheDimensionsOfTheirIndices) {
  const auto dimensions = [](const std::string& body) {
    return kernel_of(kernel(body) + "void f() { k<<<n, dim3(64, 1, 1)>>>(a, b, c, n, n, n); }")
        .dimensions;
  };
  EXPECT_EQ(dimensions("b[i] = a[i - 1] + a[i + 1];"), 1U);
  EXPECT_EQ(dimensions("int at = j * nx + i; b[at] = a[at - nx] + a[at + nx];"), 2U);
  EXPECT_EQ(dimensions("int x = i % nx, y = i / nx; b[i] = a[(y + 1) * nx + x] + a[i - 1];"), 1U);
  EXPECT_EQ(dimensions("b[0] = 1;"), 0U);
}

TEST(CudaPatterns, LoopsOfConstantLengthOverAMatrixAreSmall) {
  EXPECT_EQ(pattern("float m[3][3]; for (int r = 0; r < 3; ++r) for (int c = 0; c < 3; ++c)"
                    "  m[r][c] = a[i * 9 + r * 3 + c]; b[i] = m[0][0];"),
            "small matrices");
}

TEST(CudaPatterns, OneThreadIsOther) {
  EXPECT_EQ(pattern_in("__global__ void k(float* b) { b[0] = 1; }"), "other");
  EXPECT_EQ(pattern_in("__global__ void k() {}"), "other");
  EXPECT_EQ(pattern_in("__global__ void k(float* a, const int* at, int n) {\n"
                       "  for (int i = 0; i < n; ++i) a[0] += a[at[i]];\n}"),
            "other");
}

TEST(CudaPatterns, FunctionsAndMacrosAreRead) {
  EXPECT_EQ(pattern_in("__device__ void put(float* p, int at) { p[at] = p[at - 1]; }\n" +
                       kernel("put(b, i);")),
            "stencil");
  EXPECT_EQ(pattern_in("#define BODY b[i] = a[i + 1] - a[i - 1];\n" + kernel("BODY")), "stencil");
  EXPECT_EQ(
      pattern_in("#define AT(y, x) ((y) * nx + (x))\n" + kernel("b[AT(j, i)] = a[AT(j, i)];")),
      "2-D range");
  EXPECT_EQ(pattern_in("__device__ float sum(float v) { return __shfl_xor_sync(~0u, v, 1); }\n" +
                       kernel("float v = sum(a[i]); if (i == 0) b[0] = v;")),
            "sum in a block");
}

TEST(CudaPatterns, AnIndexMayBeOfFunctionsThatFunctionsCall) {
  const std::string functions =
      "__device__ int block() { return blockIdx.x; }\n"
      "__device__ int in_block() { return threadIdx.x; }\n"
      "__device__ int in_grid() { return block() * blockDim.x + in_block(); }\n";
  const std::string text = "__global__ void k(float* a) { int i = in_grid(); a[i] = 2 * a[i]; }\n";
  EXPECT_EQ(pattern_in(functions + text), "flat loop");
  EXPECT_EQ(pattern_in("__device__ int in_grid() { return 0; }\n" + text), "other");
}

TEST(CudaPatterns, FunctionsMayChangeTheVariablesOfACaller) {
  EXPECT_EQ(pattern_in("__device__ void divide(int i, int nx, int& x, int& y) {\n"
                       "  y = i / nx; x = i - y * nx;\n}\n" +
                       kernel("int x, y; divide(i, nx, x, y); b[x * ny + y] = a[i];")),
            "2-D range");
  EXPECT_EQ(pattern_in("__device__ void place(int* at) { *at = threadIdx.x; }\n"
                       "__global__ void k(float* b) { int at; place(&at); b[at] = 1; }\n"),
            "flat loop");
}

/// A loop whose length is one of these is no row.
TEST(CudaPatterns, EnumeratorsAreConstants) {
  const std::string body = "; ++f) b[f * n + i] = a[f * n + i];";
  EXPECT_EQ(pattern("for (int f = 0; f < field::count" + body), "flat loop");
  EXPECT_EQ(pattern("for (int f = 0; f < nx" + body), "row per thread");
  EXPECT_EQ(pattern("int f[2]; f[0] = index[i]; b[field::f * n + i] = a[field::f + i];"),
            "flat loop");
}

/// Objects with indices of their own, and dynamic shared memory, in HIP.
TEST(CudaPatterns, WhatAnObjectSaysOfItselfIsNotLoaded) {
  const auto of_object = [](const std::string& index) {
    return pattern_in("__global__ void k(float* a, Grid grid) { int i = threadIdx.x; a[" + index +
                      "] = 0; }");
  };
  EXPECT_EQ(of_object("i * grid.width()"), "flat loop");
  EXPECT_EQ(of_object("grid.next(i)"), "scatter");
  EXPECT_EQ(pattern("HIP_DYNAMIC_SHARED(float, s) s[threadIdx.x] = a[i]; __syncthreads();"
                    "b[i] = s[63 - threadIdx.x];"),
            "tile");
}

TEST(CudaKernels, AreFoundWhereverTheyAreDefined) {
  const auto names = [](const std::string& text) {
    std::vector<std::string> all;
    for (const CudaKernel& found : find_cuda_kernels(text)) all.push_back(found.name);
    return all;
  };
  EXPECT_THAT(names("template <class T, int n>\nstatic __global__ void\n__launch_bounds__(n, 2)\n"
                    "k(T* a) { a[0] = 0; }"),
              ElementsAre("k"));
  EXPECT_THAT(names("namespace a { extern \"C\" __global__ void k(int* a) {} }"), ElementsAre("k"));
  EXPECT_THAT(names("template <> __global__ void k<float>(float* a) {}"), ElementsAre("k"));
  EXPECT_THAT(names("#define GLOBAL __global__\nGLOBAL void k(int* a) {}"), ElementsAre("k"));
  EXPECT_THAT(names("#ifndef MY_CUDA_HPP\n#define MY_CUDA_HPP\n__global__ void k() {}\n#endif"),
              ElementsAre("k"));
}

TEST(CudaKernels, AreFoundBehindConditions) {
  EXPECT_EQ(find_cuda_kernels("#if !defined CUDA_DISABLER\n__global__ void k() {}\n#endif").size(),
            1U);
  const std::string kernel =
      "template <class T>\n__global__ std::enable_if_t<!is_small<T>(1), void> k(T t) {}";
  EXPECT_EQ(kernel_of(kernel).name, "k");
  // A guard of an included file is no condition.
  EXPECT_THAT(
      kernel_of("#ifndef MY_GPU_H\n#define MY_GPU_H\n__device__ void f() { __syncwarp(); }\n"
                "#endif\n__global__ void k() { f(); }")
          .features,
      ElementsAre("vote and match"));
}

TEST(CudaKernels, AreNotDeclarationsCommentsOrStrings) {
  EXPECT_THAT(find_cuda_kernels("__global__ void k(float* a);"), IsEmpty());
  EXPECT_THAT(find_cuda_kernels("template <class T> __global__ void k(T*);\nvoid f() {}"),
              IsEmpty());
  EXPECT_THAT(find_cuda_kernels("// __global__ void k() {}\n/* __global__ void k() {} */"),
              IsEmpty());
  EXPECT_THAT(find_cuda_kernels("const char* s = \"__global__ void k() {}\";"), IsEmpty());
  EXPECT_THAT(find_cuda_kernels("#if 0\n__global__ void k() {}\n#endif"), IsEmpty());
  EXPECT_THAT(find_cuda_kernels("__global__"), IsEmpty());
  EXPECT_THAT(find_cuda_kernels("__global__ void k(float* a) {"), IsEmpty());
}

TEST(CudaKernels, HaveTheirTemplateParametersAndLines) {
  const CudaKernel found = kernel_of(
      "\n\ntemplate <typename T, unsigned n = 4>\n__global__ void k(T* a) {\n\n"
      "  // nothing\n  a[threadIdx.x] = n;\n}\n");
  EXPECT_THAT(found.template_parameters, ElementsAre("T", "n"));
  EXPECT_EQ(found.line, 4U);
  EXPECT_EQ(found.lines, 3U);
  EXPECT_EQ(found.type, "T");
  EXPECT_TRUE(found.is_type_parameter);
}

TEST(CudaKernels, HaveTheTypeOfTheirArrays) {
  EXPECT_EQ(
      kernel_of("typedef double Real;\n__global__ void k(Real* a) { a[threadIdx.x] = 0; }").type,
      "double");
  EXPECT_EQ(
      kernel_of("#define REAL float\n__global__ void k(REAL* a) { a[threadIdx.x] = 0; }").type,
      "float");
  EXPECT_EQ(kernel_of("using Real = Choice<float, double>;\n"
                      "__global__ void k(Real* a) { a[threadIdx.x] = 0; }")
                .type,
            "Real");
  EXPECT_EQ(kernel_of("typedef double _Complex Complex;\n"
                      "__global__ void k(Complex* a) { a[threadIdx.x] = 0; }")
                .type,
            "double");
  EXPECT_EQ(kernel_of(kernel("b[i] = a[index[i]];")).type, "float");  // not the int of its indices
}

TEST(CudaKernels, HaveTheLastOfTypesThatMacrosDecide) {
  const std::string body = "__global__ void k(Real* a, const Real* b) { a[threadIdx.x] = b[0]; }";
  const CudaKernel either = kernel_of(
      "#if PRECISION == 1\ntypedef float Real;\n#else\ntypedef double Real;\n#endif\n" + body);
  EXPECT_EQ(either.type, "double");
  EXPECT_THAT(either.doubts, Contains("Real has several types, as macros decide: read as double"));
  const CudaKernel most = kernel_of(
      "typedef float Real;\ntypedef float Real;\n"
      "#ifdef MORE\ntypedef double Real;\n#endif\n" +
      body);
  EXPECT_EQ(most.type, "float");
  EXPECT_THAT(kernel_of("typedef float Real;\ntypedef float Real;\n" + body).doubts,
              ElementsAre("no launch was found"));
}

/// A loop of known length counts for each turn, any other one once.
TEST(CudaKernels, CountTheAccessesOfAThread) {
  const auto loads = [](const std::string& loop, const std::string& before = "") {
    return kernel_of(before + kernel(loop + " b[i] += a[i + k];")).loads - loop.empty();
  };
  EXPECT_EQ(loads("for (int k = 0; k < 4; ++k)"), 8U);
  EXPECT_EQ(loads("for (int k = -2; k <= 2; k++)"), 10U);
  EXPECT_EQ(loads("for (int k = 0; k < 10; k += 4)"), 6U);
  EXPECT_EQ(loads("for (int j = 0; j < 3; ++j) for (int k = 0; k < 2; ++k)"), 12U);
  EXPECT_EQ(loads("for (int k = -R; k <= R; ++k)", "#define R 3\n"), 14U);
  EXPECT_EQ(loads("for (int k = 0; k < n; ++k)"), 2U);
  EXPECT_EQ(loads("for (int k = 0; k < 1000; ++k)"), 2U) << "no side of a tile or a matrix";
  EXPECT_EQ(loads("for (int k = 4; k > 0; --k)"), 2U);
}

TEST(CudaKernels, KnowTheConstantsOfClasses) {
  const std::string classes =
      "struct Small { static constexpr int radius = 1; static constexpr int width = 3; };\n"
      "template <class T> struct Large { static constexpr int width = 5; };\n"
      "constexpr int width = Large<float>::width;\n";
  const auto loads = [&](const std::string& width) {
    return kernel_of(classes + kernel("for (int k = 0; k < " + width + "; ++k) b[i] = a[i + k];"))
        .loads;
  };
  EXPECT_EQ(loads("Large<float>::width"), 5U);
  EXPECT_EQ(loads("Small::radius + 1"), 2U);
  EXPECT_EQ(loads("Other::width"), 1U);
}

TEST(CudaKernels, CountWhatTheyDo) {
  const CudaKernel found = kernel_of(
      "__global__ void k(const float* __restrict__ a, float* b, int n) {\n"
      "  int i = threadIdx.x;\n  if (i >= n) return;\n  b[i] = a[i] * a[i + n];\n"
      "  b[i + n] += 1;\n  atomicAdd(&b[i], 1.0f);\n  __syncthreads();\n}");
  EXPECT_EQ(found.loads, 3U);
  EXPECT_EQ(found.stores, 2U);
  EXPECT_EQ(found.atomics, 1U);
  EXPECT_EQ(found.barriers, 1U);
}

TEST(CudaKernels, HaveTheirSharedMemory) {
  const CudaKernel fixed =
      kernel_of("#define N 16\n__global__ void k() { __shared__ float t[N][N + 1], u[4]; }");
  EXPECT_TRUE(fixed.has_static_shared);
  EXPECT_EQ(fixed.shared_bytes, 4U * (16 * 17 + 4));
  EXPECT_EQ(kernel_of("__global__ void k() { __shared__ Thing t[4]; }").shared_bytes, 0U);
  const CudaKernel dynamic = kernel_of("__global__ void k() { extern __shared__ double t[]; }");
  EXPECT_TRUE(dynamic.has_dynamic_shared);
  EXPECT_FALSE(dynamic.has_static_shared);
}

/// The launch of a kernel k() by that code.
CudaLaunch launch_by(const std::string& code) {
  const CudaKernel found = kernel_of("__global__ void k(int* a) {}\n" + code);
  EXPECT_EQ(found.launches.size(), 1U) << code;
  return found.launches.empty() ? CudaLaunch() : found.launches.front();
}

TEST(CudaLaunches, HaveTheirBlockWhereItIsAConstant) {
  EXPECT_THAT(launch_by("void f() { k<<<n, 256>>>(a); }").shape, ElementsAre(256));
  EXPECT_THAT(launch_by("void f() { k<<<n, dim3(32, 8)>>>(a); }").shape, ElementsAre(32, 8));
  EXPECT_THAT(
      launch_by("#define B 16\nvoid f() { dim3 block(B, B / 2); k<<<n, block>>>(a); }").shape,
      ElementsAre(16, 8));
  EXPECT_THAT(launch_by("constexpr int b = 4 * 32;\nvoid f() { k<<<n, b>>>(a); }").shape,
              ElementsAre(128));
  EXPECT_THAT(launch_by("void f() { dim3 block = {8, 8, 4}; k<<<n, block>>>(a); }").shape,
              ElementsAre(8, 8, 4));
  EXPECT_THAT(launch_by("void f() { int b = 64; dim3 block(b, 1, 1); k<<<n, block>>>(a); }").shape,
              ElementsAre(64, 1, 1));
  EXPECT_THAT(launch_by("#define B 5\nvoid f() { dim3 block(B, B, B); k<<<n, block>>>(a); }").shape,
              ElementsAre(5, 5, 5));
  // The same name in another function is another variable.
  const std::string other = "void g() { const int block = 32; run(block); }\n";
  EXPECT_THAT(launch_by(other + "void f() { dim3 block(8, 4); k<<<n, block>>>(a); }").shape,
              ElementsAre(8, 4));
  EXPECT_THAT(launch_by(other + "void f(int block) { k<<<n, block>>>(a); }").shape, IsEmpty());
  const CudaLaunch unknown = launch_by("void f(int b) { k<<<n, b>>>(a); }");
  EXPECT_THAT(unknown.shape, IsEmpty());
  EXPECT_EQ(unknown.block, "b");
  EXPECT_EQ(unknown.dimensions, 1U);
}

TEST(CudaLaunches, HaveSharedMemoryAndAStream) {
  const CudaLaunch all = launch_by("void f() { k<<<n, 64, 64 * sizeof(float), stream>>>(a); }");
  EXPECT_TRUE(all.has_dynamic_shared);
  EXPECT_TRUE(all.has_stream);
  const CudaLaunch none = launch_by("void f() { k<<<n, 64, 0, 0>>>(a); }");
  EXPECT_FALSE(none.has_dynamic_shared);
  EXPECT_FALSE(none.has_stream);
}

TEST(CudaLaunches, AreFoundInAllTheirForms) {
  EXPECT_EQ(launch_by("void f() { k<float, g(1)><<<n, 64>>>(a); }").line, 2U);
  EXPECT_THAT(
      launch_by("void f() { cudaLaunchKernel((void*)k, n, dim3(8, 4), args, 0, s); }").shape,
      ElementsAre(8, 4));
  EXPECT_THAT(launch_by("void f() { hipLaunchKernelGGL((k<int, 2>), n, 64, 0, 0, a); }").shape,
              ElementsAre(64));
  EXPECT_THAT(launch_by("void f() { auto run = k; run<<<n, 32>>>(a); }").shape, ElementsAre(32));
  EXPECT_THAT(launch_by("void f() { MY_KERNEL_CALL(k, n, 64, 0, stream, a); }").shape,
              ElementsAre(64));
}

TEST(CudaLaunches, AreNoShiftsNorNames) {
  const CudaKernel found = kernel_of(
      "__global__ void k(int* a) {}\nvoid f() { x = y << k; std::cout << k << z; void* p = "
      "(void*)k; }");
  EXPECT_THAT(found.launches, IsEmpty());
  EXPECT_THAT(found.doubts, Contains("no launch was found"));
}

TEST(CudaFeatures, AreConceptsOfModels) {
  const auto features = [](const std::string& body) { return kernel_of(kernel(body)).features; };
  EXPECT_THAT(features("b[i] = __shfl_sync(~0u, a[i], 0);"), ElementsAre("reduction, warp"));
  EXPECT_THAT(features("if (__ballot_sync(~0u, i)) b[i] = 0; __syncwarp();"),
              ElementsAre("vote and match"));
  EXPECT_THAT(features("auto g = cooperative_groups::this_grid(); g.sync();"),
              Contains("barrier of the grid"));
  EXPECT_THAT(features("cg::tiled_partition<32>(block);"), ElementsAre("cooperative groups"));
  EXPECT_THAT(features("__pipeline_memcpy_async(b, a, 16);"), ElementsAre("asynchronous copy"));
  EXPECT_THAT(features("wmma::mma_sync(c, x, y, c);"), ElementsAre("tensor cores"));
  EXPECT_THAT(features("b[i] = tex2D<float>(t, i, j);"), ElementsAre("texture"));
  EXPECT_THAT(features("surf2Dwrite(a[i], s, i, j);"), ElementsAre("texture"));
  EXPECT_THAT(features("k<<<1, 32>>>(a, b, index, n, nx, ny);"), ElementsAre("launch in a kernel"));
  EXPECT_THAT(features("asm volatile(\"trap;\");"), ElementsAre("PTX"));
  EXPECT_THAT(features("b[i] = __ldg(&a[i]);"), ElementsAre("read-only load"));
  EXPECT_THAT(features("__stcs(&b[i], __ldcs(&a[i]));"), ElementsAre("cache hint"));
  EXPECT_THAT(features("atomicAdd_system(b, 1);"), ElementsAre("atomic", "scope of an atomic"));
  EXPECT_THAT(features("__threadfence();"), ElementsAre("fence"));
  EXPECT_THAT(features("b[i] = a[i]; // __shfl_sync\n"), IsEmpty());
}

TEST(CudaFeatures, AreThoseOfFunctionsAndHeads) {
  EXPECT_THAT(kernel_of("__constant__ float c[4];\n" + kernel("b[i] = c[i & 3];")).features,
              ElementsAre("constant memory"));
  EXPECT_THAT(kernel_of("__global__ void __launch_bounds__(128) k() {}").features,
              ElementsAre("launch bounds"));
  EXPECT_THAT(kernel_of("__device__ void f() { __syncwarp(); }\n" + kernel("f();")).features,
              ElementsAre("vote and match"));
}

TEST(CudaInventory, HasWhatTheHostUses) {
  const CudaInventory inventory = inventory_of(
      {{"a.cu",
        "#include <cub/cub.cuh>\n__global__ void k() {}\nvoid f() { cudaStream_t s;\n"
        "cublasSgemm(h); cudaMallocManaged(&p, 4); cub::DeviceScan::Sum(x); k<<<1, 1>>>(); }"},
       {"b.cpp", "int cube; int thrusts;"}});
  EXPECT_EQ(inventory.files, 2U);
  EXPECT_EQ(inventory.files_with_kernels, 1U);
  EXPECT_EQ(inventory.launches, 1U);
  EXPECT_THAT(inventory.host_features,
              testing::UnorderedElementsAre(testing::Pair("stream", 1),
                                            testing::Pair("managed memory", 1)));
  EXPECT_THAT(inventory.libraries,
              testing::ElementsAre(testing::Pair("CUB", 1), testing::Pair("cuBLAS", 1)));
}

TEST(CudaInventory, ReadsWhatAFileIncludes) {
  const CudaInventory inventory = inventory_of(
      {{"x/k.cu", "#include \"../lib/put.cuh\"\n__global__ void k(float* a) { put(a); }"},
       {"lib/put.cuh", "__device__ void put(float* p) { p[threadIdx.x] = p[threadIdx.x - 1]; }"},
       {"other/put.cuh", "__device__ void put(float* p) { asm(\"\"); }"}});
  ASSERT_EQ(inventory.kernels.size(), 1U);
  EXPECT_EQ(inventory.kernels[0].pattern, CudaPattern::stencil);
  EXPECT_THAT(inventory.kernels[0].features, IsEmpty());
}

TEST(CudaInventory, AFileThatIncludesNothingSeesAll) {
  const std::string body = "__global__ void k(real* b, int N) { b[AT(threadIdx.x)] = N; }";
  const CudaSource names = {"lib/names.h",
                            "typedef double real;\n#define AT(i) (i) - 1\n#define N 7\n"};
  const auto read = [&](const std::string& before) {
    return inventory_of({{"x/k.cu", before + body}, {"y/other.h", ""}, names}).kernels.at(0);
  };
  EXPECT_EQ(read("").type, "double");
  EXPECT_THAT(read("").doubts, ElementsAre("no launch was found"));
  EXPECT_EQ(read("#include \"../y/other.h\"\n").type, "real");
  EXPECT_THAT(read("#include \"../y/other.h\"\n").doubts,
              Contains("calls AT, which no file defines"));
}

TEST(CudaInventory, AHeaderUsesMacrosThatAKernelsFileIncludes) {
  const auto inventory =
      inventory_of({{"x/k.cu",
                     "#include \"../y/at.h\"\n#include \"../z/put.h\"\n"
                     "__global__ void k(float* a) { put(a); }"},
                    {"y/at.h", "#define AT(i) (i) - 1\n"},
                    {"z/deep/none.h", ""},
                    {"z/put.h",
                     "#include \"deep/none.h\"\n__device__ void put(float* p) {\n"
                     "  p[threadIdx.x] = p[AT(threadIdx.x)];\n}"}});
  EXPECT_EQ(inventory.kernels.at(0).pattern, CudaPattern::stencil);
}

TEST(CudaInventory, KeepsTheWordsOfCuda) {
  const CudaKernel found =
      kernel_of("#ifndef __CUDACC__\n#define __shared__\n#define __syncthreads()\n#endif\n" +
                kernel("__shared__ float s[64]; s[threadIdx.x] = a[i]; __syncthreads();"
                       "b[i] = s[63 - threadIdx.x];"));
  EXPECT_EQ(found.pattern, CudaPattern::tile);
}

TEST(CudaInventory, SaysWhatWasNotUnderstood) {
  const CudaInventory inventory =
      inventory_of({{"a.cu",
                     "\n#define KERNEL(name) __global__ void name() { body; }\nKERNEL(x)\n"
                     "template <class F> __global__ void each(F f) { f(threadIdx.x); }\n"
                     "__global__ void k(float* a) { unknown(a); }\n"}});
  EXPECT_THAT(inventory.doubts, ElementsAre("a.cu:2: macro KERNEL defines kernels"));
  ASSERT_EQ(inventory.kernels.size(), 2U);
  EXPECT_THAT(inventory.kernels[0].doubts,
              ElementsAre("calls a function that it is given", "no launch was found"));
  EXPECT_THAT(inventory.kernels[1].doubts, Contains("calls unknown, which no file defines"));
  // Conversions to a class and variables that are made call no function.
  EXPECT_THAT(
      kernel_of("enum Kind { none };\n" + kernel("if (Kind(index[i]) == none) b[i] = 0;")).doubts,
      ElementsAre("no launch was found"));
  EXPECT_THAT(
      kernel_of(kernel("Vector<float> v(a[i]), w(0); if (i < n and (v(0) > w(1))) b[i] = 1;"))
          .doubts,
      ElementsAre("no launch was found"));
}

TEST(CudaInventory, SurvivesMacrosThatGrow) {
  std::string text = "#define A0 x x x x x x x x\n";
  for (int i = 1; i < 12; ++i) {
    std::string line = "#define A" + std::to_string(i);
    for (int k = 0; k < 8; ++k) line += " A" + std::to_string(i - 1);
    text += line + "\n";
  }
  const CudaKernel found = kernel_of(text + "__global__ void k() { A11 }\n");
  EXPECT_THAT(found.doubts, Contains("is too long to be read whole"));
}

}  // namespace
}  // namespace tilebridge::sources
