/* SPDX-License-Identifier: Apache-2.0 */
/* Kernels of your own that do the same in several models (native code, Kokkos, RAJA, another branch
   of yours), for tilebridge to validate, time and compare:

       tilebridge run ./my_pair.so

   A pair is a shared object that exports tilebridge_export_pair(). C++ users include pair.hpp
   instead, which fills this in. Nothing but C types crosses the interface, so the object may be
   built with another compiler than tilebridge, and has a Kokkos of its own.

   Functions that can fail return 0 for success, or write a reason of one line into `error`. None
   may throw. tilebridge calls them from one thread. */
#ifndef TILEBRIDGE_PAIR_H
#define TILEBRIDGE_PAIR_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Changes whenever the meaning of anything below does; an object of another version is refused. */
#define TILEBRIDGE_PAIR_VERSION 2

enum { TILEBRIDGE_HOST = 0, TILEBRIDGE_CUDA = 1, TILEBRIDGE_HIP = 2 };
enum { TILEBRIDGE_FLOAT = 0, TILEBRIDGE_DOUBLE = 1, TILEBRIDGE_INT32 = 2, TILEBRIDGE_INT64 = 3 };
/* Pinned arrays are in page-locked memory of the host, also for kernels on a GPU; a launch moves
   all of an input to the GPU, and all of an output from it. */
enum {
  TILEBRIDGE_INPUT = 0,
  TILEBRIDGE_OUTPUT = 1,
  TILEBRIDGE_PINNED_INPUT = 2,
  TILEBRIDGE_PINNED_OUTPUT = 3
};

struct tilebridge_parameter {
  const char* name;
  const char* meaning;
  int64_t value; /* the default */
  int64_t least, most;
};

/* Inputs are random: real numbers in [-1, 1), integers in [0, below). Outputs begin as bytes of
   0xff, and kernels write every element. */
struct tilebridge_array {
  const char* name;
  int32_t type;
  int32_t role;
  uint64_t elements;
  int64_t below; /* of an input of integers; 1 or more */
};

/* What the algorithm has to move and compute: not what caches save or a bad pattern wastes, and not
   what pinned arrays move between host and GPU. */
struct tilebridge_work {
  double bytes_read, bytes_written, flops;
};

/* `parameters` are values in the order of tilebridge_pair.parameters, `arrays` addresses in the
   order of arrays(): in the platform's memory for kernels, but for pinned ones, and in host memory
   for reference(). */
struct tilebridge_pair {
  uint32_t version;     /* TILEBRIDGE_PAIR_VERSION */
  const char* name;     /* a C identifier: "lennard_jones" */
  const char* question; /* what the pair is to show, one line */
  /* Of an output element, relative to the larger of its magnitude and 1: how far it may be from the
     reference, or without one, from the other models'. 0: equal; below 1. Where an infinity is
     expected, only the same infinity is right. */
  double tolerance;

  /* At least one. Each name is a C identifier, in which '-' may stand too, of at most 31 bytes;
     "cuda", "hip" and "vendor" are taken. "native" is the first, if it is there. On each platform,
     the others are compared with the first that it has. */
  uint32_t model_count;
  const char* const* models;

  uint32_t parameter_count;
  const struct tilebridge_parameter* parameters;
  uint32_t array_count;
  /* Fills in array_count arrays. */
  void (*arrays)(const int64_t* parameters, struct tilebridge_array* arrays);
  void (*work)(const int64_t* parameters, struct tilebridge_work* work);

  /* Computes all outputs on the host, in the precision and the order it likes, from the inputs in
     `arrays`: `expected[i]` is for the elements of array i if that is an output, and null
     otherwise. Doubles hold the integers up to 2^53: an output of TILEBRIDGE_INT64 is compared
     exactly up to there, and an expected integer beyond it stands for all that round to it. Models
     that validate each other are compared exactly, whatever their integers.
     Null if there is no reference: then the models validate each other. A result is
     valid if it equals that of the first model that runs; where no other does, that one is not
     valid either. */
  void (*reference)(const int64_t* parameters, const void* const* arrays, double* const* expected);

