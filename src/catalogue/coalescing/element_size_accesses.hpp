// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of element_size.hpp.
#pragma once

#include <string>

#include "access/kernel.hpp"
#include "catalogue/coalescing/element_size.hpp"
#include "catalogue/flat_loop.hpp"

namespace tilebridge::element_size_accesses {

inline int element_bytes(const Parameters& p) { return std::stoi(p.word("bytes")); }

/// The number of elements when it does not depend on their size.
inline std::int64_t n_elements(const Parameters& p) { return p["n"]; }
/// Takes n as the number of units of 16 bytes, whatever the elements' size.
inline std::int64_t elements_of_n_units(const Parameters& p) {
  return p["n"] * 16 / element_bytes(p);
}

/// One element per thread.
inline std::vector<Kernel> copy(const ModelForm& form, std::int64_t elements, const Parameters& p) {
  const int block_size = flat_block_size(form);
  const int bytes = element_bytes(p);
  const Address in_order = each(elements, block_size, bytes, [](std::int64_t i) { return i; });
  return {{blocks_for(elements, block_size),
           block_size,
           {load("in", bytes, in_order), store("out", bytes, in_order)}}};
}

inline std::vector<Kernel> same_count(const ModelForm& form, const Parameters& p,
                                      const HostArrays&) {
  return copy(form, n_elements(p), p);
}

inline std::vector<Kernel> same_bytes(const ModelForm& form, const Parameters& p,
                                      const HostArrays&) {
  return copy(form, elements_of_n_units(p), p);
}

}  // namespace tilebridge::element_size_accesses
