// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <array>
#include <string>
#include <tilebridge/cuda_on_host.hpp>
#include <vector>

namespace tilebridge {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Says why the launch is refused; "" if it is not.
template <class... Taken, class... Given>
std::string refusal(dim3 blocks, dim3 threads, void (*kernel)(Taken...), const Given&... given) {
  try {
    launch(nullptr, blocks, threads, kernel, given...);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

constexpr int some_line = __LINE__ + 2;
__global__ void barrier_of_some(int threads) {
  if (static_cast<int>(threadIdx.x) < threads) __syncthreads();
}

TEST(CudaOnHost, ABarrierIsReachedByAllThreadsOfABlockOrIsRefused) {
  EXPECT_EQ(refusal(2, 64, barrier_of_some, 64), "");
  EXPECT_EQ(refusal(2, 64, barrier_of_some, 0), "");
  EXPECT_THAT(refusal(2, 64, barrier_of_some, 63),
              AllOf(HasSubstr("thread (0) of block (0) waits at the barrier in line " +
                              std::to_string(some_line) + " of cuda_on_host_test.cpp"),
                    HasSubstr("thread (63) does not reach: it has ended")));
}

constexpr int halves_line = __LINE__ + 3;
__global__ void barriers_of_halves() {
  if (threadIdx.y == 0)
    __syncthreads();
  else
    __syncthreads();
}

TEST(CudaOnHost, TwoBarriersAreNotOne) {
  EXPECT_EQ(refusal(1, {32, 1}, barriers_of_halves), "");
  EXPECT_THAT(refusal(1, {4, 2}, barriers_of_halves),
              AllOf(HasSubstr("thread (0, 0) of block (0) waits at the barrier in line " +
                              std::to_string(halves_line)),
                    HasSubstr("thread (0, 1) does not reach: it waits in line " +
                              std::to_string(halves_line + 2))));
}

__global__ void warp_of(unsigned mask, int threads) {
  if (static_cast<int>(threadIdx.x) < threads) __syncwarp(mask);
}

TEST(CudaOnHost, LanesThatAMaskNamesMeet) {
  EXPECT_EQ(refusal(1, 48, warp_of, ~0U, 48), "");  // the second warp has 16 threads
  EXPECT_EQ(refusal(1, 64, warp_of, 0xffU, 8), "");
  EXPECT_THAT(refusal(1, 64, warp_of, 0xffffU, 8), HasSubstr("thread (8) does not reach"));
}

__global__ void warps_apart(int* sums) {
  if (threadIdx.x < 32) {
    int value = static_cast<int>(threadIdx.x);
    for (unsigned delta = 16; delta > 0; delta /= 2) value += __shfl_down_sync(~0U, value, delta);
    if (threadIdx.x == 0) sums[0] = value;
  }
  __syncthreads();
  if (threadIdx.x == 33) sums[1] = sums[0] + 1;
}

TEST(CudaOnHost, OneWarpMeetsWhileOthersWaitForTheBlock) {
  std::array<int, 2> sums = {};
  EXPECT_EQ(refusal(1, 64, warps_apart, sums.data()), "");
  EXPECT_EQ(sums[0], 31 * 32 / 2);
  EXPECT_EQ(sums[1], sums[0] + 1);
}

__global__ void add_one(int* sum) { atomicAdd(sum, 1); }

/// Keeps what is done to memory.
class Kept final : public emulation::Watcher {
 public:
  void begin(std::size_t threads, const char*, std::size_t) override { begun += threads; }
  void access(std::size_t thread, const void* at, std::size_t bytes, emulation::Operation operation,
              const void*) override {
    EXPECT_EQ(operation, emulation::Operation::atomic);
    EXPECT_EQ(bytes, sizeof(int));
    places.push_back(at);
    threads.push_back(thread);
  }
  void warp_met(std::size_t) override { ++warps; }
  void block_met(const emulation::Place&) override { ++blocks; }
  void end() override { ++ended; }

  std::size_t begun = 0;
  int warps = 0, blocks = 0, ended = 0;
  std::vector<const void*> places;
  std::vector<std::size_t> threads;
};

TEST(CudaOnHost, AWatcherIsToldOfAtomicsAndMeetings) {
  Kept kept;
  emulation::state.watcher = &kept;
  int sum = 0;
  launch(nullptr, 2, 3, add_one, &sum);
  launch(nullptr, 1, 64, barrier_of_some, 64);
  launch(nullptr, 1, 32, warp_of, ~0U, 32);
  emulation::state.watcher = nullptr;
  EXPECT_EQ(sum, 6);
  EXPECT_THAT(kept.places, testing::Each(&sum));
  EXPECT_THAT(kept.threads, testing::ElementsAre(0, 1, 2, 0, 1, 2));
  EXPECT_EQ(kept.begun, 3 + 3 + 64 + 32);
  EXPECT_EQ(kept.ended, 4);
  EXPECT_EQ(kept.blocks, 1);
  EXPECT_EQ(kept.warps, 1);
}

__attribute__((no_sanitize("alignment"))) __global__ void copy_vectors(const float* in, float* out,
                                                                       int first) {
  const int i = first + 4 * static_cast<int>(threadIdx.x);
  const float4 four = *reinterpret_cast<const float4*>(in + i);
  *reinterpret_cast<float4*>(out + i) = make_float4(four.w, four.z, four.y, four.x);
}

TEST(CudaOnHost, VectorsAreRefusedWhereTheyAreNotAligned) {
  alignas(16) std::array<float, 16> in = {1, 2, 3, 4, 5, 6, 7, 8}, out = {};
  EXPECT_EQ(refusal(1, 2, copy_vectors, in.data(), out.data(), 0), "");
  EXPECT_THAT(out, testing::ElementsAre(4, 3, 2, 1, 8, 7, 6, 5, 0, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_EQ(refusal(1, 2, copy_vectors, in.data(), out.data(), 1),
            "thread (0) of block (0) accesses a float4 at an address that is no multiple of 16");
  EXPECT_EQ(refusal(1, 2, copy_vectors, in.data(), out.data(), 4), "");
}

}  // namespace
}  // namespace tilebridge
