// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>

struct fuse_session;

// The threads that take requests over rings.
struct cfuse_ring_pool;
// Makes them ready. NULL where the kernel has no such thing, or may not be asked for it. `broke` is called by a thread
// that cannot go on while the session lasts.
struct cfuse_ring_pool *cfuse_ring_pool_make(
    struct fuse_session *session, void (*broke)(void *context), void *context);
// Lets the threads take requests from here on, or end. The first decision counts.
void cfuse_ring_pool_decide(struct cfuse_ring_pool *pool, bool are_wanted);
// Lets the threads end where they would wait for a request.
void cfuse_ring_pool_stop(struct cfuse_ring_pool *pool);
// Overwrites the requests under way, and the answers, from another thread.
void cfuse_ring_pool_wipe(struct cfuse_ring_pool *pool);
// Waits for the threads' end, and frees.
void cfuse_ring_pool_join(struct cfuse_ring_pool *pool);
