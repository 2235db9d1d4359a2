// SPDX-License-Identifier: Apache-2.0
// The reads and writes that libfuse makes on the session's descriptor. They run on whatever thread serves a request, and
// own no memory: requests are read into libfuse's buffers, answers lie where the filesystem has them.
#define FUSE_USE_VERSION 314
#include <fcntl.h>
#include <fuse3/fuse_lowlevel.h>
#include <unistd.h>

#include "current_request.h"
#include "ring_worker.h"

static ssize_t channel_read(int descriptor, void *buffer, size_t size, void *context) {
  (void)context;
  ssize_t count = read(descriptor, buffer, size);
  cfuse_see_request(buffer, count);
  return count;
}

// The answer to FUSE_INIT is written by the thread that read it, before it reads again.
static ssize_t channel_write(int descriptor, struct iovec *parts, int count, void *context) {
  (void)context;
  if (cfuse_answers_ring(parts, count)) return cfuse_ring_send(parts, count, cfuse_answer_is_wiped());
  if (cfuse_session_began() && count == 2) cfuse_complete_start(&parts[1]);
  return writev(descriptor, parts, count);
}

int cfuse_observe(struct fuse_session *session) {
  const struct fuse_custom_io io = {.writev = channel_write, .read = channel_read};
  return -fuse_session_custom_io(session, &io, fuse_session_fd(session));
}

void cfuse_let_go(struct fuse_session *session, int other) { dup3(other, fuse_session_fd(session), O_CLOEXEC); }
