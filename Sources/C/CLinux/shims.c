// SPDX-License-Identifier: Apache-2.0
#include "CLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <linux/dqblk_xfs.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/fsuid.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/quota.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/xattr.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif
#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447
#endif

int clinux_peer_of(int socket, struct clinux_peer *peer) {
  struct ucred credentials;
  socklen_t size = sizeof credentials;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size)) return -1;
  peer->pid = credentials.pid;
  peer->uid = credentials.uid;
  peer->gid = credentials.gid;
  return 0;
}

int clinux_peer_pidfd(int socket) {
  int descriptor = -1;
  socklen_t size = sizeof descriptor;
  return getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &descriptor, &size) ? -1 : descriptor;
}

// File systems whose count of free blocks can be relied on.
static int counts_blocks(const struct statfs *status) {
  switch (status->f_type) {
    case EXT4_SUPER_MAGIC:
    case XFS_SUPER_MAGIC:
    case F2FS_SUPER_MAGIC:
    case TMPFS_MAGIC: return 1;
    default: return 0;
  }
}

int clinux_has_room(int descriptor, uint64_t count) {
  struct statfs status;
  int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0 || fstatfs(descriptor, &status)) return -1;
  if ((flags & O_ACCMODE) == O_RDONLY || status.f_flags & ST_RDONLY || !counts_blocks(&status)) return 0;
  // ENOSYS where there are none, or none in force.
  struct fs_quota_stat quotas;
  if (syscall(SYS_quotactl_fd, descriptor, QCMD(Q_XGETQSTAT, USRQUOTA), 0, &quotas) == 0 || errno != ENOSYS) return 0;
  return status.f_bavail >= count / (uint64_t)status.f_bsize;
}

int clinux_is_served(int descriptor) {
  struct statfs status;
  if (fstatfs(descriptor, &status)) return -1;
  switch ((uint32_t)status.f_type) {
    case FUSE_SUPER_MAGIC:
    case NFS_SUPER_MAGIC:
    case SMB_SUPER_MAGIC:
    case CIFS_SUPER_MAGIC:
    case SMB2_SUPER_MAGIC:
    case V9FS_MAGIC:
    case AFS_SUPER_MAGIC:
    case AFS_FS_MAGIC:
    case CEPH_SUPER_MAGIC:
    case CODA_SUPER_MAGIC: return 1;
    default: return 0;
  }
}

int clinux_notes_writes(int descriptor) {
  static const uint32_t ext = 0xEF53, xfs = 0x58465342, btrfs = 0x9123683E, f2fs = 0xF2F52010;
  struct statfs status;
  if (fstatfs(descriptor, &status)) return -1;
  uint32_t type = (uint32_t)status.f_type;
  return type == ext || type == xfs || type == btrfs || type == f2fs;
}

int clinux_refuse_writes(int descriptor) {
  // Who holds a lease gets a signal that would end this process.
  signal(SIGIO, SIG_IGN);
  return fcntl(descriptor, F_SETLEASE, F_RDLCK);
}
int clinux_writes_are_refused(int descriptor) { return fcntl(descriptor, F_GETLEASE) == F_RDLCK; }
void clinux_allow_writes(int descriptor) { fcntl(descriptor, F_SETLEASE, F_UNLCK); }

int clinux_accept(int socket) { return accept4(socket, NULL, NULL, SOCK_CLOEXEC); }

ptrdiff_t clinux_send(int socket, const void *bytes, size_t count, int descriptor, int flags) {
  if (descriptor < 0) return send(socket, bytes, count, flags | MSG_NOSIGNAL);
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  union {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  return sendmsg(socket, &message, flags | MSG_NOSIGNAL);
}

ptrdiff_t clinux_receive(int socket, void *bytes, size_t count, int *descriptor, int flags) {
  if (!descriptor) {
    // The message's own size, however much of it there was room for. Descriptors that came along are closed.
    ssize_t size = recv(socket, bytes, count, flags | MSG_TRUNC);
    if (size <= (ssize_t)count) return size;
    errno = EMSGSIZE;
    return -1;
  }
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  union {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  // Room for one descriptor and not for what aligns it, where a second one would fit: the kernel closes all others.
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = CMSG_LEN(sizeof(int))};
  *descriptor = -1;
  ssize_t received = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
  if (received < 0) return received;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len == CMSG_LEN(sizeof(int)))
    memcpy(descriptor, CMSG_DATA(header), sizeof(int));
  if (message.msg_flags & MSG_TRUNC) {
    if (*descriptor >= 0) {
      close(*descriptor);
      *descriptor = -1;
    }
    errno = EMSGSIZE;
    return -1;
  }
  return received;
}

int clinux_epoll(void) { return epoll_create1(EPOLL_CLOEXEC); }

int clinux_epoll_add(int set, int member, uint64_t number) {
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = number};
  return epoll_ctl(set, EPOLL_CTL_ADD, member, &event);
}

int clinux_epoll_add_edge(int set, int member, uint64_t number) {
  struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.u64 = number};
  return epoll_ctl(set, EPOLL_CTL_ADD, member, &event);
}

int clinux_epoll_remove(int set, int member) { return epoll_ctl(set, EPOLL_CTL_DEL, member, NULL); }

int clinux_epoll_wait(int set, uint64_t *numbers, int max_count, int milliseconds) {
  struct epoll_event events[256];
  int count = epoll_wait(set, events, max_count < 256 ? max_count : 256, milliseconds);
  for (int i = 0; i < count; i++) numbers[i] = events[i].data.u64;
  return count;
}

int clinux_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
int clinux_timerfd(void) { return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK); }

