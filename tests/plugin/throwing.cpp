// SPDX-License-Identifier: Apache-2.0
// What the pair under test, which is C, cannot do itself.
#include <new>

extern "C" void throw_bad_alloc() { throw std::bad_alloc(); }
