// SPDX-License-Identifier: Apache-2.0
// Included before pam_bailey.c: makes happen always what happens on some machines, and on others rarely.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#ifdef UNLUCKY
// As the kernel does where fs.suid_dumpable is 1.
static inline int revealing_setresuid(uid_t real, uid_t effective, uid_t saved) {
  int result = setresuid(real, effective, saved);
  prctl(PR_SET_DUMPABLE, 1);
  return result;
}
#define setresuid revealing_setresuid

// One that its user can look into reaches nobody.
static inline int guarded_connect(int descriptor, const struct sockaddr *address, socklen_t size) {
  if (prctl(PR_GET_DUMPABLE) == 0) return connect(descriptor, address, size);
  errno = EPERM;
  return -1;
}
#define connect guarded_connect

// Others have the processor for a fifth of a second before each look at the clock.
static inline int late_clock_gettime(clockid_t clock, struct timespec *time) {
  static long looks = 0;
  int result = clock_gettime(clock, time);
  time->tv_sec += ++looks / 5;
  time->tv_nsec += looks % 5 * 200000000;
  return result;
}
#define clock_gettime late_clock_gettime
#endif

#ifdef ENDLESS
// Time stands still: what waits for something that does not come waits until the test ends it.
static inline int same_clock_gettime(clockid_t clock, struct timespec *time) {
  (void)clock;
  time->tv_sec = 1;
  time->tv_nsec = 0;
  return 0;
}
#define clock_gettime same_clock_gettime
#define alarm(seconds) ((void)(seconds))
#endif

#ifdef SLOW_TO_START
// Nobody listens yet at the first tries, between which no time passes.
static inline int refused_connect(int descriptor, const struct sockaddr *address, socklen_t size) {
  static int tries = 0;
  if (++tries > SLOW_TO_START) return connect(descriptor, address, size);
  errno = ECONNREFUSED;
  return -1;
}
static inline int hasty_poll(struct pollfd *entries, nfds_t count, int timeout) {
  return entries ? poll(entries, count, timeout) : 0;
}
#define connect refused_connect
#define poll hasty_poll
#endif
