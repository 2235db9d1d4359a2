// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <pthread.h>
#include <stdint.h>
#include <time.h>

// Nanoseconds since the system was started.
static inline int64_t cfuse_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Starts a thread in which all signals are blocked but those of faults and SIGURG, by which the pool wakes a thread that
// waits in read(2). Returns an errno.
int cfuse_start_thread(pthread_t *thread, void *(*body)(void *), void *context);

// Makes a condition whose timeouts are times of `cfuse_now`.
void cfuse_init_condition(pthread_cond_t *condition);
