// SPDX-License-Identifier: Apache-2.0
// Loaded into `bailey` before anything of it runs: what comes by descriptor 3 is said to the socket of RELAY_TO by this
// process, which Bailey knows as its own program, and what is answered goes back.
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { inherited = 3 };

static void pass(int from, int to) {
  static char packet[1 << 17];
  ssize_t count = recv(from, packet, sizeof packet, 0);
  if (count <= 0 || send(to, packet, count, MSG_NOSIGNAL) != count) _exit(0);
}

__attribute__((constructor)) static void relay(void) {
  const char *path = getenv("RELAY_TO");
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (!path || strlen(path) >= sizeof address.sun_path) _exit(2);
  strcpy(address.sun_path, path);
  int daemon = socket(AF_UNIX, SOCK_SEQPACKET, 0);
  if (connect(daemon, (struct sockaddr *)&address, sizeof address)) _exit(3);
  struct pollfd ends[] = {{.fd = inherited, .events = POLLIN}, {.fd = daemon, .events = POLLIN}};
  while (poll(ends, 2, -1) > 0) {
    if (ends[0].revents) pass(inherited, daemon);
    if (ends[1].revents) pass(daemon, inherited);
  }
  _exit(4);
}
