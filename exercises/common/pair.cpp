// Nothing in this file is part of the exercise: your kernel is in yours.hpp.
#if KOKKOS
#include <tilebridge/pair_kokkos.hpp>
// After Kokkos:
#endif
#include <tilebridge/exercise.hpp>

#include "my_kernel.hpp"
#include "reference.hpp"
#include "yours.hpp"

TILEBRIDGE_EXPORT_EXERCISE(MyKernel)
