// SPDX-License-Identifier: Apache-2.0
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV
#define SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV (1UL << 5)
#endif
#ifndef P_PIDFD
#define P_PIDFD 3
#endif

enum { first_descriptor = 3, max_descriptors = 16 };

// What the process opens from here on waits for an answer from whoever has the listener.
static int enter_filter(const struct clinux_child *child, int socket) {
  struct sock_fprog program = {.len = (unsigned short)child->filter_count, .filter = (struct sock_filter *)child->filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
  // A signal must not make a call start over while a person is being asked, where the kernel can prevent it.
  long listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                          SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, &program);
  if (listener < 0 && errno == EINVAL)
    listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
  if (listener < 0) return -1;
  char byte = 0;
  struct iovec part = {.iov_base = &byte, .iov_len = 1};
  union { struct cmsghdr head; char room[CMSG_SPACE(sizeof(int))]; } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  int number = (int)listener;
  memcpy(CMSG_DATA(header), &number, sizeof number);
  return sendmsg(socket, &message, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

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

  for (size_t i = 0; i < child->group_count; i++)
    if (write(child->groups[i], "0", 1) != 1) return;
  for (size_t i = 0; i < child->limit_count; i++) {
    struct rlimit limit = {child->limits[i].most, child->limits[i].most};
    if (setrlimit((__rlimit_resource_t)child->limits[i].resource, &limit)) return;
  }

  // All are moved out of the way first, so that no target overwrites a source, and then to their numbers.
  int lowest = first_descriptor + (int)child->descriptor_count;
  int moved[max_descriptors], standard[3];
  int socket = child->filter ? fcntl(child->listener_socket, F_DUPFD_CLOEXEC, lowest) : -1;
  if (child->filter && socket < 0) return;
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
  // Closed and not only marked: the child may wait for a file system that its parent serves, which ends with the parent alone.
  if (socket < 0 ? close_range((unsigned)lowest, ~0U, 0)
                 : (socket > lowest && close_range((unsigned)lowest, (unsigned)socket - 1, 0)) ||
                       close_range((unsigned)socket + 1, ~0U, 0))
    return;
  if (child->stage && clinux_make_stage(child->stage)) return;
  if (child->filter && enter_filter(child, socket)) return;
  execve(path, arguments, environment ? environment : environ);
}

struct start {
  const char *path;
  char *const *arguments, *const *environment;
  const struct clinux_child *child;
  pid_t parent;
  volatile int failure;
};

static int begin(void *context) {
  struct start *start = context;
  become(start->path, start->arguments, start->environment, start->child, start->parent);
  start->failure = errno;
  _exit(127);
}

// As `vfork`: nothing of this process is copied for a child that becomes another program at once, least of all its secrets.
// The thread that asks goes on when that has happened, or failed.
int32_t clinux_spawn(const char *path, char *const *arguments, char *const *environment,
                     const struct clinux_child *child) {
  enum { stack_size = 128 << 10 };
  if (child->descriptor_count > max_descriptors) {
    errno = EINVAL;
    return -1;
  }
  char *stack = mmap(NULL, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return -1;
  // No handler of this process may run in the child.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  struct start start = {path, arguments, environment, child, getpid(), 0};
  int namespaces = child->stage ? CLONE_NEWUSER | CLONE_NEWNS : 0;
  pid_t pid = clone(begin, stack + stack_size, CLONE_VM | CLONE_VFORK | SIGCHLD | namespaces, &start);
  int failure = pid < 0 ? errno : start.failure;
  if (pid > 0 && failure) {
    waitpid(pid, NULL, 0);
    pid = -1;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  munmap(stack, stack_size);
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

int clinux_keep_capabilities(uint64_t kept) {
  struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct data[2];
  if (syscall(SYS_capget, &head, data)) return -1;
  uint64_t permitted = data[0].permitted | (uint64_t)data[1].permitted << 32;
  if (!permitted) return 0;
  // First what a program that is started could get back: that takes CAP_SETPCAP.
  if (permitted >> CAP_SETPCAP & 1) {
    for (int capability = 0; capability < 64; capability++) {
      if (kept >> capability & 1) continue;
      if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) && errno != EINVAL) return -1;
    }
  }
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) && errno != EINVAL) return -1;
  permitted &= kept;
  for (int half = 0; half < 2; half++) {
    data[half].permitted = data[half].effective = (uint32_t)(permitted >> 32 * half);
    data[half].inheritable = 0;
  }
  return (int)syscall(SYS_capset, &head, data);
}
