// SPDX-License-Identifier: Apache-2.0
// Advisory locks of files. A wait for one has an end: a timer interrupts it by a signal of its own.
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

// Of the signals for programs' own use, one that nobody else here has.
static int wake_signal(void) { return SIGRTMIN + 3; }

static void on_wake_signal(int signal) { (void)signal; }

// Without SA_RESTART: the interrupted call ends.
static void install(void) {
  struct sigaction action = {.sa_handler = on_wake_signal};
  sigaction(wake_signal(), &action, NULL);
}

struct waiting {
  timer_t timer;
  sigset_t before;
};

// The signal comes again and again: the first one may come before the call has begun to wait.
static int begin_waiting(struct waiting *waiting, int milliseconds) {
  static pthread_once_t is_installed = PTHREAD_ONCE_INIT;
  pthread_once(&is_installed, install);
  struct sigevent event = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = wake_signal()};
  event.sigev_notify_thread_id = gettid();
  if (timer_create(CLOCK_MONOTONIC, &event, &waiting->timer)) return -1;
  struct timespec interval = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
  struct itimerspec times = {interval, interval};
  sigset_t wake;
  sigemptyset(&wake);
  sigaddset(&wake, wake_signal());
  pthread_sigmask(SIG_UNBLOCK, &wake, &waiting->before);
  timer_settime(waiting->timer, 0, &times, NULL);
  return 0;
}

// Keeps errno. A signal that is on its way is taken before the mask is what it was.
static void end_waiting(struct waiting *waiting) {
  int error = errno;
  timer_delete(waiting->timer);
  pthread_sigmask(SIG_SETMASK, &waiting->before, NULL);
  errno = error;
}

static struct flock range_of(const struct clinux_lock *lock) {
  static const short types[] = {F_UNLCK, F_RDLCK, F_WRLCK};
  return (struct flock){
      .l_type = types[lock->kind], .l_whence = SEEK_SET, .l_start = lock->start, .l_len = lock->count};
}

static int lock_now(int descriptor, const struct clinux_lock *lock, int waits) {
  static const int operations[] = {LOCK_UN, LOCK_SH, LOCK_EX};
  if (lock->is_whole) return flock(descriptor, operations[lock->kind] | (waits ? 0 : LOCK_NB));
  struct flock range = range_of(lock);
  return fcntl(descriptor, waits ? F_OFD_SETLKW : F_OFD_SETLK, &range);
}

int clinux_lock(int descriptor, const struct clinux_lock *lock, int milliseconds) {
  if (milliseconds == 0) return lock_now(descriptor, lock, 0);
  struct waiting waiting;
  if (begin_waiting(&waiting, milliseconds)) {
    // No timer at the moment: the lock is looked for once the time is over.
    nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000L}, NULL);
    return lock_now(descriptor, lock, 0);
  }
  int result = lock_now(descriptor, lock, 1);
  end_waiting(&waiting);
  return result;
}

int clinux_lock_conflict(int descriptor, struct clinux_lock *lock) {
  struct flock range = range_of(lock);
  if (fcntl(descriptor, F_OFD_GETLK, &range)) return -1;
  lock->kind = range.l_type == F_UNLCK ? 0 : range.l_type == F_RDLCK ? 1 : 2;
  lock->start = range.l_start;
  lock->count = range.l_len;
  return 0;
}

ptrdiff_t clinux_append(int descriptor, const void *bytes, size_t count) {
  struct iovec part = {(void *)bytes, count};
  return pwritev2(descriptor, &part, 1, 0, RWF_APPEND);
}
