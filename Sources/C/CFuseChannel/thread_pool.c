// SPDX-License-Identifier: Apache-2.0
// The threads that serve a session's requests. Each has a slot in the pool, with the memory for its request. Whoever
// started the pool owns it, and may stop, wipe and join it from any thread but the pool's own.
//
// A thread that has answered a request takes the next one. Where there is none, polling.c decides which thread looks for
// it and which threads rest; contention.c lets all of them wait in the kernel while several programs ask at once.
#include "thread_pool.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "current_request.h"
#include "threads.h"

static const int max_answers_after_stop = 1000;  // to programs that do not stop asking

// MARK: - Serving

int pool_receive(struct worker_slot *slot) {
  atomic_store(&slot->reads, true);
  int count = fuse_session_receive_buf(slot->pool->session, &slot->request);
  atomic_store_explicit(&slot->reads, false, memory_order_release);
  return count;
}

static void answer(struct cfuse_pool *pool, struct fuse_buf *request) {
  atomic_fetch_add_explicit(&pool->served, 1, memory_order_relaxed);
  int64_t start = cfuse_now();
  pool_begin_serving(pool);
  fuse_session_process_buf(pool->session, request);
  if (pool->rings && cfuse_session_began()) cfuse_ring_pool_decide(pool->rings, cfuse_rings_are_agreed());
  pool_end_serving(pool);
  pool_note_duration(pool, cfuse_now() - start);
}

void cfuse_pool_stop(struct cfuse_pool *pool) {
  const uint64_t one = 1;
  atomic_store(&pool->stopping, true);
  if (pool->rings) cfuse_ring_pool_stop(pool->rings);
  ssize_t written = write(pool->stop, &one, sizeof one);
  pthread_mutex_lock(&pool->mutex);
  pool_set_waiting(pool, false);
  pool_wake_readers(pool);
  pthread_cond_broadcast(&pool->backup_wakes);
  pthread_cond_broadcast(&pool->rest_ends);
  pthread_mutex_unlock(&pool->mutex);
  written = write(pool->ended, &one, sizeof one);
  (void)written;  // fails only if the eventfd is full, and readable already
}

// The first thread that ends stops the others: the session is over.
static void *serve(void *context) {
  struct worker_slot *slot = context;
  struct cfuse_pool *pool = slot->pool;
  prctl(PR_SET_NAME, "fuse-worker", 0, 0, 0);
  cfuse_set_worker(true);
  cfuse_set_has_rings(pool->rings != NULL);
  cfuse_set_looks_up_in_parallel(pool->looks_up_in_parallel);
  while (!fuse_session_exited(pool->session)) {
    int count = pool_receive(slot);
    if (count == -EAGAIN) {
      if (atomic_load(&pool->stopping)) break;
      count = pool_wait(slot);
    }
    if (count == -EAGAIN || count == -EINTR) continue;
    if (count <= 0) break;
    pool_activate_second(slot);
    answer(pool, &slot->request);
    if (atomic_load(&pool->stopping) && ++slot->answers_after_stop == max_answers_after_stop) break;
  }
  cfuse_pool_stop(pool);
  return NULL;
}

void cfuse_serve_rest(struct fuse_session *session, int milliseconds) {
  struct fuse_buf request = {0};
  int64_t end = cfuse_now() + milliseconds * 1000000LL;
  cfuse_set_worker(true);
  while (!fuse_session_exited(session) && cfuse_now() < end) {
    int count = fuse_session_receive_buf(session, &request);
    if (count == -EINTR) continue;
    if (count <= 0) break;
    fuse_session_process_buf(session, &request);
  }
  cfuse_set_worker(false);
  free(request.mem);
}

// MARK: - Beginning and end

static void ring_broke(void *pool) { cfuse_pool_stop(pool); }

static int start_threads(struct cfuse_pool *pool, int count) {
  int error = 0;
  atomic_store(&pool->active, count);
  while (!error && pool->count < count) {
    struct worker_slot *slot = &pool->slots[pool->count];
    slot->pool = pool;
    error = cfuse_start_thread(&slot->thread, serve, slot);
    if (!error) pool->count++;
  }
  return error;
}

// libfuse takes memory of this size for every request with calloc, which in the C library of Debian 12 never uses what
// a thread has kept, and searches for a piece unless its size is among those that are handed out fast.
static void make_requests_fast(void) { mallopt(M_MXFAST, 160); }

// Small pieces that are handed out fast are never joined with what is free beside them, unless that is asked for.
void cfuse_give_memory_back(void) { malloc_trim(0); }

struct cfuse_pool *cfuse_pool_start(
    struct fuse_session *session, int count, bool may_use_rings, bool looks_up_in_parallel, int ended) {
  struct cfuse_pool *pool = calloc(1, sizeof *pool + count * sizeof *pool->slots);
  int stop = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (pool) pool->session = session;
  if (!pool || stop < 0 || pool_set_waiting(pool, false) < 0 || pool_prepare_waking() < 0) {
    free(pool);
    if (stop >= 0) close(stop);
    return NULL;
  }
  pool->size = count;
  pool->looks_up_in_parallel = looks_up_in_parallel;
  pool->ended = ended;
  pool->stop = stop;
  make_requests_fast();
  cfuse_init_condition(&pool->backup_wakes);
  cfuse_init_condition(&pool->rest_ends);
  pthread_mutex_init(&pool->mutex, NULL);
  if (may_use_rings) pool->rings = cfuse_ring_pool_make(session, ring_broke, pool);
  int error = start_threads(pool, count);
  if (!error) return pool;
  cfuse_pool_stop(pool);
  cfuse_pool_join(pool);
  errno = error;
  return NULL;
}

void cfuse_pool_wipe(struct cfuse_pool *pool) {
  if (pool->rings) cfuse_ring_pool_wipe(pool->rings);
  for (int i = 0; i < pool->count; i++) {
    void *memory = pool->slots[i].request.mem;
    if (memory) explicit_bzero(memory, malloc_usable_size(memory));
  }
}

void cfuse_pool_join(struct cfuse_pool *pool) {
  for (int i = 0; i < pool->count; i++) {
    pthread_join(pool->slots[i].thread, NULL);
    free(pool->slots[i].request.mem);
  }
  // The ring workers come last, because the threads above stop them.
  if (pool->rings) cfuse_ring_pool_join(pool->rings);
  pthread_cond_destroy(&pool->backup_wakes);
  pthread_cond_destroy(&pool->rest_ends);
  pthread_mutex_destroy(&pool->mutex);
  close(pool->stop);
  free(pool);
}
