// SPDX-License-Identifier: Apache-2.0
// Stands between libfuse and /dev/fuse: sees what libfuse 3.14 hides, and reads on threads that can be stopped.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fuse_session;

// Takes over reading and writing of a session that is mounted; its descriptor stays the same. The kernel is told that
// the filesystem clears set-user-id bits itself (FUSE_HANDLE_KILLPRIV_V2), when it offers that: without it each
// write(2) costs a GETXATTR round trip, and libfuse before 3.17 does not know the flag. Returns an errno.
int cfuse_observe(struct fuse_session *session);

// Of the request that the calling thread serves: whether the kernel wants those bits cleared.
bool cfuse_clears_privileges(void);
// Whether the calling thread serves requests: one that waits for the kernel here may wait for itself.
bool cfuse_is_worker(void);

// A thread that serves requests until the session ends. All signals but those of faults are blocked in it.
struct cfuse_worker;
// `ended` is an eventfd that is written to when the thread ends. NULL with errno where there is no thread.
struct cfuse_worker *cfuse_worker_start(struct fuse_session *session, int ended);
// Lets a thread that waits for a request look up; see cfuse_refuse_to_wait.
void cfuse_worker_wake(struct cfuse_worker *worker);
// Waits for the end, and frees.
void cfuse_worker_join(struct cfuse_worker *worker);

// From now on threads of this session end where they would wait for a request, once they have been woken. No request
// that one of them has taken is lost.
void cfuse_refuse_to_wait(struct fuse_session *session);
// Serves what has been asked so far on the calling thread, for so long at most.
void cfuse_serve_rest(struct fuse_session *session, int milliseconds);
