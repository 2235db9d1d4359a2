// SPDX-License-Identifier: Apache-2.0
#include "channel.h"

#define FUSE_USE_VERSION 314
#include <errno.h>
#include <fuse3/fuse_lowlevel.h>
#include <linux/fuse.h>
#include <unistd.h>

// What this thread serves, and served last.
static __thread struct {
  bool works, has_rings;
  bool clears_privileges, starts_session, offers_killpriv, offers_rings;
  bool wipes_answer;
} current;

// FUSE_OVER_IO_URING, which <linux/fuse.h> has since 6.14: the 42nd flag is the tenth of the second word.
static const uint32_t over_io_uring = 1u << 9;

bool cfuse_clears_privileges(void) { return current.clears_privileges; }
bool cfuse_is_worker(void) { return current.works; }
void cfuse_wipe_answer(void) { current.wipes_answer = true; }
void cfuse_set_worker(bool works) { current.works = works; }
void cfuse_set_has_rings(bool has_rings) { current.has_rings = has_rings; }
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
  const struct fuse_init_in *extended = body(request, count, sizeof *extended);
  current.offers_rings = extended && extended->flags & FUSE_INIT_EXT && extended->flags2 & over_io_uring;
}

static ssize_t channel_read(int descriptor, void *buffer, size_t size, void *context) {
  (void)context;
  ssize_t count = read(descriptor, buffer, size);
  cfuse_see_request(buffer, count);
  return count;
}

// Replies to FUSE_INIT are written by the thread that read it, before it reads again.
static void complete_start(struct iovec *part) {
  struct fuse_init_out *out = part->iov_base;
  if (current.offers_killpriv && part->iov_len >= offsetof(struct fuse_init_out, max_background))
    out->flags |= FUSE_HANDLE_KILLPRIV_V2;
  if (part->iov_len < sizeof *out) current.offers_rings = false;
  if (!cfuse_rings_are_agreed()) return;
  out->flags |= FUSE_INIT_EXT;
  out->flags2 |= over_io_uring;
}

static ssize_t channel_write(int descriptor, struct iovec *parts, int count, void *context) {
  (void)context;
  if (cfuse_answers_ring(parts, count)) return cfuse_ring_send(parts, count, current.wipes_answer);
  if (current.starts_session && count == 2) complete_start(&parts[1]);
  return writev(descriptor, parts, count);
}

int cfuse_observe(struct fuse_session *session) {
  const struct fuse_custom_io io = {.writev = channel_write, .read = channel_read};
  return -fuse_session_custom_io(session, &io, fuse_session_fd(session));
}
