// SPDX-License-Identifier: Apache-2.0
// A thread that keeps a processor awake between requests: it runs there and gives way all the time. While no requests
// follow each other quickly, it sleeps. The ring pool owns the memory; ring workers call `note`, all else runs on the
// thread itself.
#include "idle_prevention.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/prctl.h>

#include "threads.h"

struct cfuse_idle_prevention {
  pthread_t thread;
  atomic_llong last_request;  // when one was noted
  atomic_int processor;       // to be kept awake
  atomic_bool sleeps, ends;
  pthread_mutex_t mutex;
  pthread_cond_t wakes;
};

// Nanoseconds: requests that follow within this time follow quickly.
static const int64_t quick = 50 * 1000;

static bool should_sleep(struct cfuse_idle_prevention *prevention) {
  return cfuse_now() - atomic_load(&prevention->last_request) > quick && !atomic_load(&prevention->ends);
}

// A request that is noted meanwhile is seen here, or whoever notes it sees that this thread sleeps.
static void sleep_until_requests(struct cfuse_idle_prevention *prevention) {
  pthread_mutex_lock(&prevention->mutex);
  atomic_store(&prevention->sleeps, true);
  while (should_sleep(prevention)) pthread_cond_wait(&prevention->wakes, &prevention->mutex);
  atomic_store(&prevention->sleeps, false);
  pthread_mutex_unlock(&prevention->mutex);
}

// Where that is forbidden, the thread keeps whatever processor it runs on awake.
static void move_to(int processor) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  sched_setaffinity(0, sizeof one, &one);
}

static void *keep_awake(void *context) {
  struct cfuse_idle_prevention *prevention = context;
  int here = -1;
  prctl(PR_SET_NAME, "fuse-no-idle", 0, 0, 0);
  while (!atomic_load(&prevention->ends)) {
    if (should_sleep(prevention)) sleep_until_requests(prevention);
    int processor = atomic_load(&prevention->processor);
    if (processor != here) move_to(here = processor);
    sched_yield();
  }
  return NULL;
}

static void release(struct cfuse_idle_prevention *prevention) {
  pthread_cond_destroy(&prevention->wakes);
  pthread_mutex_destroy(&prevention->mutex);
  free(prevention);
}

struct cfuse_idle_prevention *cfuse_idle_prevention_start(void) {
  struct cfuse_idle_prevention *prevention = calloc(1, sizeof *prevention);
  if (!prevention) return NULL;
  atomic_store(&prevention->last_request, -quick - 1);
  pthread_mutex_init(&prevention->mutex, NULL);
  cfuse_init_condition(&prevention->wakes);
  if (cfuse_start_thread(&prevention->thread, keep_awake, prevention) == 0) return prevention;
  release(prevention);
  return NULL;
}

static void wake(struct cfuse_idle_prevention *prevention) {
  pthread_mutex_lock(&prevention->mutex);
  pthread_cond_signal(&prevention->wakes);
  pthread_mutex_unlock(&prevention->mutex);
}

void cfuse_idle_prevention_note(struct cfuse_idle_prevention *prevention, int processor) {
  int64_t time = cfuse_now(), before = atomic_exchange(&prevention->last_request, time);
  atomic_store_explicit(&prevention->processor, 1 - processor, memory_order_relaxed);
  if (time - before < quick && atomic_load(&prevention->sleeps)) wake(prevention);
}

void cfuse_idle_prevention_end(struct cfuse_idle_prevention *prevention) {
  atomic_store(&prevention->ends, true);
  wake(prevention);
  pthread_join(prevention->thread, NULL);
  release(prevention);
}
