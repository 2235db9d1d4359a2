// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <pthread.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include "CFuseChannel.h"

static inline int64_t cfuse_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Starts a thread in which all signals but those of faults, and the crew's own, are blocked. Returns an errno.
int cfuse_start_thread(pthread_t *thread, void *(*body)(void *), void *context);
void cfuse_init_condition(pthread_cond_t *condition);  // which tells the time as cfuse_now does

void cfuse_set_worker(bool works);
// Looks at a request that the calling thread is going to serve.
void cfuse_see_request(const char *request, ssize_t count);

// MARK: - Rings

// For the calling thread: whether the kernel may be told, when the session begins, that requests are taken over rings.
void cfuse_set_has_rings(bool has_rings);
// Of the request that the calling thread has just served: whether the session began with it.
bool cfuse_session_began(void);
// Whether the kernel has been told so.
bool cfuse_rings_are_agreed(void);

// The processors that need rings; 0 where the kernel offers none, or wants more than there can be.
int cfuse_ring_processors(void);

struct cfuse_rings;
// Makes ready what takes requests over rings. NULL where the kernel has no such thing, or may not be asked for it.
// `broke` is called by a thread that cannot go on while the session lasts.
struct cfuse_rings *cfuse_rings_make(struct fuse_session *session, void (*broke)(void *context), void *context);
// Takes requests from here on, or never will. Said once, or `stop`.
void cfuse_rings_decide(struct cfuse_rings *rings, bool are_wanted);
// Lets the threads end where they would wait for a request.
void cfuse_rings_stop(struct cfuse_rings *rings);
// Overwrites the requests under way, and the answers.
void cfuse_rings_wipe(struct cfuse_rings *rings);
// Waits for the threads' end, and frees.
void cfuse_rings_join(struct cfuse_rings *rings);

// Whether this answers the request that the calling thread serves, and that came over a ring: it goes by
// `cfuse_ring_send` then, which returns like writev(2). A thread also says what others' signals have come to.
bool cfuse_answers_ring(const struct iovec *parts, int count);
ssize_t cfuse_ring_send(const struct iovec *parts, int count, bool is_wiped);

// MARK: - Wakefulness

// Keeps the other of two processors from falling asleep while a program's requests follow each other quickly: to wake
// one costs more than most requests do, and the kernel likes to let a program go on where nothing else runs.
struct cfuse_wakeful;
struct cfuse_wakeful *cfuse_wakeful_start(void);  // NULL where there are no threads
// A request was served on this processor, of two.
void cfuse_wakeful_note(struct cfuse_wakeful *wakeful, int processor);
void cfuse_wakeful_end(struct cfuse_wakeful *wakeful);
