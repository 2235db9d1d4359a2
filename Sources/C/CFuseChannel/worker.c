// SPDX-License-Identifier: Apache-2.0
#include "channel.h"

#define FUSE_USE_VERSION 314
#include <errno.h>
#include <fcntl.h>
#include <fuse3/fuse_lowlevel.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

struct cfuse_worker {
  pthread_t thread;
  struct fuse_session *session;
  struct fuse_buf request;  // libfuse allocates its memory; it belongs to the worker
  int ended;
};

static void *serve(void *context) {
  struct cfuse_worker *worker = context;
  prctl(PR_SET_NAME, "fuse-worker", 0, 0, 0);
  cfuse_set_worker(true);
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

// What wakes a thread that waits in read(2): SIGURG, which nobody here uses and whose default is to be ignored.
static void look_up(int signal) { (void)signal; }

static int install_wake_up(void) {
  struct sigaction action = {.sa_handler = look_up};  // without SA_RESTART: read returns
  return sigaction(SIGURG, &action, NULL);
}

static void block_signals(sigset_t *before) {
  static const int open[] = {SIGURG, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
  sigset_t all;
  sigfillset(&all);
  for (size_t i = 0; i < sizeof open / sizeof *open; i++) sigdelset(&all, open[i]);
  pthread_sigmask(SIG_SETMASK, &all, before);
}

struct cfuse_worker *cfuse_worker_start(struct fuse_session *session, int ended) {
  struct cfuse_worker *worker = calloc(1, sizeof *worker);
  if (!worker || install_wake_up()) return NULL;
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

void cfuse_worker_wake(struct cfuse_worker *worker) { pthread_kill(worker->thread, SIGURG); }

void cfuse_worker_join(struct cfuse_worker *worker) {
  pthread_join(worker->thread, NULL);
  free(worker->request.mem);
  free(worker);
}

void cfuse_refuse_to_wait(struct fuse_session *session) {
  int descriptor = fuse_session_fd(session);
  fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

void cfuse_serve_rest(struct fuse_session *session, int milliseconds) {
  struct fuse_buf request = {0};
  int64_t end = now() + milliseconds;
  cfuse_set_worker(true);
  while (!fuse_session_exited(session) && now() < end) {
    int count = fuse_session_receive_buf(session, &request);
    if (count == -EINTR) continue;
    if (count <= 0) break;
    fuse_session_process_buf(session, &request);
  }
  cfuse_set_worker(false);
  free(request.mem);
}
