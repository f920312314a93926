/* SPDX-License-Identifier: Apache-2.0 */
/* A pair in plain C, y = 2 x, of native code and Kokkos, or of the models that
   TILEBRIDGE_TEST_MODELS names with commas. It misbehaves as TILEBRIDGE_TEST_PAIR says: the model
   that TILEBRIDGE_TEST_MODEL names, or the second. */
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tilebridge/pair.h>
#include <unistd.h>

/* No function of the interface may: throwing.cpp does. */
void throw_bad_alloc(void);

/* The largest of the sizes that the tests ask for: the one that misbehaves. */
enum { bad_size = 3000 };

static int is(const char* behaviour) {
  const char* asked = getenv("TILEBRIDGE_TEST_PAIR");
  return asked != NULL && strcmp(asked, behaviour) == 0;
}

enum { most_models = 4 };
static char names[200];
static const char* models[most_models];
static uint32_t model_count;

static void name_models(void) {
  const char* asked = getenv("TILEBRIDGE_TEST_MODELS");
  snprintf(names, sizeof names, "%s", asked != NULL ? asked : "native,kokkos");
  for (char* name = strtok(names, ","); name != NULL && model_count < most_models;
       name = strtok(NULL, ","))
    models[model_count++] = name;
}

static int is_bad_model(uint32_t model) {
  const char* asked = getenv("TILEBRIDGE_TEST_MODEL");
  return asked != NULL ? strcmp(asked, models[model]) == 0 : model == 1;
}

static void throw_if(const char* behaviour) {
  if (is(behaviour)) throw_bad_alloc();
}

__attribute__((constructor)) static void load(void) {
  if (is("exits when it is loaded")) exit(0);
}

__attribute__((destructor)) static void unload(void) {
  if (is("aborts when it is unloaded")) abort();
  if (is("exits when it is unloaded")) _exit(7);
}

static void arrays(const int64_t* p, struct tilebridge_array* a) {
  throw_if("throws in arrays");
  a[0] = (struct tilebridge_array){"x", TILEBRIDGE_FLOAT, TILEBRIDGE_INPUT, (uint64_t)p[0], 1};
  a[1] = (struct tilebridge_array){"k", TILEBRIDGE_INT32, TILEBRIDGE_INPUT, (uint64_t)p[0], 10};
  a[2] = (struct tilebridge_array){"y", TILEBRIDGE_DOUBLE, TILEBRIDGE_OUTPUT, (uint64_t)p[0], 1};
  static int calls;
  if (is("changes a role") && ++calls % 2 == 0) a[2].role = TILEBRIDGE_INPUT;
  if (is("has an array without a name")) a[1].name = NULL;
  if (is("has two arrays of a name")) a[1].name = "x";
  if (is("has an unknown type")) a[1].type = 99;
  if (is("has an unknown role")) a[1].role = 7;
  if (is("has no output")) a[2].role = TILEBRIDGE_INPUT;
  if (is("has too many elements")) a[1].elements = (uint64_t)1 << 62;
}

static void work(const int64_t* p, struct tilebridge_work* w) {
  if (is("aborts when asked for its work")) abort();
  if (is("is slow to describe itself") && p[0] == bad_size) sleep(2);
  throw_if("throws in work");
  w->bytes_read = 8.0 * (double)p[0];
  w->bytes_written = 8.0 * (double)p[0];
  w->flops = 2.0 * (double)p[0];
  if (is("has no number of flops")) w->flops = NAN;
  if (is("writes less than nothing")) w->bytes_written = -1;
}

static void reference(const int64_t* p, const void* const* a, double* const* expected) {
  const float* x = a[0];
  const int32_t* k = a[1];
  throw_if("throws in reference");
  for (int64_t i = 0; i < p[0]; ++i) expected[2][i] = 2.0 * x[i] + k[i];
  if (is("expects an infinity")) expected[2][7] = INFINITY;
}

static int has(int32_t platform, uint32_t model) {
  throw_if("throws in has");
  if (is("has native code for GPUs alone") && model == 0) return platform == TILEBRIDGE_CUDA;
  return platform == TILEBRIDGE_HOST;
}

static int open_pair(int32_t platform, int32_t device, char* error, size_t bytes) {
  (void)platform, (void)device;
  if (is("aborts at once")) abort();
  if (is("exits at once")) exit(0);
  throw_if("throws in open");
  if (!is("cannot be opened")) return 0;
  snprintf(error, bytes, "it has no licence\nand says so twice");
  return 1;
}

struct launch {
  int64_t n;
  const float* x;
  const int32_t* k;
  double* y;
  int is_bad;
  int threads;
};

static void* prepare(uint32_t model, const int64_t* p, void* const* a, void* queue, char* error,
                     size_t bytes) {
  (void)queue;
  if (is("cannot be prepared") && is_bad_model(model)) {
    snprintf(error, bytes, "too much scratch memory");
    return NULL;
  }
  if (is("fails in Latin-1") && is_bad_model(model)) {
    snprintf(error, bytes, "\033[31mr\xe9solution");
    return NULL;
  }
  if (is("exits in prepare") && is_bad_model(model) && p[0] == bad_size) exit(3);
  struct launch* launch = malloc(sizeof *launch);
  const int threads = getenv("TILEBRIDGE_TEST_SETTINGS") != NULL ? (int)p[1] : 1;
  *launch = (struct launch){p[0], a[0], a[1], a[2], is_bad_model(model), threads};
  return launch;
}

