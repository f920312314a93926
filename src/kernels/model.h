/* SPDX-License-Identifier: Apache-2.0 */
/* What a shared object with kernels of one model exports: native code, calls of a vendor's
   libraries, or code compiled with one build of Kokkos. The program loads all of its own through
   this interface, and further ones for `tilebridge run --also`. Both sides are built with the same headers, which
   `build` says; the structs that kernels take are the catalogue's. No C++ type and no exception
   crosses the border: functions that can fail return 0 or write a reason, as a C string. */
#ifndef TILEBRIDGE_KERNELS_MODEL_H
#define TILEBRIDGE_KERNELS_MODEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TILEBRIDGE_MODEL_VERSION 6

enum tilebridge_prepared {
  TILEBRIDGE_PREPARED = 0,
  TILEBRIDGE_FAILED = 1,
  TILEBRIDGE_UNAVAILABLE = 2,   /* this device cannot run it */
  TILEBRIDGE_NO_EQUIVALENT = 3, /* this model, or this platform, has nothing like it */
};

struct tilebridge_kernel {
  const char* key;       /* "transpose/padded_tile" */
  const char* arguments; /* the name of the struct's type, as the compiler mangles it */
  const char* form;      /* "loops": a tilebridge::Form's name; "": that of the variant */
};

/* How a kernel was launched on a GPU. */
struct tilebridge_launch_shape {
  uint32_t grid[3]; /* blocks by x, y and z */
  uint32_t block[3];
  uint64_t shared_bytes; /* of the block's dynamic shared memory */
};

/* A platform is the number of a tilebridge::Platform. */
struct tilebridge_model {
  uint32_t version;    /* TILEBRIDGE_MODEL_VERSION */
  const char* build;   /* "0.1.0 3f86a1…": of the headers that both sides share */
  const char* key;     /* "kokkos"; "native" is what others are compared with */
  const char* label;   /* "Kokkos", "CUDA" */
  const char* code;    /* "native" for native code that another compiler compiled; or "" */
  const char* release; /* "5.0.02"; "" if it has none */
  const char* spaces;  /* what it is built for, in its own words: "Cuda, OpenMP"; or "" */
  const char* compiler;
  const char* flags;
  const char* architectures; /* of its GPU code, separated by ";": "80;90-real"; "" without */
  uint32_t platforms;        /* the bits (1 << platform) of those that it has kernels for */

  /* Once, before what follows: initialises the model, on this GPU if it has kernels for GPUs. */
  int (*start)(int32_t device, char* error, size_t error_bytes);
  /* That its own code on the host uses; 0 if it takes the number that open() is given. */
  uint32_t (*threads)(void);
  const char* (*configuration)(void); /* of the model, several lines; or "" */

  /* Readies the kernels of a platform, until it is closed. */
  int (*open)(int32_t platform, uint32_t threads, char* error, size_t error_bytes);
  uint32_t (*kernels)(int32_t platform);
  struct tilebridge_kernel (*kernel)(int32_t platform, uint32_t index);
  /* Readies a launch of a kernel: `arguments` is its struct, and work goes to `queue`, a
     cudaStream_t or hipStream_t, null on a host. Native code in the form "loops" is launched as
     `followed`, of so many kernels, which another model's code for this case launched. Returns a
     tilebridge_prepared. */
  int (*prepare)(int32_t platform, uint32_t index, const void* arguments, void* queue,
                 const struct tilebridge_launch_shape* followed, uint32_t followed_count,
                 void** prepared, char* error, size_t error_bytes);
  /* Enqueues the work once, as often as it is called. */
  int (*launch)(void* prepared, char* error, size_t error_bytes);
  void (*destroy)(void* prepared);
  /* After everything prepared for the platform is released, while its device is open. */
  void (*close)(int32_t platform);
  /* Once, after every platform is closed. */
  void (*stop)(void);
};

/* The object's one exported symbol; the model lives as long as the object. */
const struct tilebridge_model* tilebridge_export_model(void);

#ifdef __cplusplus
}
#endif
#endif
