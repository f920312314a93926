/* SPDX-License-Identifier: Apache-2.0 */
/* What a shared object with another Kokkos exports: the Kokkos kernels of the catalogue, compiled
   with that Kokkos. Both sides are built with the same headers, which `build` says; the structs that
   kernels take are the catalogue's. No C++ type and no exception crosses the border: functions that
   can fail write a reason, as a C string. */
#ifndef TILEBRIDGE_MEASURE_MODEL_H
#define TILEBRIDGE_MEASURE_MODEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TILEBRIDGE_MODEL_VERSION 1

enum tilebridge_prepared {
  TILEBRIDGE_PREPARED = 0,
  TILEBRIDGE_FAILED = 1,
  TILEBRIDGE_UNAVAILABLE = 2,   /* this device cannot run it */
  TILEBRIDGE_NO_EQUIVALENT = 3, /* this Kokkos, or this platform, has nothing like it */
};

struct tilebridge_kernel {
  const char* key;       /* "transpose/padded_tile" */
  const char* arguments; /* the name of the struct's type, as the compiler mangles it */
};

struct tilebridge_model {
  uint32_t version;          /* TILEBRIDGE_MODEL_VERSION */
  const char* build;         /* "0.1.0 3f86a1…": of the headers that both sides share */
  const char* kokkos;        /* "5.0.02" */
  const char* spaces;        /* "Cuda, OpenMP" */
  const char* flags;         /* of the compiler */

  /* Once, before anything else: initialises Kokkos. 0, or 1 and a reason. */
  int (*open)(int32_t platform, int32_t device, char* error, size_t error_bytes);
  uint32_t (*kernels)(void);
  struct tilebridge_kernel (*kernel)(uint32_t index);
  /* Readies a launch of a kernel: `arguments` is its struct, and work goes to `queue`, a cudaStream_t
     or hipStream_t, null on a host. Returns a tilebridge_prepared. */
  int (*prepare)(uint32_t index, const void* arguments, void* queue, void** prepared, char* error,
                 size_t error_bytes);
  /* Enqueues the work once, as often as it is called. 0, or 1 and a reason. */
  int (*launch)(void* prepared, char* error, size_t error_bytes);
  void (*release)(void* prepared);
  /* Once, after everything is released. */
  void (*close)(void);
};

/* The object's one exported symbol; the model lives as long as the object. */
const struct tilebridge_model* tilebridge_export_model(void);

#ifdef __cplusplus
}
#endif
#endif
