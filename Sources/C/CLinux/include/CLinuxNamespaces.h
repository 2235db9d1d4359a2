// SPDX-License-Identifier: Apache-2.0
// Namespaces of other processes, and sockets in them: namespaces(7). Plain types alone, as in CLinux.h.
#ifndef CLINUX_NAMESPACES_H
#define CLINUX_NAMESPACES_H

#include <stdint.h>

// Sockets in the network of a process, neither bound nor connected: one that keeps messages whole (AF_UNIX,
// SOCK_SEQPACKET), one for streams (AF_INET) and one for bytes with descriptors among them (AF_UNIX, SOCK_STREAM). 0, or -1
// and errno.
int clinux_sockets_in_network_of(int32_t process, int *packets, int *stream, int *bytes);
// A device by which all packets of IPv4 leave the network of a process, but those that stay in it: whoever reads it has them, one
// by one, and what is written to it arrives there. It has an address, and so many bits of that name its network. -1 and errno.
int clinux_tunnel_in_network_of(int32_t process, const uint8_t own[4], uint8_t prefix);

// Descriptors of namespaces, or -1: the network that a socket is in, the users that own a namespace, and those above some users.
int clinux_network_of(int socket);
int clinux_owner_of_namespace(int namespace);
int clinux_users_above(int users);

#endif
