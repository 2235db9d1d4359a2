// SPDX-License-Identifier: Apache-2.0
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef P_PIDFD
#define P_PIDFD 3
#endif

enum { first_descriptor = 3, max_descriptors = 16 };

// In the child, which shares the memory of its parent until it is another program: only calls that are safe after a fork
// of a threaded program, and nothing is written but what lies on the stack. Returns only on failure.
static void become(const char *path, char *const *arguments, char *const *environment,
                   const struct clinux_child *child, pid_t parent) {
  if (child->new_session && setsid() < 0) return;
  if (child->parent_death_signal) {
    if (prctl(PR_SET_PDEATHSIG, child->parent_death_signal, 0, 0, 0)) return;
    if (getppid() != parent) _exit(1);  // it ended before the call above
  }
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);

  // All are moved out of the way first, so that no target overwrites a source, and then to their numbers.
  int lowest = first_descriptor + (int)child->descriptor_count;
  int moved[max_descriptors], standard[3];
  for (size_t i = 0; i < child->descriptor_count; i++)
    if ((moved[i] = fcntl(child->descriptors[i], F_DUPFD_CLOEXEC, lowest)) < 0) return;
  for (int i = 0; i < 3; i++) {
    standard[i] = child->standard && child->standard[i] >= 0 ? fcntl(child->standard[i], F_DUPFD_CLOEXEC, lowest) : i;
    if (standard[i] < 0) return;
  }
  for (int i = 0; i < 3; i++)
    if (standard[i] != i && dup2(standard[i], i) < 0) return;
  for (size_t i = 0; i < child->descriptor_count; i++)
    if (dup2(moved[i], first_descriptor + (int)i) < 0) return;
  if (close_range((unsigned)lowest, ~0U, CLOSE_RANGE_CLOEXEC)) return;
  execve(path, arguments, environment ? environment : environ);
}

// `vfork`: nothing of this process is copied for a child that becomes another program at once, least of all its secrets.
// The thread that asks goes on when that has happened, or failed.
int32_t clinux_spawn(const char *path, char *const *arguments, char *const *environment,
                     const struct clinux_child *child) {
  if (child->descriptor_count > max_descriptors) {
    errno = EINVAL;
    return -1;
  }
  // No handler of this process may run in the child.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t parent = getpid();
  volatile int failure = 0;
  pid_t pid = vfork();
  if (pid == 0) {
    become(path, arguments, environment, child, parent);
    failure = errno;
    _exit(127);
  }
  if (pid < 0) {
    failure = errno;
  } else if (failure) {
    waitpid(pid, NULL, 0);
    pid = -1;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failure) errno = failure;
  return pid;
}

int clinux_pidfd_open(int32_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }
int clinux_pidfd_signal(int pidfd, int number) { return (int)syscall(SYS_pidfd_send_signal, pidfd, number, NULL, 0); }

int clinux_pidfd_wait(int pidfd, int blocks) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  if (waitid((idtype_t)P_PIDFD, (id_t)pidfd, &info, WEXITED | (blocks ? 0 : WNOHANG))) return -1;
  if (info.si_pid == 0) {
    errno = EAGAIN;
    return -1;
  }
  return info.si_code == CLD_EXITED ? info.si_status : 256 + info.si_status;
}

int clinux_signalfd_next(int descriptor) {
  struct signalfd_siginfo info;
  return read(descriptor, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : -1;
}

// As linux/landlock.h has it from Linux 6.12 on; Debian 12's headers are older.
struct scoped_ruleset {
  uint64_t files, network, scoped;
};
enum { scope_abstract_sockets = 1, scope_signals = 2, landlock_create = 444, landlock_restrict = 446 };

int clinux_scope_sockets_and_signals(void) {
  struct scoped_ruleset ruleset = {0, 0, scope_abstract_sockets | scope_signals};
  int rules = (int)syscall(landlock_create, &ruleset, sizeof ruleset, 0);
  if (rules < 0) {
    if (errno == E2BIG || errno == EINVAL) errno = EOPNOTSUPP;  // an older Landlock, which has no scopes
    return -1;
  }
  int result = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (result == 0) result = (int)syscall(landlock_restrict, rules, 0);
  int code = errno;
  close(rules);
  errno = code;
  return result;
}

int clinux_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

// Kept for each thread, because it is needed before each wait and hardly ever changes: 0 until it was first asked for.
static _Thread_local int processors;

int clinux_processors(void) {
  if (processors == 0) {
    cpu_set_t set;
    processors = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : -1;
  }
  return processors;
}

int clinux_run_on(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  processors = 0;
  return sched_setaffinity(0, sizeof set, &set);
}
