// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <microhttpd.h>

// The library takes its options as variable arguments, which Swift cannot pass.

/// Serves on a socket that listens, which is its own from now on; each connection has a thread. NULL where that cannot be done.
///
/// It is woken by a descriptor of its own (`MHD_USE_ITC`): otherwise the library shuts the socket down at its end, for every
/// process that has it. `on_peer` decides before a connection counts.
static inline struct MHD_Daemon *cmicrohttpd_start(
    int listener, unsigned connections, unsigned timeout_seconds, MHD_AcceptPolicyCallback on_peer,
    MHD_NotifyConnectionCallback on_connection, MHD_AccessHandlerCallback on_request,
    MHD_RequestCompletedCallback on_end, void *context) {
  return MHD_start_daemon(
      MHD_USE_POLL | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_ITC, 0, on_peer, context,
      on_request, context, MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_TIMEOUT, timeout_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(32 << 10),
      MHD_OPTION_NOTIFY_CONNECTION, on_connection, context, MHD_OPTION_NOTIFY_COMPLETED, on_end, context,
      MHD_OPTION_END);
}

/// The socket of a connection, which is open until `on_connection` was told of its end; -1 where there is none.
static inline int cmicrohttpd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? (int)info->connect_fd : -1;
}
