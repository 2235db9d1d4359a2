// SPDX-License-Identifier: Apache-2.0
#include "CLinux.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>

int clinux_socket(void) { return socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0); }

int clinux_socketpair(int sockets[2]) { return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets); }

int clinux_note_senders(int socket) {
  int on = 1;
  return setsockopt(socket, SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
}

int clinux_refuse_descriptors(int socket) {
  static const int so_passrights = 83;  // the C library of Debian 12 does not know it
  int off = 0;
  return setsockopt(socket, SOL_SOCKET, so_passrights, &off, sizeof off);
}

static int limit(int socket, int option, int64_t milliseconds) {
  struct timeval time = {.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
  return setsockopt(socket, SOL_SOCKET, option, &time, sizeof time);
}

int clinux_limit_receives(int socket, int64_t milliseconds) { return limit(socket, SO_RCVTIMEO, milliseconds); }

int clinux_limit_waits(int socket, int64_t milliseconds) {
  return clinux_limit_receives(socket, milliseconds) || limit(socket, SO_SNDTIMEO, milliseconds) ? -1 : 0;
}

ptrdiff_t clinux_receive_noting(int socket, void *bytes, size_t count, int32_t *sender, int flags) {
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  union {
    struct cmsghdr align;
    char bytes[CMSG_SPACE(sizeof(struct ucred))];
  } control;
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  *sender = -1;
  // There is no room for descriptors: those that a peer sends along are closed by the kernel.
  ssize_t received = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
  if (received < 0) return received;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_CREDENTIALS &&
      header->cmsg_len == CMSG_LEN(sizeof(struct ucred))) {
    struct ucred credentials;
    memcpy(&credentials, CMSG_DATA(header), sizeof credentials);
    *sender = credentials.pid;
  }
  if (message.msg_flags & MSG_TRUNC) {
    errno = EMSGSIZE;
    return -1;
  }
  return received;
}

static socklen_t fill(struct sockaddr_un *address, const char *path) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  size_t length = strlen(path);
  if (length >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return 0;
  }
  memcpy(address->sun_path, path, length);
  if (path[0] != '@') return sizeof *address;
  address->sun_path[0] = 0;
  return offsetof(struct sockaddr_un, sun_path) + (socklen_t)length;
}

int clinux_bind(int socket, const char *path) {
  struct sockaddr_un address;
  socklen_t length = fill(&address, path);
  // The mode of the unbound socket is the mode the file gets: nobody else can connect, not even for a moment.
  if (!length || fchmod(socket, 0600)) return -1;
  return bind(socket, (struct sockaddr *)&address, length);
}

int clinux_connect(int socket, const char *path) {
  struct sockaddr_un address;
  socklen_t length = fill(&address, path);
  return length ? connect(socket, (struct sockaddr *)&address, length) : -1;
}
