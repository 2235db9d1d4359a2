// SPDX-License-Identifier: Apache-2.0
// Connections of this machine (AF_UNIX, SOCK_STREAM) that are carried on: bytes, and the descriptors among them.
#ifndef CLINUX_RELAY_H
#define CLINUX_RELAY_H

// Carries what comes from one to the other, in this direction, to the end of either; then both are at their end.
void clinux_relay_bytes(int from, int to);

// Connects to the listening socket behind a file that is open for nothing (O_PATH), whether or not it has a name. -1 and errno.
int clinux_connect_bytes(int place);

#endif
