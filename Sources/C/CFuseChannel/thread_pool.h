// SPDX-License-Identifier: Apache-2.0
#pragma once
#define FUSE_USE_VERSION 314
#include <fuse3/fuse_lowlevel.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "CFuseChannel.h"
#include "ring_pool.h"

// What belongs to one thread of the pool.
struct worker_slot {
  struct cfuse_pool *pool;
  pthread_t thread;
  struct fuse_buf request;  // libfuse allocates its memory; the slot owns it
  atomic_bool reads;        // perhaps waits in read(2)
  int misses;               // looks in vain since the last request
  int answers_after_stop;
};

struct cfuse_pool {
  struct fuse_session *session;
  struct cfuse_ring_pool *rings;  // NULL where all requests come over the session's descriptor
  bool looks_up_in_parallel;      // names of one folder
  int ended;                      // eventfd of the session
  int stop;                       // eventfd: wakes the poller when the pool stops
  atomic_bool stopping;

  // polling.c
  atomic_bool has_poller;
  atomic_bool backup_sleeps;  // the backup poller does, until somebody calls it
  atomic_uint served;         // requests taken: the backup poller sees by it whether there are any
  atomic_int pace;            // how likely the next request comes soon, 0 to quickest
  atomic_int handovers;       // how many more times, after a long request, the poller has itself replaced at once
  atomic_int active;          // threads that serve or poll

  // contention.c
  atomic_int serving;     // threads that have a request in hand
  atomic_int contention;  // how often lately there was more than one such thread
  atomic_bool contended;

  pthread_mutex_t mutex;
  pthread_cond_t backup_wakes, rest_ends;
  bool has_backup, backup_is_called;  // under the mutex
  int resting;                        // under the mutex: threads that rest, without the backup poller

  int count, size;  // threads that were started, and that were to be
  struct worker_slot slots[];
};

// MARK: - thread_pool.c

// Reads a request: its size, or a negative errno. Waits for one only under contention.
int pool_receive(struct worker_slot *slot);

// MARK: - contention.c

// Lets reads of the session's descriptor wait for a request, or fail with EAGAIN. -1 with errno where that failed.
int pool_set_waiting(struct cfuse_pool *pool, bool waits);
// Has SIGURG wake the threads that wait in read(2). -1 with errno where that failed.
int pool_prepare_waking(void);
// Wakes them. To be called under the mutex, which a thread passes before it ends.
void pool_wake_readers(struct cfuse_pool *pool);
// A thread has taken a request, or is done with it.
void pool_begin_serving(struct cfuse_pool *pool);
void pool_end_serving(struct cfuse_pool *pool);

// MARK: - polling.c

// Waits for a request where a read found none, and returns what it read. -EAGAIN means that the caller is to read again,
// 0 that no request will come.
int pool_wait(struct worker_slot *slot);
// A thread has taken a request: sees to it that a second thread is active while requests follow each other quickly.
void pool_activate_second(struct worker_slot *slot);
// A request took so long, in nanoseconds.
void pool_note_duration(struct cfuse_pool *pool, int64_t duration);
