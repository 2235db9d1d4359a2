// SPDX-License-Identifier: Apache-2.0
// All ring workers of a session: several for each processor's queue. The pool owns what they share; the thread pool owns
// this one, and calls it from whatever thread starts, stops or ends the session.
#include "ring_pool.h"

#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "idle_prevention.h"
#include "ring_support.h"
#include "ring_worker.h"
#include "threads.h"

struct cfuse_ring_pool {
  struct ring_shared shared;
  int made, started;
  struct ring_worker workers[];
};

enum { min_workers = 6, min_for_each_processor = 2 };

static bool make_workers(struct cfuse_ring_pool *pool, int processors, int size) {
  while (pool->made < size &&
         cfuse_ring_worker_make(&pool->workers[pool->made], &pool->shared, pool->made % processors))
    pool->made++;
  if (pool->made < size) return false;
  while (pool->started < size && cfuse_ring_worker_start(&pool->workers[pool->started]) == 0) pool->started++;
  return pool->started == size;
}

struct cfuse_ring_pool *cfuse_ring_pool_make(
    struct fuse_session *session, void (*broke)(void *context), void *context) {
  int processors = cfuse_ring_processors();
  if (processors == 0) return NULL;
  int for_each = (min_workers + processors - 1) / processors;
  int size = processors * (for_each < min_for_each_processor ? min_for_each_processor : for_each);
  struct cfuse_ring_pool *pool = calloc(1, sizeof *pool + size * sizeof *pool->workers);
  if (!pool) return NULL;
  struct ring_shared *shared = &pool->shared;
  shared->session = session;
  shared->broke = broke;
  shared->context = context;
  shared->stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  pthread_mutex_init(&shared->mutex, NULL);
  cfuse_init_condition(&shared->is_decided);
  sched_getaffinity(0, sizeof shared->everywhere, &shared->everywhere);
  if (shared->stop >= 0 && make_workers(pool, processors, size)) {
    // With more processors, one that is kept awake would be one of many.
    if (processors == 2) shared->idle_prevention = cfuse_idle_prevention_start();
    return pool;
  }
  cfuse_ring_pool_decide(pool, false);
  cfuse_ring_pool_join(pool);
  return NULL;
}

void cfuse_ring_pool_decide(struct cfuse_ring_pool *pool, bool are_wanted) {
  struct ring_shared *shared = &pool->shared;
  pthread_mutex_lock(&shared->mutex);
  if (shared->decision == undecided) shared->decision = are_wanted ? wanted : unwanted;
  pthread_cond_broadcast(&shared->is_decided);
  pthread_mutex_unlock(&shared->mutex);
}

void cfuse_ring_pool_stop(struct cfuse_ring_pool *pool) {
  const uint64_t one = 1;
  cfuse_ring_pool_decide(pool, false);
  ssize_t written = write(pool->shared.stop, &one, sizeof one);
  (void)written;  // fails only if the eventfd is full, and readable already
}

void cfuse_ring_pool_wipe(struct cfuse_ring_pool *pool) {
  for (int i = 0; i < pool->made; i++) cfuse_ring_worker_wipe(&pool->workers[i]);
}

void cfuse_ring_pool_join(struct cfuse_ring_pool *pool) {
  struct ring_shared *shared = &pool->shared;
  for (int i = 0; i < pool->started; i++) pthread_join(pool->workers[i].thread, NULL);
  if (shared->idle_prevention) cfuse_idle_prevention_end(shared->idle_prevention);
  for (int i = 0; i < pool->made; i++) cfuse_ring_worker_free(&pool->workers[i]);
  pthread_cond_destroy(&shared->is_decided);
  pthread_mutex_destroy(&shared->mutex);
  if (shared->stop >= 0) close(shared->stop);
  free(pool);
}