int clinux_wakefd(void) {
  int descriptor = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  struct itimerspec never = {.it_value = {.tv_sec = INT64_MAX}};
  if (descriptor < 0 || !timerfd_settime(descriptor, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &never, NULL))
    return descriptor;
  int error = errno;
  close(descriptor);
  errno = error;
  return -1;
}

int clinux_signalfd(const int *signals, size_t count) {
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < count; i++) sigaddset(&set, signals[i]);
  if (sigprocmask(SIG_BLOCK, &set, NULL)) return -1;
  return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

ptrdiff_t clinux_random(void *bytes, size_t count) { return getrandom(bytes, count, 0); }

// The manual page says FD_CLOEXEC; the kernel takes O_CLOEXEC only.
int clinux_memfd_secret(void) { return (int)syscall(SYS_memfd_secret, O_CLOEXEC); }

int clinux_refuse_core_dumps(void) {
  struct rlimit none = {0, 0};
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) || setrlimit(RLIMIT_CORE, &none) ? -1 : 0;
}

int clinux_set_dumpable(int dumpable) { return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0); }
int clinux_raise_open_files(uint64_t count) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit)) return -1;
  if (limit.rlim_cur >= count) return 0;
  limit.rlim_cur = count < limit.rlim_max ? count : limit.rlim_max;
  return setrlimit(RLIMIT_NOFILE, &limit);
}
uint64_t clinux_open_files_limit(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_NOFILE, &limit) ? 0 : limit.rlim_cur;
}
int clinux_die_with_parent(int signal) { return prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }
int clinux_no_new_privileges(void) { return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); }
int clinux_set_thread_name(const char *name) { return prctl(PR_SET_NAME, name, 0, 0, 0); }
int clinux_become_subreaper(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); }

int clinux_set_times(int directory, const char *name, const int64_t times[4], int flags) {
  struct timespec native[2] = {{times[0], times[1]}, {times[2], times[3]}};
  return name ? utimensat(directory, name, native, flags) : futimens(directory, native);
}
const int64_t clinux_time_omit = UTIME_OMIT;
const int64_t clinux_time_now = UTIME_NOW;

int clinux_rename(int from_directory, const char *from, int to_directory, const char *to, unsigned int flags) {
  return renameat2(from_directory, from, to_directory, to, flags);
}
ptrdiff_t clinux_copy_file_range(int from, int64_t from_offset, int to, int64_t to_offset, size_t count) {
  return copy_file_range(from, &from_offset, to, &to_offset, count, 0);
}
int clinux_syncfs(int descriptor) { return syncfs(descriptor); }
int clinux_set_immutable(int descriptor, int immutable) {
  int flags;
  if (ioctl(descriptor, FS_IOC_GETFLAGS, &flags)) return -1;
  int wanted = immutable ? flags | FS_IMMUTABLE_FL : flags & ~FS_IMMUTABLE_FL;
  return wanted == flags ? 0 : ioctl(descriptor, FS_IOC_SETFLAGS, &wanted);
}
int clinux_fallocate(int descriptor, int mode, int64_t offset, int64_t length) {
  return fallocate(descriptor, mode, offset, length);
}

ptrdiff_t clinux_getdents(int directory, void *buffer, size_t size) {
  return syscall(SYS_getdents64, directory, buffer, size);
}

int clinux_write_out(int descriptor) {
  const unsigned int all = SYNC_FILE_RANGE_WAIT_BEFORE | SYNC_FILE_RANGE_WRITE | SYNC_FILE_RANGE_WAIT_AFTER;
  // Filesystems without pages of their own know no ranges; a full flush does the same and more.
  if (!sync_file_range(descriptor, 0, 0, all)) return 0;
  return errno == EINVAL || errno == ENOSYS ? fdatasync(descriptor) : -1;
}

int clinux_set_fs_user(uint32_t user, uint32_t group) {
  // These calls report no error: the second call of each tells whether the first one took.
  setfsgid(group);
  setfsuid(user);
  return setfsgid((gid_t)-1) == (int)group && setfsuid((uid_t)-1) == (int)user ? 0 : -1;
}

void clinux_store_release(void *address, uint32_t value) {
  __atomic_store_n((uint32_t *)address, value, __ATOMIC_RELEASE);
}

uint32_t clinux_load_acquire(const void *address) {
  return __atomic_load_n((const uint32_t *)address, __ATOMIC_ACQUIRE);
}

ptrdiff_t clinux_fgetxattr(int d, const char *name, void *value, size_t size) { return fgetxattr(d, name, value, size); }
int clinux_fsetxattr(int d, const char *name, const void *value, size_t size, int flags) { return fsetxattr(d, name, value, size, flags); }
ptrdiff_t clinux_flistxattr(int d, char *list, size_t size) { return flistxattr(d, list, size); }
int clinux_fremovexattr(int d, const char *name) { return fremovexattr(d, name); }

const int clinux_o_path = O_PATH;
const int clinux_o_tmpfile = O_TMPFILE;
const int clinux_at_empty_path = AT_EMPTY_PATH;
const int clinux_rename_noreplace = RENAME_NOREPLACE;
const int clinux_rename_exchange = RENAME_EXCHANGE;
const int clinux_falloc_keep_size = FALLOC_FL_KEEP_SIZE;
const int clinux_falloc_punch_hole = FALLOC_FL_PUNCH_HOLE;
const int clinux_falloc_zero_range = FALLOC_FL_ZERO_RANGE;
const int clinux_seek_data = SEEK_DATA;
const int clinux_seek_hole = SEEK_HOLE;
