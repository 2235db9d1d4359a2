// SPDX-License-Identifier: Apache-2.0
// Streams over the network. Plain types alone, as in CLinux.h.
#ifndef CLINUX_STREAMS_H
#define CLINUX_STREAMS_H

#include <stddef.h>
#include <stdint.h>

// An address: 4 or 16 bytes in network order.
struct clinux_address {
  int32_t family;  // 4 or 6
  uint8_t bytes[16];
};

// Has a socket listen on all addresses of its network. -1 and errno.
int clinux_listen_everywhere(int listener, uint16_t port);
// A socket that listens on this machine's loopback; 0: on a port that the kernel picks. -1 and errno.
int clinux_listen_here(uint16_t *port);
// Listens at an address of 127.0.0.0/8 that is picked at random, on a port that the kernel picks. As long as anybody has the
// socket open, nobody else can listen there, whatever they set on theirs. -1 and errno.
int clinux_listen_on_random_loopback(void);
// Where a socket listens; -1 unless it listens on the loopback network.
int clinux_loopback_name(int listener, uint8_t address[4], uint16_t *port);
int clinux_accept_stream(int listener);
// The same, and where it seems to come from, over IPv4.
int clinux_accept_stream_from(int listener, uint8_t address[4], uint16_t *port);
// How many addresses a name has, at most `room`; -1 where it has none.
int clinux_resolve(const char *name, struct clinux_address *addresses, size_t room);
// Of 1: the address is one of this machine's own. Nothing is sent to find out.
int clinux_is_own_address(const struct clinux_address *address);
int clinux_connect_stream(const struct clinux_address *address, uint16_t port, int32_t milliseconds);
// What has come, at least a byte, within the time; 0 at the end; -1.
ptrdiff_t clinux_receive_some(int socket, void *bytes, size_t count, int32_t milliseconds);
// 0 where all was sent in time.
int clinux_send_all(int socket, const void *bytes, size_t count, int32_t milliseconds);
// Which of two streams can be read: 1, 2 or both added; 0 where the time is over; -1.
int clinux_wait_for_either(int one, int other, int32_t milliseconds);
// Carries bytes both ways until both ends are done, one is shut down, or nothing moves for so long.
void clinux_relay(int one, int other, int32_t idle_milliseconds);
void clinux_shut_stream(int socket);

#endif
