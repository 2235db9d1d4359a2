// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <liburing.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/uio.h>

struct fuse_session;

// What the ring workers of a session share. It belongs to the ring pool.
struct ring_shared {
  struct fuse_session *session;
  void (*broke)(void *context);
  void *context;
  int stop;  // eventfd that every ring polls
  pthread_mutex_t mutex;
  pthread_cond_t is_decided;
  enum { undecided, wanted, unwanted } decision;  // under the mutex: whether the kernel takes rings
  struct cfuse_idle_prevention *idle_prevention;  // NULL where there are not two processors
  cpu_set_t everywhere;
  atomic_int serving;  // requests in hand
};

// A thread with a ring and memory for one request of one processor's queue. The memory belongs to the worker.
struct ring_worker {
  struct ring_shared *shared;
  pthread_t thread;
  struct io_uring ring;
  int processor;
  bool is_pinned;      // to that processor
  int small_in_a_row;  // requests since the last large one
  bool stops;
  bool has_served;
  uint64_t identifier;         // of the request in hand: the exchange may be wiped meanwhile, or hold the next
  size_t touched;              // the largest part of the payload, or of the request, that may be in memory
  struct ring_exchange *exchange;
  char *payload;
  char *request;  // as libfuse reads it
};

// Gives a worker its memory and its ring. False where one of them is not to be had.
bool cfuse_ring_worker_make(struct ring_worker *worker, struct ring_shared *shared, int processor);
// Starts its thread, which waits for the decision first. Returns an errno.
int cfuse_ring_worker_start(struct ring_worker *worker);
// Overwrites its memory, from another thread.
void cfuse_ring_worker_wipe(struct ring_worker *worker);
// Gives back its ring and its memory. Its thread has ended.
void cfuse_ring_worker_free(struct ring_worker *worker);

// Whether this answers the request that the calling thread serves, if that came over a ring: it goes by
// `cfuse_ring_send` then, which returns like writev(2). A thread also answers the kernel's notices of signals, which
// concern requests of other threads and come over the session's descriptor.
bool cfuse_answers_ring(const struct iovec *parts, int count);
ssize_t cfuse_ring_send(const struct iovec *parts, int count, bool is_wiped);
