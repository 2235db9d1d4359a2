// SPDX-License-Identifier: Apache-2.0
// What each thread is serving, as far as libfuse does not show it: the flags of requests, and what is negotiated when the
// session begins. The state belongs to the thread; requests are only read here, and belong to whoever received them.
#include "current_request.h"

#define FUSE_USE_VERSION 314
#include <fuse_lowlevel.h>
#include <linux/fuse.h>

static __thread struct {
  struct fuse_req *request;
  bool works, has_rings, looks_up_in_parallel;
  bool clears_privileges, starts_session, offers_killpriv, offers_parallel, offers_rings;
  bool wipes_answer;
} current;

// FUSE_OVER_IO_URING, which <linux/fuse.h> has since 6.14: the 42nd flag is the tenth of the second word.
static const uint32_t over_io_uring = 1u << 9;

bool cfuse_clears_privileges(void) { return current.clears_privileges; }
void cfuse_begin_request(void *request) { current.request = request; }
bool cfuse_is_interrupted(void) { return current.request && fuse_req_interrupted(current.request); }
bool cfuse_is_worker(void) { return current.works; }
void cfuse_wipe_answer(void) { current.wipes_answer = true; }
bool cfuse_answer_is_wiped(void) { return current.wipes_answer; }
void cfuse_set_worker(bool works) { current.works = works; }
void cfuse_set_has_rings(bool has_rings) { current.has_rings = has_rings; }
void cfuse_set_looks_up_in_parallel(bool parallel) { current.looks_up_in_parallel = parallel; }
bool cfuse_session_began(void) { return current.starts_session; }
bool cfuse_rings_are_agreed(void) { return current.starts_session && current.offers_rings && current.has_rings; }

// The body of a request of at least `size` bytes, or NULL.
static const void *body(const char *request, size_t count, size_t size) {
  return count >= sizeof(struct fuse_in_header) + size ? request + sizeof(struct fuse_in_header) : NULL;
}

static bool wants_clearing(uint32_t opcode, const char *request, size_t count) {
  switch (opcode) {
    case FUSE_WRITE: {
      const struct fuse_write_in *in = body(request, count, sizeof *in);
      return in && in->write_flags & FUSE_WRITE_KILL_SUIDGID;
    }
    case FUSE_SETATTR: {
      const struct fuse_setattr_in *in = body(request, count, sizeof *in);
      return in && in->valid & FATTR_KILL_SUIDGID;
    }
    case FUSE_OPEN: {
      const struct fuse_open_in *in = body(request, count, sizeof *in);
      return in && in->open_flags & FUSE_OPEN_KILL_SUIDGID;
    }
    case FUSE_CREATE: {
      const struct fuse_create_in *in = body(request, count, sizeof *in);
      return in && in->open_flags & FUSE_OPEN_KILL_SUIDGID;
    }
    default: return false;
  }
}

void cfuse_see_request(const char *request, ssize_t count) {
  current.clears_privileges = current.starts_session = current.wipes_answer = false;
  if (count < (ssize_t)sizeof(struct fuse_in_header)) return;
  const struct fuse_in_header *header = (const void *)request;
  uint32_t opcode = header->opcode;
  current.clears_privileges = wants_clearing(opcode, request, count);
  if (opcode != FUSE_INIT) return;
  // Older kernels send a shorter request: the flags are the fourth word in all of them.
  const struct fuse_init_in *in = body(request, count, offsetof(struct fuse_init_in, flags2));
  current.starts_session = true;
  current.offers_killpriv = in && in->flags & FUSE_HANDLE_KILLPRIV_V2;
  current.offers_parallel = in && in->flags & FUSE_PARALLEL_DIROPS;
  const struct fuse_init_in *extended = body(request, count, sizeof *extended);
  current.offers_rings = extended && extended->flags & FUSE_INIT_EXT && extended->flags2 & over_io_uring;
}

void cfuse_complete_start(struct iovec *answer) {
  struct fuse_init_out *out = answer->iov_base;
  if (answer->iov_len >= offsetof(struct fuse_init_out, max_background)) {
    if (current.offers_killpriv) out->flags |= FUSE_HANDLE_KILLPRIV_V2;
    // libfuse 3.14 leaves it out, whatever it is told.
    if (current.offers_parallel && current.looks_up_in_parallel) out->flags |= FUSE_PARALLEL_DIROPS;
  }
  if (answer->iov_len < sizeof *out) current.offers_rings = false;
  if (!cfuse_rings_are_agreed()) return;
  out->flags |= FUSE_INIT_EXT;
  out->flags2 |= over_io_uring;
}
