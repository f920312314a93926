// The list of library calls that do the same work as an experiment.
#pragma once

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {

void add_vendor_stride(Vendor& vendor);
void add_vendor_dot(Vendor& vendor);
void add_vendor_reduce(Vendor& vendor);
void add_vendor_transpose(Vendor& vendor);
void add_vendor_matmul(Vendor& vendor);
void add_vendor_histogram(Vendor& vendor);

inline void add_all_vendor(Vendor& vendor) {
  add_vendor_stride(vendor);
  add_vendor_dot(vendor);
  add_vendor_reduce(vendor);
  add_vendor_transpose(vendor);
  add_vendor_matmul(vendor);
  add_vendor_histogram(vendor);
}

}  // namespace tilebridge::cuda
