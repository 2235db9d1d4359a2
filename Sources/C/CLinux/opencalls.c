// SPDX-License-Identifier: Apache-2.0
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

// Newer kernels may write more than their headers said here.
union notice { struct seccomp_notif notice; char room[1024]; };
union answer { struct seccomp_notif_resp answer; char room[1024]; };

static ptrdiff_t read_memory(int32_t process, uint64_t address, void *target, size_t count) {
  struct iovec own = {.iov_base = target, .iov_len = count};
  struct iovec other = {.iov_base = (void *)(uintptr_t)address, .iov_len = count};
  return process_vm_readv(process, &own, 1, &other, 1, 0);
}

int clinux_wait_for_open(int listener) {
  struct pollfd entry = {.fd = listener, .events = POLLIN};
  while (poll(&entry, 1, -1) < 0)
    if (errno != EINTR) return -1;
  return entry.revents & POLLIN ? 1 : 0;
}

void clinux_answer_together(int listener) {
  // SECCOMP_IOCTL_NOTIF_SET_FLAGS and SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP, which Debian 12's headers lack. Older kernels refuse.
  (void)ioctl(listener, _IOW('!', 4, uint64_t), 1ul);
}

int clinux_next_open(int listener, struct clinux_open_call *call) {
  union notice next;
  memset(&next, 0, sizeof next);
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &next)) return -1;
  const struct seccomp_data *data = &next.notice.data;
  memset(call, 0, sizeof *call);
  call->number = next.notice.id;
  call->process = (int32_t)next.notice.pid;
  call->folder = AT_FDCWD;
#ifdef SYS_open
  if (data->nr == SYS_open) {
    call->path = data->args[0];
    call->flags = data->args[1];
    return 0;
  }
#endif
  call->folder = (int32_t)data->args[0];
  call->path = data->args[1];
  if (data->nr == SYS_openat) {
    call->flags = data->args[2];
    return 0;
  }
  struct open_how how;
  memset(&how, 0, sizeof how);
  // Without its flags the call opens nothing of ours.
  call->flags = read_memory(call->process, data->args[2], &how, sizeof how) == sizeof how ? how.flags : O_PATH;
  return 0;
}

int clinux_next_call(int listener, struct clinux_call *call) {
  union notice next;
  memset(&next, 0, sizeof next);
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &next)) return -1;
  memset(call, 0, sizeof *call);
  call->number = next.notice.id;
  call->process = (int32_t)next.notice.pid;
  call->name = next.notice.data.nr;
  for (int i = 0; i < 6; i++) call->arguments[i] = next.notice.data.args[i];
  return 0;
}

int clinux_open_of(const struct clinux_call *call, struct clinux_open_call *open) {
  memset(open, 0, sizeof *open);
  open->number = call->number;
  open->process = call->process;
  open->folder = AT_FDCWD;
  open->flags = O_PATH;
  switch (call->name) {
#ifdef SYS_open
    case SYS_open: open->flags = call->arguments[1];  // fall through
    case SYS_stat: case SYS_lstat: case SYS_access: case SYS_readlink:
      open->path = call->arguments[0];
      return 0;
#endif
    case SYS_openat: open->flags = call->arguments[2]; break;
    case SYS_openat2: {
      struct open_how how;
      if (read_memory(call->process, call->arguments[2], &how, sizeof how) == sizeof how) open->flags = how.flags;
      break;
    }
    case SYS_newfstatat: case SYS_faccessat: case SYS_faccessat2: case SYS_statx: case SYS_readlinkat: break;
    default: return -1;
  }
  open->folder = (int32_t)call->arguments[0];
  open->path = call->arguments[1];
  return 0;
}

ptrdiff_t clinux_read_bytes(int32_t process, uint64_t address, void *bytes, size_t count) {
  return read_memory(process, address, bytes, count);
}

int clinux_seen_by(int32_t process, const char *path, int for_writing) {
  char name[64];
  snprintf(name, sizeof name, "/proc/%d/root", process);
  int root = open(name, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) return errno;
  struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_IN_ROOT};
  int file = (int)syscall(SYS_openat2, root, path, &how, sizeof how);
  int code = file < 0 ? errno : 0;
  if (file >= 0 && for_writing) {
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    if (faccessat(AT_FDCWD, name, W_OK, 0)) code = errno;
  }
  if (file >= 0) close(file);
  close(root);
  return code;
}

int clinux_open_is_pending(int listener, uint64_t number) {
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &number) == 0;
}

static int respond(int listener, uint64_t number, int error, unsigned flags) {
  union answer answer;
  memset(&answer, 0, sizeof answer);
  answer.answer.id = number;
  answer.answer.error = -error;
  answer.answer.flags = flags;
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

int clinux_open_proceeds(int listener, uint64_t number) {
  return respond(listener, number, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE);
}

int clinux_open_fails(int listener, uint64_t number, int error) { return respond(listener, number, error, 0); }

int clinux_open_gives(int listener, uint64_t number, int descriptor, int close_on_exec) {
  struct seccomp_notif_addfd addition = {
      .id = number, .flags = SECCOMP_ADDFD_FLAG_SEND, .srcfd = (uint32_t)descriptor,
      .newfd_flags = close_on_exec ? O_CLOEXEC : 0};
  return ioctl(listener, SECCOMP_IOCTL_NOTIF_ADDFD, &addition) < 0 ? -1 : 0;
}

ptrdiff_t clinux_read_text(int32_t process, uint64_t address, char *text, size_t room) {
  size_t count = 0;
  while (count < room) {
    // To the end of a page: the next one may not be there.
    size_t part = 4096 - (size_t)((address + count) & 4095);
    if (part > room - count) part = room - count;
    ptrdiff_t read = read_memory(process, address + count, text + count, part);
    if (read <= 0) return -1;
    const char *end = memchr(text + count, 0, (size_t)read);
    if (end) return end - text;
    count += (size_t)read;
  }
  errno = ENAMETOOLONG;
  return -1;
}

int clinux_open_below(int root, const char *path, int flags, uint32_t mode) {
  struct open_how how = {
      .flags = (uint64_t)(flags | O_CLOEXEC),
      .mode = flags & O_CREAT ? mode : 0,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV};
  // Where something on the way is renamed meanwhile, the kernel cannot tell whether the path leads out.
  for (int attempt = 0; attempt < 64; attempt++) {
    int file = (int)syscall(SYS_openat2, root, path, &how, sizeof how);
    if (file >= 0 || (errno != EAGAIN && errno != EINTR)) return file;
  }
  return -1;
}
