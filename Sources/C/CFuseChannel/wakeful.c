// SPDX-License-Identifier: Apache-2.0
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include "channel.h"

struct cfuse_wakeful {
  pthread_t thread;
  atomic_llong last;      // when a request was noted
  atomic_int other;       // the processor to keep awake
  atomic_bool sleeps, ends;
  pthread_mutex_t mutex;
  pthread_cond_t wakes;
};

static const int64_t watch_time = 50 * 1000;  // nanoseconds: requests that follow within it follow quickly

static bool is_over(struct cfuse_wakeful *wakeful) {
  return cfuse_now() - atomic_load(&wakeful->last) > watch_time && !atomic_load(&wakeful->ends);
}

// Whoever notes a request sees that this thread sleeps, or is seen here.
static void sleep_while_over(struct cfuse_wakeful *wakeful) {
  pthread_mutex_lock(&wakeful->mutex);
  atomic_store(&wakeful->sleeps, true);
  while (is_over(wakeful)) pthread_cond_wait(&wakeful->wakes, &wakeful->mutex);
  atomic_store(&wakeful->sleeps, false);
  pthread_mutex_unlock(&wakeful->mutex);
}

static void stay_on(int processor) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(processor, &one);
  sched_setaffinity(0, sizeof one, &one);  // where that is forbidden, it is awake somewhere
}

static void *stay_awake(void *context) {
  struct cfuse_wakeful *wakeful = context;
  int here = -1;
  prctl(PR_SET_NAME, "fuse-wakeful", 0, 0, 0);
  while (!atomic_load(&wakeful->ends)) {
    if (is_over(wakeful)) sleep_while_over(wakeful);
    int other = atomic_load(&wakeful->other);
    if (other != here) stay_on(here = other);
    sched_yield();
  }
  return NULL;
}

struct cfuse_wakeful *cfuse_wakeful_start(void) {
  struct cfuse_wakeful *wakeful = calloc(1, sizeof *wakeful);
  if (!wakeful) return NULL;
  atomic_store(&wakeful->last, -watch_time - 1);
  pthread_mutex_init(&wakeful->mutex, NULL);
  cfuse_init_condition(&wakeful->wakes);
  if (cfuse_start_thread(&wakeful->thread, stay_awake, wakeful) == 0) return wakeful;
  pthread_cond_destroy(&wakeful->wakes);
  pthread_mutex_destroy(&wakeful->mutex);
  free(wakeful);
  return NULL;
}

static void wake(struct cfuse_wakeful *wakeful) {
  pthread_mutex_lock(&wakeful->mutex);
  pthread_cond_signal(&wakeful->wakes);
  pthread_mutex_unlock(&wakeful->mutex);
}

void cfuse_wakeful_note(struct cfuse_wakeful *wakeful, int processor) {
  int64_t time = cfuse_now(), before = atomic_exchange(&wakeful->last, time);
  atomic_store_explicit(&wakeful->other, 1 - processor, memory_order_relaxed);
  if (time - before < watch_time && atomic_load(&wakeful->sleeps)) wake(wakeful);
}

void cfuse_wakeful_end(struct cfuse_wakeful *wakeful) {
  atomic_store(&wakeful->ends, true);
  wake(wakeful);
  pthread_join(wakeful->thread, NULL);
  pthread_cond_destroy(&wakeful->wakes);
  pthread_mutex_destroy(&wakeful->mutex);
  free(wakeful);
}