  /* Whether the object has this model, by its index in `models`, for this platform. */
  int (*has)(int32_t platform, uint32_t model);
  /* Once, before anything is prepared: initialises what the models need. */
  int (*open)(int32_t platform, int32_t device, char* error, size_t error_bytes);
  /* Readies a launch; may allocate, must not launch. Its work goes to `queue`: a cudaStream_t or
     hipStream_t, null on a host. Returns null if it fails.
     The contents of inputs are for launches: they change after this. */
  void* (*prepare)(uint32_t model, const int64_t* parameters, void* const* arrays, void* queue,
                   char* error, size_t error_bytes);
  /* Enqueues the work once, as often as it is called. */
  int (*launch)(void* prepared, char* error, size_t error_bytes);
  void (*discard)(void* prepared);
  /* Once, after everything is discarded. */
  void (*close)(void);
  /* "4.7.01 (Cuda, OpenMP)": a model's release, and what else there is to say of it; "" if there is
     none. Results are under the first word: "kokkos@4.7.01". */
  const char* (*release)(uint32_t model);
};

/* What the object exports; the pair lives as long as the object. */
const struct tilebridge_pair* tilebridge_export_pair(void);

/* An object may export this too: the source files of its kernels, one path a line, for `tilebridge
   explain`. tilebridge_add_pair() writes it. */
const char* tilebridge_pair_sources(void);

/* And this: its parameters that say only how kernels are launched, a line each, with the values
   that `tilebridge tune` tries: "threads 32 64 128". Arrays, work and outputs do not depend on
   them. */
const char* tilebridge_pair_settings(void);

/* And this, if it is an exercise: how `tilebridge run` grades the models that are compared with the
   reference, and what it tells the learner, a line each:
     at-least 0.9 0.7       the share of the reference's performance that passes on a GPU; the
                            second one, if any, in Kokkos
     at-most sectors 1.1    on a host: of sectors, wavefronts, atomics, requests (loads and stores
                            of warps in global memory) or timeline (tilebridge_timeline) so many
                            times the reference's; the last such line names what `slowness` is
                            about
     row cols               the parameter that says how many elements of the output are in a row
     slow stride/copy stride=32   a case of the catalogue that is slow for the same reason
     good stride/copy       one that is not; the access model is shown for both
     unwritten …, wrong …, slowness …   hints, for the first wrong element and for slow kernels */
const char* tilebridge_pair_exercise(void);

enum { TILEBRIDGE_GLOBAL = 0, TILEBRIDGE_SHARED = 1 };
enum { TILEBRIDGE_LOAD = 0, TILEBRIDGE_STORE = 1, TILEBRIDGE_ATOMIC = 2 };

/* A memory instruction of a warp: where each of its 32 lanes accesses that many bytes; -1 for a
   lane that does not. */
struct tilebridge_request {
  int32_t space, operation, bytes;
  int64_t addresses[32];
};

/* And this, if it knows on a host what its kernels would access on a GPU: from now on each launch
   calls `see(sum, request)` for every request; never, if `see` is null. tilebridge_add_pair(…
   COUNTED …) adds it for kernels of cuda_on_host.hpp. */
void tilebridge_pair_observe(void (*see)(void* sum, const struct tilebridge_request* request),
                             void* sum);

/* The copies between host and GPU and the kernels of a launch, with one copy engine for each
   direction and one kernel at a time. A call begins when those that it follows on its stream, or by
   an event, have ended and its engine is idle. A copy takes as long as its bytes and 256 more, a
   kernel as long as a copy that reads and writes as much. */
struct tilebridge_timeline {
  double bytes;   /* until the last call ends */
  double longest; /* call */
  double calls;
  double streams;    /* that have any */
  double host_waits; /* between two calls */
};

/* And this, if it knows that too: of the last launch that was observed. */
void tilebridge_pair_timeline(struct tilebridge_timeline* timeline);

#ifdef __cplusplus
}
#endif
#endif
