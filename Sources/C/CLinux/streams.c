// SPDX-License-Identifier: Apache-2.0
#include "CLinuxStreams.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

static socklen_t fill(struct sockaddr_storage *target, const struct clinux_address *address, uint16_t port) {
  memset(target, 0, sizeof *target);
  if (address->family == 4) {
    struct sockaddr_in *four = (struct sockaddr_in *)target;
    four->sin_family = AF_INET;
    four->sin_port = htons(port);
    memcpy(&four->sin_addr, address->bytes, 4);
    return sizeof *four;
  }
  struct sockaddr_in6 *six = (struct sockaddr_in6 *)target;
  six->sin6_family = AF_INET6;
  six->sin6_port = htons(port);
  memcpy(&six->sin6_addr, address->bytes, 16);
  return sizeof *six;
}

static int listen_at(int listener, uint32_t where, uint16_t port) {
  int on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  address.sin_addr.s_addr = htonl(where);
  return bind(listener, (struct sockaddr *)&address, sizeof address) || listen(listener, SOMAXCONN) ? -1 : 0;
}

// Loopback may not be up yet in a network that was just made, and nothing else is there.
int clinux_listen_everywhere(int listener, uint16_t port) { return listen_at(listener, INADDR_ANY, port); }

static int port_of(int listener, uint16_t *port) {
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  if (getsockname(listener, (struct sockaddr *)&address, &length)) return -1;
  *port = ntohs(address.sin_port);
  return 0;
}

int clinux_listen_here(uint16_t *port) {
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0 || (!listen_at(listener, INADDR_LOOPBACK, *port) && !port_of(listener, port))) return listener;
  int code = errno;
  close(listener);
  errno = code;
  return -1;
}

// Without SO_REUSEADDR: two sockets that both have it could be bound here before either listens.
int clinux_listen_on_random_loopback(void) {
  uint8_t random[3];
  if (getrandom(random, sizeof random, 0) != sizeof random) return -1;
  uint32_t where = 127u << 24 | random[0] << 16 | random[1] << 8 | (1 + random[2] % 254);
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0) return -1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(where)};
  if (!bind(listener, (struct sockaddr *)&address, sizeof address) && !listen(listener, SOMAXCONN)) return listener;
  int code = errno;
  close(listener);
  errno = code;
  return -1;
}

int clinux_loopback_name(int listener, uint8_t address[4], uint16_t *port) {
  struct sockaddr_in name = {0};
  socklen_t length = sizeof name;
  int listens = 0;
  socklen_t size = sizeof listens;
  if (getsockopt(listener, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size)) return -1;
  if (getsockname(listener, (struct sockaddr *)&name, &length)) return -1;
  if (!listens || name.sin_family != AF_INET || ntohl(name.sin_addr.s_addr) >> 24 != 127) {
    errno = EINVAL;
    return -1;
  }
  memcpy(address, &name.sin_addr, 4);
  *port = ntohs(name.sin_port);
  return 0;
}

int clinux_accept_stream(int listener) {
  uint8_t address[4];
  uint16_t port;
  return clinux_accept_stream_from(listener, address, &port);
}

int clinux_accept_stream_from(int listener, uint8_t address[4], uint16_t *port) {
  struct sockaddr_in from = {0};
  socklen_t length = sizeof from;
  int socket = accept4(listener, (struct sockaddr *)&from, &length, SOCK_CLOEXEC | SOCK_NONBLOCK);
  memcpy(address, &from.sin_addr, 4);
  *port = ntohs(from.sin_port);
  int on = 1;
  if (socket >= 0) setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return socket;
}

int clinux_resolve(const char *name, struct clinux_address *addresses, size_t room) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG}, *list = NULL;
  if (getaddrinfo(name, NULL, &hints, &list)) return -1;
  size_t count = 0;
  for (struct addrinfo *one = list; one && count < room; one = one->ai_next) {
    struct clinux_address *target = &addresses[count];
    memset(target, 0, sizeof *target);
    if (one->ai_family == AF_INET) {
      target->family = 4;
      memcpy(target->bytes, &((struct sockaddr_in *)one->ai_addr)->sin_addr, 4);
    } else if (one->ai_family == AF_INET6) {
      target->family = 6;
      memcpy(target->bytes, &((struct sockaddr_in6 *)one->ai_addr)->sin6_addr, 16);
    } else {
      continue;
    }
    count++;
  }
  freeaddrinfo(list);
  return (int)count;
}

