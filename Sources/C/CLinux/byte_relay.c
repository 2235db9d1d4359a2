// SPDX-License-Identifier: Apache-2.0
#include "CLinuxRelay.h"

#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { room_for_bytes = 64 << 10, most_descriptors = 253 };  // the kernel's SCM_MAX_FD

union control {
  struct cmsghdr align;
  char bytes[CMSG_SPACE(most_descriptors * sizeof(int))];
};

static void close_received(struct msghdr *message) {
  for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header; header = CMSG_NXTHDR(message, header)) {
    if (header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) continue;
    int *numbers = (int *)CMSG_DATA(header);
    for (size_t i = 0; i < (header->cmsg_len - CMSG_LEN(0)) / sizeof(int); i++) close(numbers[i]);
  }
}

static ssize_t send_some(int to, struct msghdr *message) {
  ssize_t count;
  do count = sendmsg(to, message, MSG_NOSIGNAL);
  while (count < 0 && errno == EINTR);
  return count;
}

// What came at once, with the descriptors at its first byte.
static int forward(int to, char *bytes, size_t size, struct msghdr *received) {
  struct iovec part = {.iov_base = bytes, .iov_len = size};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (received->msg_controllen) {
    message.msg_control = received->msg_control;
    message.msg_controllen = received->msg_controllen;
  }
  while (part.iov_len > 0) {
    ssize_t count = send_some(to, &message);
    if (count <= 0) return -1;
    part.iov_base = (char *)part.iov_base + count;
    part.iov_len -= count;
    message.msg_control = NULL;
    message.msg_controllen = 0;
  }
  return 0;
}

void clinux_relay_bytes(int from, int to) {
  char bytes[room_for_bytes];
  union control control;
  for (;;) {
    struct iovec part = {.iov_base = bytes, .iov_len = sizeof bytes};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.bytes, .msg_controllen = sizeof control.bytes};
    ssize_t count = recvmsg(from, &message, MSG_CMSG_CLOEXEC);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    // Neither side asks for anything but descriptors to come along. What was cut off would be missed.
    int failed = message.msg_flags & MSG_CTRUNC || forward(to, bytes, count, &message);
    close_received(&message);
    if (failed) break;
  }
  shutdown(from, SHUT_RDWR);
  shutdown(to, SHUT_RDWR);
}

int clinux_connect_bytes(int place) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d", place);
  int made = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (made >= 0 && connect(made, (struct sockaddr *)&address, sizeof address)) {
    int code = errno;
    close(made);
    errno = code;
    return -1;
  }
  return made;
}
