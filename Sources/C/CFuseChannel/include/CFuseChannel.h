// SPDX-License-Identifier: Apache-2.0
// Stands between libfuse and /dev/fuse: shows what libfuse 3.14 hides, and serves requests on threads of its own.
//
// The files, from the bottom up; each uses only those before it:
//   threads.c           starting threads, and the clock they all use
//   current_request.c   what each thread is serving, read from the bytes of its request
//   ring_support.c      whether the kernel offers io_uring for requests, and for how many processors
//   idle_prevention.c   a thread that keeps a processor awake between requests
//   ring_worker.c       one thread that takes requests over one ring
//   ring_pool.c         all such threads
//   channel.c           the reads and writes that libfuse makes on the session's descriptor
//   contention.c        how the thread pool waits while several programs ask at once
//   polling.c           how it waits otherwise
//   thread_pool.c       the threads that serve a session
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fuse_session;

// Takes over reading and writing of a session that is mounted; its descriptor stays the same. The kernel is told that
// the filesystem clears set-user-id bits itself (FUSE_HANDLE_KILLPRIV_V2), when it offers that: without it each
// write(2) costs a GETXATTR round trip, and libfuse before 3.17 does not know the flag. Returns an errno.
int cfuse_observe(struct fuse_session *session);
// Puts another descriptor in the place of the session's, so that the kernel gives the filesystem up: what is left of its
// mount is disconnected. For a session that no thread serves any more.
void cfuse_let_go(struct fuse_session *session, int other);

// Of the request that the calling thread serves: whether the kernel wants those bits cleared.
bool cfuse_clears_privileges(void);
// Says which request, a `fuse_req_t`, the calling thread serves from now on, and whether the program that waits for its
// answer was interrupted: to be asked before it is answered.
void cfuse_begin_request(void *request);
bool cfuse_is_interrupted(void);
// Whether the calling thread serves requests: one that waits for the kernel here may wait for itself.
bool cfuse_is_worker(void);

// Has the answer that the calling thread gives next wiped where the kernel took it from.
void cfuse_wipe_answer(void);

// Threads that serve requests until the session ends. All signals but those of faults are blocked in them.
struct cfuse_pool;
// `count` threads serve what comes over the session's descriptor: everything, unless rings may be used and the kernel
// has them. `ended` is an eventfd that is written to when a thread ends. NULL with errno where there are no threads.
// Without `looks_up_in_parallel` the kernel waits with each name of a folder for the answer to the one before.
struct cfuse_pool *cfuse_pool_start(
    struct fuse_session *session, int count, bool may_use_rings, bool looks_up_in_parallel, int ended);
// Lets the threads end where they would wait for a request, or, where programs do not stop asking, when each has
// answered a thousand more. No request that one of them has taken is lost.
void cfuse_pool_stop(struct cfuse_pool *pool);
// Overwrites the requests that the threads are serving, from another thread.
void cfuse_pool_wipe(struct cfuse_pool *pool);
// Gives back to the kernel what this process has freed. Takes some milliseconds, in which requests may wait for memory.
void cfuse_give_memory_back(void);
// Waits for the threads' end, and frees the pool.
void cfuse_pool_join(struct cfuse_pool *pool);

// Serves what has been asked so far on the calling thread, for so long at most. Reading does not wait any more once a
// pool has started.
void cfuse_serve_rest(struct fuse_session *session, int milliseconds);
