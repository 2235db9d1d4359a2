// SPDX-License-Identifier: Apache-2.0
// Starting threads, for everything else here. Keeps no state and owns no memory.
#include "threads.h"

#include <signal.h>
#include <stddef.h>

int cfuse_start_thread(pthread_t *thread, void *(*body)(void *), void *context) {
  static const int open[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS, SIGURG};
  sigset_t all, before;
  sigfillset(&all);
  for (size_t i = 0; i < sizeof open / sizeof *open; i++) sigdelset(&all, open[i]);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = pthread_create(thread, NULL, body, context);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return error;
}

void cfuse_init_condition(pthread_cond_t *condition) {
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(condition, &attributes);
  pthread_condattr_destroy(&attributes);
}
