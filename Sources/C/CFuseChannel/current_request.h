// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdbool.h>
#include <sys/types.h>
#include <sys/uio.h>
#include "CFuseChannel.h"

// All of this is about the calling thread.

// Whether it serves requests.
void cfuse_set_worker(bool works);
// Reads a request that it is going to serve. A negative count is a failed read.
void cfuse_see_request(const char *request, ssize_t count);
// Whether the answer to the request in hand is to be wiped after it was sent.
bool cfuse_answer_is_wiped(void);

// MARK: - The beginning of a session

// Whether the kernel may be told, when the session begins, that requests are taken over rings.
void cfuse_set_has_rings(bool has_rings);
// Whether the kernel may be told then that names of one folder are looked up side by side.
void cfuse_set_looks_up_in_parallel(bool parallel);
// Whether the request served last was FUSE_INIT, with which the session begins.
bool cfuse_session_began(void);
// Whether the kernel has been told that requests are taken over rings.
bool cfuse_rings_are_agreed(void);
// Adds to the answer to FUSE_INIT what libfuse does not know of.
void cfuse_complete_start(struct iovec *answer);
