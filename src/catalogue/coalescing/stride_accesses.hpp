// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of stride.hpp.
#pragma once

#include "access/kernel.hpp"
#include "catalogue/coalescing/stride.hpp"
#include "catalogue/flat_loop.hpp"

namespace tilebridge::stride_accesses {

/// Element i of `count`, one per thread, where the access to the array is at index_of(i).
class OnePerThread {
 public:
  OnePerThread(const ModelForm& form, std::int64_t count, const Parameters& p)
      : block_size_(flat_block_size(form)), count_(count), bytes_(real_bytes(p)) {}

  int bytes() const { return bytes_; }
  template <class IndexOf>
  Address at(const IndexOf& index_of) const {
    return each(count_, block_size_, bytes_, index_of);
  }
  Kernel kernel(std::vector<Access> accesses) const {
    return {blocks_for(count_, block_size_), block_size_, std::move(accesses)};
  }

 private:
  int block_size_;
  std::int64_t count_;
  int bytes_;
};

inline std::int64_t in_order(std::int64_t i) { return i; }

/// The number of elements that a stride visits out of n.
inline std::int64_t touched(const Parameters& p) {
  return (p["n"] + p["stride"] - 1) / p["stride"];
}

inline std::vector<Kernel> add(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const OnePerThread threads(form, touched(p), p);
  const int bytes = threads.bytes();
  const Address strided = threads.at([s = p["stride"]](std::int64_t i) { return i * s; });
  return {threads.kernel(
      {load("a", bytes, strided), load("b", bytes, strided), store("c", bytes, strided)})};
}

inline std::vector<Kernel> copy(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const OnePerThread threads(form, touched(p), p);
  const Address strided = threads.at([s = p["stride"]](std::int64_t i) { return i * s; });
  return {threads.kernel(
      {load("in", threads.bytes(), strided), store("out", threads.bytes(), threads.at(in_order))})};
}

inline std::vector<Kernel> wrapped(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const std::int64_t n = p["n"];
  const OnePerThread threads(form, n, p);
  const Address strided = threads.at([n, s = p["stride"]](std::int64_t i) { return i * s % n; });
  return {threads.kernel(
      {load("in", threads.bytes(), strided), store("out", threads.bytes(), threads.at(in_order))})};
}

}  // namespace tilebridge::stride_accesses
