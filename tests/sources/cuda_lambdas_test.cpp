// SPDX-License-Identifier: Apache-2.0
#include "sources/cuda_lambdas.hpp"

#include <gmock/gmock.h>

#include "sources/cuda_kernels.hpp"

namespace tilebridge::sources {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string launcher =
    "template <class F> __global__ void call(int n, F f) {\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  if (i < n) f(i);\n"
    "}\n"
    "template <class F> void each(int n, F f) { call<<<(n + 255) / 256, 256>>>(n, f); }\n";

std::vector<CudaKernel> kernels_of(const std::string& text) {
  return find_cuda_kernels(launcher + text);
}

/// "scale flat loop float" of each kernel.
std::vector<std::string> in_words(const std::vector<CudaKernel>& kernels) {
  std::vector<std::string> words;
  for (const CudaKernel& kernel : kernels)
    words.push_back(kernel.name + ": " + std::string(name_of(kernel.pattern)) +
                    (kernel.type.empty() ? "" : " of " + kernel.type));
  return words;
}

/// The same of a function with these statements.
std::vector<std::string> in_function(const std::string& statements,
                                     const std::string& head = "void f(int n, float* a)") {
  return in_words(kernels_of(head + " {\n" + statements + "}\n"));
}

TEST(CudaLambdas, TheOnesThatAKernelCallsAreTheKernels) {
  const auto kernels = kernels_of(
      "void scale(int n, float* a) {\n"
      "  each(n, [=] __device__(int i) { a[i] = 2 * a[i]; });\n"
      "}\n"
      "void smooth(int n, const double* a, double* b) {\n"
      "  each(n, [=] __host__ __device__(int i) { b[i] = a[i - 1] + a[i + 1]; });\n"
      "}\n");
  EXPECT_THAT(in_words(kernels),
              ElementsAre("scale: flat loop of float", "smooth: stencil of double"));
  EXPECT_EQ(kernels.front().line, 7U);
  ASSERT_EQ(kernels.front().launches.size(), 1U);
  EXPECT_THAT(kernels.front().launches.front().shape, ElementsAre(256U));
  EXPECT_THAT(kernels.front().doubts, IsEmpty());
}

TEST(CudaLambdas, OverloadsOfAFunctionLaunchKernelsOfTheirOwn) {
  EXPECT_THAT(in_words(kernels_of(
                  "template <class F> __global__ void call_2d(F f) {\n"
                  "  f(blockIdx.x, threadIdx.x);\n"
                  "}\n"
                  "template <class F> void each(int n, int m, F f) { call_2d<<<n, m>>>(f); }\n"
                  "void clear(int n, float* a) {\n"
                  "  each(n, n, [=] __device__(int i, int j) { a[i * n + j] = 0; });\n"
                  "}\n")),
              ElementsAre("clear: 2-D range of float"));
}

TEST(CudaLambdas, ALauncherWithoutThemStaysAKernel) {
  EXPECT_THAT(in_words(kernels_of("")), ElementsAre("call: flat loop"));
  EXPECT_THAT(in_function("thrust::for_each(a, a + n, [=] __device__(float x) {});\n"
                          "run(n, [=](int i) { a[i] = 0; });\n"
                          "cudaOccupancyOf(call<F>, [=] __device__(int i) {});\n"),
              ElementsAre("call: flat loop"));
}

TEST(CudaLambdas, EachOfAFunctionHasAName) {
  EXPECT_THAT(in_function("each(n, [=] __device__(int i) { a[i] = 0; });\n"
                          "each(n, [=] __device__(int i) { atomicAdd(a, 1.f); });\n"),
              ElementsAre("f: flat loop of float", "f lambda 2: sum in a block of float"));
}

TEST(CudaLambdas, ParametersAreIndicesAlongAsManyAxes) {
  const std::string text =
      "template <class F> __global__ void call2(int nx, F f) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x; f(i % nx, i / nx); }\n"
      "template <class F> void each2(int nx, F f) { call2<<<1, 32>>>(nx, f); }\n"
      "void f(int nx, View<float**>& a) {\n"
      "  each2(nx, [=] __device__(int x, int y) { a(x, y) = 0; });\n"
      "}\n";
  EXPECT_THAT(in_words(find_cuda_kernels(text)), ElementsAre("f: 2-D range of float"));
}

TEST(CudaLambdas, MayBeHandedOn) {
  EXPECT_THAT(in_words(kernels_of("struct Queue {\n"
                                  "  template <class F> void run(int n, F&& f) { each(n, f); }\n"
                                  "};\n"
                                  "void f(Queue q, int n, float* a) {\n"
                                  "  q.run(n, [=] __device__(int i) { a[i] = 0; });\n"
                                  "}\n")),
              ElementsAre("f: flat loop of float"));
  EXPECT_THAT(in_function("auto body = [=] __device__(int i) { a[i] = 0; };\n"
                          "each(n, body);\n"),
              ElementsAre("f: flat loop of float"));
}

TEST(CudaLambdas, MayBeLaunchedWithoutAFunction) {
  EXPECT_THAT(in_function("call<<<1, n>>>(n, [=] __device__(int i) { a[i] = 0; });\n"),
              ElementsAre("f: flat loop of float"));
  EXPECT_THAT(in_function("auto body = [=] __device__(int i) { a[i] = 0; };\n"
                          "check(call<decltype(body)>, dim3(1), dim3(n), body);\n"),
              ElementsAre("f: flat loop of float"));
}

TEST(CudaLambdas, UseWhatTheirFunctionAndItsClassDeclare) {
  EXPECT_THAT(in_function("double* a = values_.data();\n"
                          "each(n, [=] __device__(int i) { a[i] = 0; });\n",
                          "void Grid::f(int n)"),
              ElementsAre("f: flat loop of double"));
  EXPECT_THAT(in_function("each(n, [a = a_, b = b_] __device__(int i) { b[a[i]] = 0; });\n",
                          "void Grid::f(int n)"),
              ElementsAre("f: scatter"));
}

TEST(CudaLambdas, MayBeginWithAMacro) {
  EXPECT_THAT(in_words(kernels_of("#define FOR_GPU __host__ __device__\n"
                                  "#define GPU_LAMBDA [=] __device__\n"
                                  "void f(int n, float* a) {\n"
                                  "  each(n, [=] FOR_GPU(int i) { a[i] = 0; });\n"
                                  "  each(n, GPU_LAMBDA(int i) { a[i] = 0; });\n"
                                  "}\n")),
              ElementsAre("f: flat loop of float", "f lambda 2: flat loop of float"));
}

}  // namespace
}  // namespace tilebridge::sources
