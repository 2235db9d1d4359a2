// SPDX-License-Identifier: Apache-2.0
#include "CLinuxNamespaces.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/nsfs.h>
#include <linux/sockios.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int clinux_network_of(int socket) { return ioctl(socket, SIOCGSKNS); }
int clinux_owner_of_namespace(int namespace) { return ioctl(namespace, NS_GET_USERNS); }
int clinux_users_above(int users) { return ioctl(users, NS_GET_PARENT); }

union three_descriptors {
  struct cmsghdr align;
  char bytes[CMSG_SPACE(3 * sizeof(int))];
};

static struct msghdr message_with(struct iovec *part, union three_descriptors *control) {
  return (struct msghdr){
      .msg_iov = part, .msg_iovlen = 1, .msg_control = control->bytes, .msg_controllen = sizeof control->bytes};
}

static int send_three(int socket, const int sockets[3]) {
  char byte = 1;
  struct iovec part = {.iov_base = &byte, .iov_len = 1};
  union three_descriptors control = {0};
  struct msghdr message = message_with(&part, &control);
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(3 * sizeof(int));
  memcpy(CMSG_DATA(header), sockets, 3 * sizeof(int));
  return sendmsg(socket, &message, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

static int receive_three(int socket, int sockets[3]) {
  char byte;
  struct iovec part = {.iov_base = &byte, .iov_len = 1};
  union three_descriptors control;
  struct msghdr message = message_with(&part, &control);
  if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) != 1) return -1;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(3 * sizeof(int))) return -1;
  memcpy(sockets, CMSG_DATA(header), 3 * sizeof(int));
  return 0;
}

// In a process of its own, with one thread, as setns wants it. Only calls that are safe after fork.
static int make_there(int network, int users, int answer) {
  // A process without rights gets them in the namespace that owns the network; root has them already.
  if (setns(users, CLONE_NEWUSER) && errno != EINVAL && geteuid() != 0) return -1;
  if (setns(network, CLONE_NEWNET)) return -1;
  int sockets[3] = {socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0), socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0),
                    socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  return sockets[0] < 0 || sockets[1] < 0 || sockets[2] < 0 ? -1 : send_three(answer, sockets);
}

static int from_there(int network, int users, int sockets[3]) {
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) return -1;
  pid_t child = fork();
  if (child == 0) _exit(make_there(network, users, pair[1]) ? 1 : 0);
  close(pair[1]);
  int result = child < 0 ? -1 : receive_three(pair[0], sockets);
  close(pair[0]);
  int status;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  return result;
}

int clinux_sockets_in_network_of(int32_t process, int *packets, int *stream, int *bytes) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/ns/net", process);
  int network = open(path, O_RDONLY | O_CLOEXEC);
  if (network < 0) return -1;
  int users = clinux_owner_of_namespace(network), sockets[3];
  int result = users < 0 ? -1 : from_there(network, users, sockets);
  close(network);
  if (users >= 0) close(users);
  if (result) {
    errno = EPERM;
    return -1;
  }
  *packets = sockets[0];
  *stream = sockets[1];
  *bytes = sockets[2];
  return 0;
}
