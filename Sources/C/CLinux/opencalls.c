// SPDX-License-Identifier: Apache-2.0
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <poll.h>
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
