// SPDX-License-Identifier: Apache-2.0
// Contention: several programs ask at the same time.
//
// Then there is mostly a next request, and a thread that polls in vain takes the processor from a program. So under
// contention every thread waits in read(2), and the kernel wakes one for each request. O_NONBLOCK belongs to the open
// file, so that it changes for all threads at once. Those that wait when contention ends are woken by a signal.
//
// All of this runs on the pool's threads, in the pool's memory.
#include <fcntl.h>
#include <signal.h>

#include "thread_pool.h"

static const int full_contention = 64;  // at this count reading begins to wait; at 0 it stops

int pool_set_waiting(struct cfuse_pool *pool, bool waits) {
  int descriptor = fuse_session_fd(pool->session), flags = fcntl(descriptor, F_GETFL);
  return fcntl(descriptor, F_SETFL, waits ? flags & ~O_NONBLOCK : flags | O_NONBLOCK);
}

// Interrupts read(2), which begins anew and does not wait then.
static void on_wake_signal(int signal) { (void)signal; }

int pool_prepare_waking(void) {
  struct sigaction action = {.sa_handler = on_wake_signal, .sa_flags = SA_RESTART};
  return sigaction(SIGURG, &action, NULL);
}

void pool_wake_readers(struct cfuse_pool *pool) {
  for (int i = 0; i < pool->size; i++)
    if (atomic_load(&pool->slots[i].reads)) pthread_kill(pool->slots[i].thread, SIGURG);
}

static void set_contended(struct cfuse_pool *pool, bool contended) {
  pthread_mutex_lock(&pool->mutex);
  if (contended != atomic_load(&pool->contended) && !atomic_load(&pool->stopping) &&
      pool_set_waiting(pool, contended) == 0) {
    atomic_store(&pool->contended, contended);
    if (!contended) pool_wake_readers(pool);
    pthread_cond_broadcast(&pool->backup_wakes);
    pthread_cond_broadcast(&pool->rest_ends);
  }
  pthread_mutex_unlock(&pool->mutex);
}

void pool_begin_serving(struct cfuse_pool *pool) {
  bool alone = atomic_fetch_add(&pool->serving, 1) == 0;
  int contention = atomic_load_explicit(&pool->contention, memory_order_relaxed);
  if (alone) contention = contention > 0 ? contention - 1 : 0;
  else contention = contention < full_contention ? contention + 1 : full_contention;
  atomic_store_explicit(&pool->contention, contention, memory_order_relaxed);
  bool contended = atomic_load(&pool->contended);
  if (contended ? contention == 0 : contention == full_contention) set_contended(pool, !contended);
}

void pool_end_serving(struct cfuse_pool *pool) { atomic_fetch_sub(&pool->serving, 1); }
