// SPDX-License-Identifier: Apache-2.0
// Loaded into `bailey-proxy` before anything of it runs: code of an attacker, which begins once the process has begun its work, in
// the proxy with a connection of the app's and in the connector with a connection that it is to make. It tries what ATTEMPT names.
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

// `F_SETSIG` and `FIOSETOWN`.
enum { runtime = 3, set_signal = 10, set_owner = 0x8901 };
static char attempt[64], file[256];
static int begun;

__attribute__((constructor)) static void keep(void) {
  // Before the filter: later there is no environment to be read, nor anything to be loaded.
  if (getenv("ATTEMPT")) strncpy(attempt, getenv("ATTEMPT"), sizeof attempt - 1);
  if (getenv("ATTEMPT_FILE")) strncpy(file, getenv("ATTEMPT_FILE"), sizeof file - 1);
}

static int is(const char *name) { return !strcmp(attempt, name); }

static long attack(void) {
  if (is("open")) return syscall(SYS_openat, AT_FDCWD, file, O_RDONLY, 0);
  if (is("open-old")) return syscall(SYS_open, file, O_RDONLY, 0);
  if (is("open-new")) {
    unsigned long long how[3] = {O_RDONLY, 0, 0};
    return syscall(SYS_openat2, AT_FDCWD, file, how, sizeof how);
  }
  if (is("write")) return syscall(SYS_openat, AT_FDCWD, "/etc/hosts", O_WRONLY, 0);
  if (is("create")) return syscall(SYS_openat, AT_FDCWD, "/etc/new", O_RDONLY | O_CREAT, 0600);
  if (is("root")) return syscall(SYS_openat, AT_FDCWD, "/etc/shadow", O_RDONLY, 0);
  if (is("exec")) {
    char *words[] = {"/bin/true", NULL};
    return syscall(SYS_execve, words[0], words, words + 1);
  }
  if (is("exec-open")) return syscall(SYS_execveat, 0, "", NULL, NULL, 0x1000);
  if (is("local")) {
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    strncpy(name.sun_path, file, sizeof name.sun_path - 1);
    int end = (int)syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0);
    return end < 0 ? -1 : syscall(SYS_connect, end, &name, sizeof name);
  }
  if (is("socket")) return syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
  if (is("pair")) {
    int ends[2];
    return syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, ends);
  }
  if (is("listen")) return syscall(SYS_listen, 4, 1);
  if (is("connect")) return syscall(SYS_connect, 4, NULL, 0);
  if (is("trace")) return syscall(SYS_ptrace, PTRACE_ATTACH, getppid(), NULL, NULL);
  if (is("read-others")) {
    char byte;
    struct iovec own = {&byte, 1}, other = {keep, 1};
    return syscall(SYS_process_vm_readv, getpid(), &own, 1, &other, 1, 0);
  }
  if (is("signal")) return syscall(SYS_kill, -1, 0);
  if (is("signal-thread")) return syscall(SYS_tgkill, getppid(), getppid(), 0);
  if (is("signal-owner")) return syscall(SYS_fcntl, 3, F_SETOWN, getppid());
  if (is("signal-kind")) return syscall(SYS_fcntl, 3, set_signal, SIGKILL);
  if (is("signal-socket")) {
    int owner = getppid();
    return syscall(SYS_ioctl, 3, set_owner, &owner);
  }
  if (is("process")) {
    long made = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (!made) syscall(SYS_exit_group, 0);
    return made;
  }
  if (is("process-new")) {
    unsigned long long how[8] = {0, 0, 0, 0, SIGCHLD};
    long made = syscall(SYS_clone3, how, sizeof how);
    if (!made) syscall(SYS_exit_group, 0);
    return made;
  }
  if (is("namespace-new")) return syscall(SYS_clone, 0x10000000 | SIGCHLD, 0, 0, 0, 0);
  if (is("code")) return syscall(SYS_mmap, NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (is("mount")) return syscall(SYS_mount, "tmpfs", "/tmp", "tmpfs", 0, NULL);
  if (is("rights")) return syscall(SYS_setuid, 0);
  if (is("namespace")) return syscall(SYS_unshare, 0x10000000);
  errno = 0;
  return -1;
}

// As a report of a host that was used: what came of it.
static void report(long result) {
  char text[128];
  int code = result < 0 ? errno : 0;
  int length = snprintf(text + 3, sizeof text - 3, "%s.%s%d.example", attempt, result < 0 ? "e" : "done", code);
  text[0] = 2, text[1] = 1, text[2] = (char)length;
  send(runtime, text, (size_t)length + 3, MSG_NOSIGNAL);
}

static void begin(void) {
  if (__atomic_exchange_n(&begun, 1, __ATOMIC_SEQ_CST) || !attempt[0]) return;
  report(attack());
}

int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags) {
  int stream = (int)syscall(SYS_accept4, socket, address, length, flags);
  if (stream >= 0) begin();
  return stream;
}

int connect(int socket, const struct sockaddr *address, socklen_t length) {
  const struct sockaddr_in *four = (const struct sockaddr_in *)address;
  if (address && four->sin_family == AF_INET && ntohs(four->sin_port) == 4242) begin();
  return (int)syscall(SYS_connect, socket, address, length);
}
