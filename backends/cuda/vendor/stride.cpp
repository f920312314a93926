// The driver's copy: a stride of 1 only.
#include "catalogue/stride.hpp"

#include "backends/cuda/vendor/vendor.hpp"

namespace tilebridge::cuda {

void add_vendor_stride(Vendor& vendor) {
  vendor.add("stride/driver_copy", [](const StridedCopy& s, Stream stream) {
    check(cudaMemcpyAsync(s.out, s.in, s.count * sizeof(float), cudaMemcpyDeviceToDevice, stream),
          "copying");
  });
}

}  // namespace tilebridge::cuda
