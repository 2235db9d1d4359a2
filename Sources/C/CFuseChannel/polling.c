// SPDX-License-Identifier: Apache-2.0
// How the pool waits for requests while there is no contention.
//
// To wake a thread, and in a virtual machine an idle processor, costs more than most requests do. So a thread that has
// answered takes the next request itself. With none there it becomes the poller. There is one poller at a time: it looks
// for requests for a while, giving way to whoever else wants the processor, before it waits for one in the kernel. The
// other threads rest.
//
// While the poller serves a request, nobody polls. Requests that take long are the reason for the backup poller, one of
// the threads that rest: it looks at intervals whether there is more to do, for as long as there is any work at all.
// After a request that took long, the poller has itself replaced at once for a while.
//
// While requests follow each other quickly two threads are active, and give way rather than rest when they find none.
// Programs that ask at the same time then do not wait for each other's requests, and a program that asks alone finds its
// processor awake when it is answered.
//
// All of this runs on the pool's threads, in the pool's memory.
#include <errno.h>
#include <poll.h>
#include <sched.h>

#include "thread_pool.h"
#include "threads.h"

static const int64_t poll_time = 50 * 1000;      // nanoseconds before the poller waits in the kernel
static const int64_t long_request = 200 * 1000;  // nanoseconds from which on a request takes long
static const int64_t backup_tick = 500 * 1000;   // nanoseconds between two looks of the backup poller
static const int quickest = 8, handovers_after_long = 16, idle_ticks = 2, saturated_ticks = 4, looks_per_yield = 16;
static const int yields_before_rest = 16;  // of a second thread that finds no request

// MARK: - The poller

static bool become_poller(struct cfuse_pool *pool) { return !atomic_exchange(&pool->has_poller, true); }

static void call_backup(struct cfuse_pool *pool, bool is_needed) {
  pthread_mutex_lock(&pool->mutex);
  if (is_needed) pool->backup_is_called = true;
  pthread_cond_signal(&pool->backup_wakes);
  pthread_mutex_unlock(&pool->mutex);
}

// Called with a request in hand. A backup poller that is just going to sleep sees that nobody polls, or is seen here.
static void stop_polling(struct cfuse_pool *pool) {
  atomic_store(&pool->has_poller, false);
  bool hands_over = atomic_load_explicit(&pool->handovers, memory_order_relaxed) > 0;
  if (hands_over) atomic_fetch_sub_explicit(&pool->handovers, 1, memory_order_relaxed);
  if (hands_over || atomic_load(&pool->backup_sleeps)) call_backup(pool, hands_over);
}

static void note_pace(struct cfuse_pool *pool, bool came_soon) {
  int pace = atomic_load_explicit(&pool->pace, memory_order_relaxed);
  pace = came_soon ? (pace < quickest ? pace + 1 : pace) : (pace < 2 ? 0 : pace - 2);
  atomic_store_explicit(&pool->pace, pace, memory_order_relaxed);
}

// Looks for a request again and again, unless lately that was in vain. Returns what it finds, or -EAGAIN.
static int poll_actively(struct worker_slot *slot, int64_t start) {
  struct cfuse_pool *pool = slot->pool;
  if (atomic_load_explicit(&pool->pace, memory_order_relaxed) == 0) return -EAGAIN;
  for (int looks = 1; cfuse_now() - start < poll_time; looks++) {
    int count = pool_receive(slot);
    if (count != -EAGAIN) return count;
    if (looks % looks_per_yield == 0) sched_yield();
  }
  return -EAGAIN;
}

// Waits for the next request, as the poller.
static int poll_for_request(struct worker_slot *slot) {
  struct cfuse_pool *pool = slot->pool;
  int64_t start = cfuse_now();
  int count = poll_actively(slot, start);
  while (count == -EAGAIN) {
    struct pollfd wanted[] = {{fuse_session_fd(pool->session), POLLIN, 0}, {pool->stop, POLLIN, 0}};
    if (poll(wanted, 2, -1) < 0 && errno != EINTR) break;
    if (atomic_load(&pool->stopping)) break;
    count = pool_receive(slot);
  }
  note_pace(pool, cfuse_now() - start < poll_time);
  stop_polling(pool);
  return count;
}

// MARK: - The backup poller

static void wait_one_tick(struct cfuse_pool *pool) {
  int64_t end = cfuse_now() + backup_tick;
  struct timespec until = {end / 1000000000, end % 1000000000};
  pthread_cond_timedwait(&pool->backup_wakes, &pool->mutex, &until);
}

static void sleep_while_idle(struct cfuse_pool *pool) {
  atomic_store(&pool->backup_sleeps, true);
  if (atomic_load(&pool->has_poller)) pthread_cond_wait(&pool->backup_wakes, &pool->mutex);
  atomic_store(&pool->backup_sleeps, false);
}

// Returns when there is work for one more thread: the poller called for one, has been away since the last look without
// having taken another request, or was away at every look for a while.
static void be_backup_poller(struct cfuse_pool *pool) {
  int idle = 0, away = 0;
  unsigned seen = atomic_load(&pool->served);
  while (!pool->backup_is_called && !atomic_load(&pool->stopping) && !atomic_load(&pool->contended)) {
    if (idle < idle_ticks) wait_one_tick(pool);
    else sleep_while_idle(pool);
    unsigned served = atomic_load(&pool->served);
    idle = served == seen && idle < idle_ticks ? idle + 1 : 0;
    away = atomic_load(&pool->has_poller) ? 0 : away + 1;
    if (away > 0 && (idle > 0 || away >= saturated_ticks)) break;
    seen = served;
  }
  pool->backup_is_called = false;
}

static void rest(struct cfuse_pool *pool) {
  atomic_fetch_sub(&pool->active, 1);
  pthread_mutex_lock(&pool->mutex);
  while (pool->has_backup && !atomic_load(&pool->stopping) && !atomic_load(&pool->contended)) {
    pool->resting++;
    pthread_cond_wait(&pool->rest_ends, &pool->mutex);
    pool->resting--;
  }
  if (!pool->has_backup) {
    pool->has_backup = true;
    be_backup_poller(pool);
    pool->has_backup = false;
    if (pool->resting > 0) pthread_cond_signal(&pool->rest_ends);
  }
  pthread_mutex_unlock(&pool->mutex);
  atomic_fetch_add(&pool->active, 1);
}

// MARK: - For the threads

static bool is_quick(struct cfuse_pool *pool) {
  return atomic_load_explicit(&pool->pace, memory_order_relaxed) == quickest;
}

static void give_way(struct worker_slot *slot) {
  if (is_quick(slot->pool) && slot->misses++ < yields_before_rest) {
    sched_yield();
    return;
  }
  rest(slot->pool);
  slot->misses = 0;
}

int pool_wait(struct worker_slot *slot) {
  if (!become_poller(slot->pool)) {
    give_way(slot);
    return -EAGAIN;
  }
  int count = poll_for_request(slot);
  return count == -EAGAIN ? 0 : count;
}

void pool_activate_second(struct worker_slot *slot) {
  slot->misses = 0;
  if (is_quick(slot->pool) && atomic_load(&slot->pool->active) < 2) call_backup(slot->pool, true);
}

void pool_note_duration(struct cfuse_pool *pool, int64_t duration) {
  if (duration > long_request)
    atomic_store_explicit(&pool->handovers, handovers_after_long, memory_order_relaxed);
}
