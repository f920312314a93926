// SPDX-License-Identifier: Apache-2.0
// The pair under test is C and cannot throw; this does it.
#include <new>

extern "C" void throw_bad_alloc() { throw std::bad_alloc(); }