/* Validation launches 4 times, on a busy machine up to 12; the fewest rounds of five blocks launch
   15 times more. */
enum { launches_to_validate = 14 };
static int launches;

/* Not inlined: a compiler may not take several calls for one. */
__attribute__((noinline)) static void compute(const struct launch* l) {
  double* volatile y = l->y;
  for (int64_t i = 0; i < l->n; ++i) y[i] = 2.0 * l->x[i] + l->k[i];
}

static int launch(void* prepared, char* error, size_t bytes) {
  const struct launch* l = prepared;
  const int is_bad = l->is_bad && l->n == bad_size;
  const int times = l->is_bad && is("works eight times over") ? 8 : l->threads;
  for (int time = 0; time < times; ++time) compute(l);
  if (is("expects an infinity")) l->y[7] = l->is_bad ? 42 : INFINITY;
  if (is_bad && is("aborts")) abort();
  if (is_bad && is("raises SIGTERM")) raise(SIGTERM);
  if (is_bad && is("raises SIGINT")) raise(SIGINT);
  if (l->is_bad && l->threads == 2 && is("aborts with two threads")) abort();
  if (l->is_bad && l->threads == 2 && is("is wrong with two threads")) l->y[7] += 1e-6;
  if (is_bad && is("aborts under another clock")) {
    const struct timespec long_ago[2] = {{1, 0}, {1, 0}};
    utimensat(AT_FDCWD, "r.json.journal", long_ago, 0);
    abort();
  }
  if (is_bad && is("exits")) exit(0);
  if (is_bad && is("exits at once in a kernel")) _exit(7);
  if (is_bad) throw_if("throws in launch");
  if (is("closes descriptors")) {
    signal(SIGPIPE, SIG_IGN);  // of a pipe whose other end it has closed
    for (int descriptor = 3; descriptor < 64; ++descriptor)
      if (write(descriptor, "...", 3) != 1) close(descriptor);
  }
  if (is("changes the directory") && chdir("/") != 0) abort();
  if (is_bad && is("hangs")) sleep(1000);
  if (is_bad && (is("is wrong") || is("is wrong without a reference"))) l->y[7] += 1e-6;
  if (is_bad && is("writes beyond")) l->y[l->n] = 0;
  if (is_bad && (is("fails") || (is("fails later") && ++launches > launches_to_validate))) {
    snprintf(error, bytes, "the lattice is not periodic");
    return 1;
  }
  return 0;
}

static void discard(void* prepared) {
  if (((struct launch*)prepared)->is_bad && is("aborts when it is discarded")) abort();
  free(prepared);
}
static void close_pair(void) {
  if (is("aborts when it is closed")) abort();
  if (is("hangs when it is closed")) sleep(1000);
}
static const char* release(uint32_t model) {
  throw_if("throws in release");
  if (is("names no release")) return NULL;
  return is("has releases") && model > 0 ? "1.2 (Imaginary)" : "";
}

const char* tilebridge_pair_sources(void) {
  throw_if("throws in sources");
  return getenv("TILEBRIDGE_TEST_SOURCES");
}

const char* tilebridge_pair_exercise(void) {
  throw_if("throws in exercise");
  return NULL;
}

/* A launch takes as long as the number of its setting `threads` says. */
const char* tilebridge_pair_settings(void) {
  throw_if("throws in settings");
  const char* settings = getenv("TILEBRIDGE_TEST_SETTINGS");
  return is("") ? NULL : settings;
}

static struct tilebridge_parameter parameters[] = {{"n", "elements", 1000, 0, 1 << 20},
                                                   {"n", "elements", 1000, 0, 1 << 20}};

const struct tilebridge_pair* tilebridge_export_pair(void) {
  static struct tilebridge_pair pair = {
      .version = TILEBRIDGE_PAIR_VERSION,
      .name = "doubled",
      .question = "What does doubling cost?",
      .tolerance = 1e-12,
      .parameter_count = 1,
      .parameters = parameters,
      .array_count = 3,
      .arrays = arrays,
      .work = work,
      .reference = reference,
      .has = has,
      .open = open_pair,
      .prepare = prepare,
      .launch = launch,
      .discard = discard,
      .close = close_pair,
      .release = release,
  };
  if (model_count == 0) name_models();
  pair.model_count = is("has no model") ? 0 : model_count;
  pair.models = models;
  if (is("has no reference") || is("is wrong without a reference")) pair.reference = NULL;
  if (is("is of another version")) pair.version = 7;
  if (is("is of version 1")) pair.version = 1;
  if (is("has no name")) pair.name = "two words";
  if (is("leaves out launch")) pair.launch = NULL;
  if (is("has no tolerance")) pair.tolerance = NAN;
  if (is("has a negative tolerance")) pair.tolerance = -1;
  if (is("takes everything for right")) pair.tolerance = INFINITY;
  if (is("takes zeros for right")) pair.tolerance = 1;
  if (is("has a bound that overflows")) pair.tolerance = 1e308;
  if (is("describes no parameter")) pair.parameters = NULL;
  if (is("has two parameters of a name")) pair.parameter_count = 2;
  if (getenv("TILEBRIDGE_TEST_SETTINGS") != NULL) {
    parameters[1] = (struct tilebridge_parameter){"threads", "times over", 8, 1, 64};
    pair.parameter_count = 2;
  }
  if (is("has a parameter called real")) parameters[0].name = "real";
  if (is("has a parameter called cache")) parameters[0].name = "cache";
  throw_if("throws in export");
  return &pair;
}
