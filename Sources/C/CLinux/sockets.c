// SPDX-License-Identifier: Apache-2.0
#include "CLinux.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

int clinux_packet_socket(void) { return socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0); }

int clinux_packet_socketpair(int sockets[2]) {
  return socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets);
}

static int fill(struct sockaddr_un *address, const char *path) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  if (strlen(path) >= sizeof address->sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address->sun_path, path);
  return 0;
}

int clinux_bind(int socket, const char *path) {
  struct sockaddr_un address;
  if (fill(&address, path)) return -1;
  // The mode of the unbound socket is the mode the file gets: nobody else can connect, not even for a moment.
  if (fchmod(socket, 0600)) return -1;
  return bind(socket, (struct sockaddr *)&address, sizeof address);
}

int clinux_connect(int socket, const char *path) {
  struct sockaddr_un address;
  return fill(&address, path) ? -1 : connect(socket, (struct sockaddr *)&address, sizeof address);
}
