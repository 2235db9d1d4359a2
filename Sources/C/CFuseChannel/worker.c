// SPDX-License-Identifier: Apache-2.0
#include "channel.h"

#define FUSE_USE_VERSION 314
#include <errno.h>
#include <fuse3/fuse_lowlevel.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

struct cfuse_worker {
  pthread_t thread;
  struct fuse_session *session;
  struct fuse_buf request;  // libfuse allocates its memory; it belongs to the worker
  int ended;
};

static void *serve(void *context) {
  struct cfuse_worker *worker = context;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  prctl(PR_SET_NAME, "fuse-worker", 0, 0, 0);
  cfuse_become_worker();
  while (!fuse_session_exited(worker->session)) {
    int count = fuse_session_receive_buf(worker->session, &worker->request);
    if (count == -EINTR) continue;
    if (count <= 0) break;
    fuse_session_process_buf(worker->session, &worker->request);
  }
  const uint64_t one = 1;
  ssize_t written = write(worker->ended, &one, sizeof one);
  (void)written;  // full only if it can be read already
  return NULL;
}

static void block_signals(sigset_t *before) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
  sigset_t all;
  sigfillset(&all);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigdelset(&all, faults[i]);
  pthread_sigmask(SIG_BLOCK, &all, before);
}

struct cfuse_worker *cfuse_worker_start(struct fuse_session *session, int ended) {
  struct cfuse_worker *worker = calloc(1, sizeof *worker);
  if (!worker) return NULL;
  worker->session = session;
  worker->ended = ended;
  sigset_t before;
  block_signals(&before);
  int error = pthread_create(&worker->thread, NULL, serve, worker);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!error) return worker;
  free(worker);
  errno = error;
  return NULL;
}

void cfuse_worker_cancel(struct cfuse_worker *worker) { pthread_cancel(worker->thread); }

void cfuse_worker_join(struct cfuse_worker *worker) {
  pthread_join(worker->thread, NULL);
  free(worker->request.mem);
  free(worker);
}
