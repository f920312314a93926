// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <limits>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "tests/backends/rows.hpp"

namespace tilebridge {
namespace {

using cuda::check;

using Offset = unsigned long long;  // as atomicMin takes it
constexpr Offset nowhere = std::numeric_limits<Offset>::max();
constexpr int block_size = 256;
constexpr std::size_t most_blocks = 4096;  // in a row of the grid
constexpr std::size_t most_rows = 65535;   // of a grid

__device__ bool same(uint4 a, uint4 b) {
  return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}
template <class Word>
__device__ bool same(Word a, Word b) {
  return a == b;
}

template <class Word>
__global__ void compare(const Word* a, const Word* b, std::size_t pitch, std::size_t words,
                        std::size_t rows, Offset* first) {
  for (std::size_t row = blockIdx.y; row < rows; row += gridDim.y)
    for (std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x; i < words;
         i += gridDim.x * std::size_t{block_size}) {
      const std::size_t at = row * pitch + i;
      if (!same(a[at], b[at])) atomicMin(first, Offset{at});
    }
}

template <class Word>
Offset first_word(const std::byte* a, const std::byte* b, std::size_t pitch, const Rows& rows) {
  const auto first = cuda::device_memory<Offset>(1);
  check(cudaMemset(first.get(), 0xff, sizeof(Offset)), "clearing the first difference");
  const std::size_t words = rows.bytes / sizeof(Word);
  const dim3 blocks(std::min(cuda::ceil_div(words, block_size), most_blocks),
                    std::min(rows.count, most_rows));
  if (words > 0 && rows.count > 0)
    compare<<<blocks, block_size>>>(reinterpret_cast<const Word*>(a),
                                    reinterpret_cast<const Word*>(b), pitch / sizeof(Word), words,
                                    rows.count, first.get());
  check(cudaGetLastError(), "comparing rows");
  Offset found = nowhere;
  check(cudaMemcpy(&found, first.get(), sizeof(found), cudaMemcpyDeviceToHost), "comparing rows");
  return found == nowhere ? nowhere : found * sizeof(Word);
}

}  // namespace

std::optional<std::size_t> first_difference_on_cuda(const std::byte* a, const std::byte* b,
                                                    std::size_t pitch, const Rows& rows) {
  const std::size_t all = reinterpret_cast<std::uintptr_t>(a) |
                          reinterpret_cast<std::uintptr_t>(b) | pitch | rows.bytes;
  Offset found = nowhere;
  if (all % sizeof(uint4) == 0)
    found = first_word<uint4>(a, b, pitch, rows);
  else if (all % sizeof(std::uint32_t) == 0)
    found = first_word<std::uint32_t>(a, b, pitch, rows);
  else
    found = first_word<unsigned char>(a, b, pitch, rows);
  if (found == nowhere) return std::nullopt;
  return found;
}

void download_rows_from_cuda(std::byte* to, std::size_t to_pitch, const std::byte* from,
                             std::size_t from_pitch, const Rows& rows) {
  constexpr std::size_t few = 16;  // the rows of a copy of two dimensions are 2 GiB apart at most
  if (rows.count > few)
    return check(cudaMemcpy2D(to, to_pitch, from, from_pitch, rows.bytes, rows.count,
                              cudaMemcpyDeviceToHost),
                 "downloading rows");
  for (std::size_t row = 0; row < rows.count; ++row)
    check(cudaMemcpy(to + row * to_pitch, from + row * from_pitch, rows.bytes,
                     cudaMemcpyDeviceToHost),
          "downloading a row");
}

}  // namespace tilebridge