int clinux_is_own_address(const struct clinux_address *address) {
  struct sockaddr_storage peer, own;
  socklen_t length = fill(&peer, address, 9), size = sizeof own;
  int probe = socket(peer.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  // Nobody knows: then it may be.
  if (probe < 0) return 1;
  // Connecting a datagram socket chooses a source address, and sends nothing.
  int is_own = 0;
  if (!connect(probe, (struct sockaddr *)&peer, length) && !getsockname(probe, (struct sockaddr *)&own, &size)) {
    is_own = address->family == 4
                 ? !memcmp(&((struct sockaddr_in *)&own)->sin_addr, address->bytes, 4)
                 : !memcmp(&((struct sockaddr_in6 *)&own)->sin6_addr, address->bytes, 16);
  }
  close(probe);
  return is_own;
}

static int wait_for(int socket, short events, int32_t milliseconds) {
  struct pollfd one = {.fd = socket, .events = events};
  int ready;
  do ready = poll(&one, 1, milliseconds);
  while (ready < 0 && errno == EINTR);
  if (ready == 0) errno = ETIMEDOUT;
  return ready > 0 ? 0 : -1;
}

int clinux_connect_stream(const struct clinux_address *address, uint16_t port, int32_t milliseconds) {
  struct sockaddr_storage peer;
  socklen_t length = fill(&peer, address, port);
  int stream = socket(peer.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (stream < 0) return -1;
  int code = 0, on = 1;
  socklen_t size = sizeof code;
  if (connect(stream, (struct sockaddr *)&peer, length) && errno != EINPROGRESS) {
    code = errno;
  } else if (wait_for(stream, POLLOUT, milliseconds) || getsockopt(stream, SOL_SOCKET, SO_ERROR, &code, &size)) {
    code = errno;
  }
  if (code) {
    close(stream);
    errno = code;
    return -1;
  }
  setsockopt(stream, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return stream;
}

ptrdiff_t clinux_receive_some(int socket, void *bytes, size_t count, int32_t milliseconds) {
  while (1) {
    ssize_t received = recv(socket, bytes, count, MSG_DONTWAIT);
    if (received >= 0) return received;
    if (errno == EINTR) continue;
    if (errno != EAGAIN || wait_for(socket, POLLIN, milliseconds)) return -1;
  }
}

int clinux_send_all(int socket, const void *bytes, size_t count, int32_t milliseconds) {
  const char *rest = bytes;
  while (count > 0) {
    ssize_t sent = send(socket, rest, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      rest += sent;
      count -= (size_t)sent;
    } else if (errno != EINTR && (errno != EAGAIN || wait_for(socket, POLLOUT, milliseconds))) {
      return -1;
    }
  }
  return 0;
}

int clinux_wait_for_either(int one, int other, int32_t milliseconds) {
  struct pollfd both[2] = {{.fd = one, .events = POLLIN}, {.fd = other, .events = POLLIN}};
  int ready;
  do ready = poll(both, 2, milliseconds);
  while (ready < 0 && errno == EINTR);
  if (ready <= 0) return ready;
  return (both[0].revents ? 1 : 0) + (both[1].revents ? 2 : 0);
}

// One direction: bytes lie in a pipe on the way, and are never copied into this process.
struct direction {
  int from, to, pipe[2];
  size_t held, moved;
  int least, ended, closed;
};

// Bytes in a pipe. What moves at a time should still be in the processor's caches when it is read.
static const size_t pipe_size = 1 << 18;
// Where much moves, this many bytes are waited for, a millisecond at most: fewer wakeups, which cost more than the bytes.
static const int much = 3 << 15;
static const size_t much_at_once = 1 << 15;
static const int patience = 1;
// Of an end that is near. What waits in it is then still in the caches; an end far away needs what the kernel gives it.
static const int near_buffer = 1 << 18;

static int open_direction(struct direction *way, int from, int to) {
  *way = (struct direction){.from = from, .to = to, .least = 1};
  if (pipe2(way->pipe, O_NONBLOCK | O_CLOEXEC)) return -1;
  fcntl(way->pipe[1], F_SETPIPE_SZ, (int)pipe_size);
  return 0;
}

static void close_direction(struct direction *way) {
  close(way->pipe[0]);
  close(way->pipe[1]);
}

// From the stream into the pipe. 1: nothing more is there now; 0: there may be; -1: it is over.
static int fill_pipe(struct direction *way) {
  while (!way->ended && way->held < pipe_size / 2) {
    ssize_t count = splice(way->from, NULL, way->pipe[1], NULL, pipe_size, SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
    if (count > 0) {
      way->held += (size_t)count;
    } else if (count == 0) {
      way->ended = 1;
    } else if (errno == EAGAIN) {
      return 1;
    } else if (errno != EINTR) {
      return -1;
    }
  }
  return way->ended;
}

// From the pipe into the stream. 1: the stream takes nothing more now; 0: the pipe is empty; -1: it is over.
static int drain_pipe(struct direction *way) {
  while (way->held > 0) {
    ssize_t count = splice(way->pipe[0], NULL, way->to, NULL, way->held, SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
    if (count > 0) {
      way->held -= (size_t)count;
      way->moved += (size_t)count;
    } else if (count < 0 && errno == EAGAIN) {
      return 1;
    } else if (count >= 0 || errno != EINTR) {
      return -1;
    }
  }
  return 0;
}

// Until one of the ends has to be waited for. -1: it is over.
static int move(struct direction *way) {
  way->moved = 0;
  while (!way->closed) {
    int dry = fill_pipe(way);
    if (dry < 0) return -1;
    int full = drain_pipe(way);
    if (full < 0) return -1;
    if (full) return 0;
    if (way->ended) {
      shutdown(way->to, SHUT_WR);
      way->closed = 1;
    } else if (dry) {
      return 0;
    }
  }
  return 0;
}

// How many bytes must be there before this direction is looked at again. 1: it is waited for without end.
static int expect(struct direction *way) {
  int least = !way->closed && way->held == 0 && way->moved >= much_at_once ? much : 1;
  if (least != way->least && !setsockopt(way->from, SOL_SOCKET, SO_RCVLOWAT, &least, sizeof least)) way->least = least;
  return way->least;
}

// Which directions can go on, a bit each; 0 where the time is over; -1.
static int wait_for_ways(struct direction ways[2], int32_t milliseconds) {
  struct pollfd ends[2] = {{.fd = ways[0].from}, {.fd = ways[1].from}};
  for (int index = 0; index < 2; index++) {
    if (ways[index].closed) continue;
    // What is held goes first: reading on would keep more of it waiting.
    if (ways[index].held > 0) {
      ends[1 - index].events |= POLLOUT;
    } else {
      ends[index].events |= POLLIN;
    }
  }
  for (int index = 0; index < 2; index++)
    if (!ends[index].events) ends[index].fd = -1;
  int ready;
  do ready = poll(ends, 2, milliseconds);
  while (ready < 0 && errno == EINTR);
  if (ready <= 0) return ready;
  int found = 0;
  for (int index = 0; index < 2; index++) {
    short wanted = ways[index].held > 0 ? POLLOUT : POLLIN;
    if (ends[ways[index].held > 0 ? 1 - index : index].revents & (wanted | POLLHUP | POLLERR)) found |= 1 << index;
  }
  return found;
}

static void carry(struct direction ways[2], int32_t idle_milliseconds) {
  int ready = 3;
  while (1) {
    for (int index = 0; index < 2; index++)
      if ((ready & 1 << index) && move(&ways[index])) return;
    if (ways[0].closed && ways[1].closed) return;
    int is_much = 0;
    for (int index = 0; index < 2; index++)
      if (expect(&ways[index]) > 1) is_much = 1;
    ready = wait_for_ways(ways, is_much ? patience : idle_milliseconds);
    if (ready == 0 && is_much) ready = 3;
    if (ready <= 0) return;
  }
}

// Whether the other end answers so soon that a small buffer holds nothing up.
static int is_near(int stream) {
  struct tcp_info info = {0};
  socklen_t size = sizeof info;
  return !getsockopt(stream, IPPROTO_TCP, TCP_INFO, &info, &size) && info.tcpi_rtt > 0 && info.tcpi_rtt < 1000;
}

void clinux_relay(int one, int other, int32_t idle_milliseconds) {
  // What is spliced to a stream that is closed would end the process.
  sigset_t pipes;
  sigemptyset(&pipes);
  sigaddset(&pipes, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipes, NULL);
  setsockopt(one, SOL_SOCKET, SO_RCVBUF, &near_buffer, sizeof near_buffer);
  setsockopt(one, SOL_SOCKET, SO_SNDBUF, &near_buffer, sizeof near_buffer);
  if (is_near(other)) setsockopt(other, SOL_SOCKET, SO_SNDBUF, &near_buffer, sizeof near_buffer);
  struct direction ways[2];
  if (open_direction(&ways[0], one, other)) return;
  if (!open_direction(&ways[1], other, one)) {
    carry(ways, idle_milliseconds);
    close_direction(&ways[1]);
  }
  close_direction(&ways[0]);
}

void clinux_shut_stream(int socket) { shutdown(socket, SHUT_RDWR); }
